import { link, stack } from "../foreign/markdown.ts";
import { asRecord, asRecords, asText, asUrl, type UnknownRecord } from "../foreign/unknown-record.ts";
import { translateText } from "./text.ts";

const maxDepth = 6;

/** Renders the texts, images and link buttons of components as markdown. */
export function translateComponents(components: unknown, depth = 0): string {
  if (depth > maxDepth) return "";
  const translated = asRecords(components).map((component) => {
    const children = stack([
      translateComponents(component.components, depth + 1),
      translateComponents([component.accessory], depth + 1),
    ]);
    return stack([translateComponent(component), children]);
  });
  return stack(translated);
}

function translateComponent(component: UnknownRecord): string {
  const url = asUrl(component.url);
  switch (component.type) {
    case 2:
      return url === undefined ? "" : link(asText(component.label) || url, url);
    case 10:
      return translateText(asText(component.content));
    case 11:
      return translateImage(component);
    case 12:
      return stack(asRecords(component.items).map(translateImage));
    default:
      return "";
  }
}

function translateImage({ media, description }: UnknownRecord): string {
  const url = asUrl(asRecord(media).url);
  return url === undefined ? "" : link(asText(description) || "image", url);
}
