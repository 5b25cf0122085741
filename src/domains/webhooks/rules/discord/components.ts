import { asAddress, asRecord, asRecords, asText, type Loose } from "../foreign/loose.ts";
import { link, stack } from "../foreign/markdown.ts";
import { translateText } from "./text.ts";

const deepest = 6;

/** What components say: their texts, the pictures in them, and the buttons that lead somewhere. */
export function translateComponents(components: unknown, depth = 0): string {
  if (depth > deepest) return "";
  const parts = asRecords(components).map((component) => {
    const inside = stack([
      translateComponents(component.components, depth + 1),
      translateComponents([component.accessory], depth + 1),
    ]);
    return stack([translateOne(component), inside]);
  });
  return stack(parts);
}

function translateOne(component: Loose): string {
  const address = asAddress(component.url);
  switch (component.type) {
    case 2:
      return address === undefined ? "" : link(asText(component.label) || address, address);
    case 10:
      return translateText(asText(component.content));
    case 11:
      return picture(component);
    case 12:
      return stack(asRecords(component.items).map(picture));
    default:
      return "";
  }
}

function picture({ media, description }: Loose): string {
  const address = asAddress(asRecord(media).url);
  return address === undefined ? "" : link(asText(description) || "image", address);
}
