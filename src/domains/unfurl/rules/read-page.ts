import { cleanText } from "./clean-text.ts";
import { readTags, type Tag } from "./read-tags.ts";

/** What a page says of itself in its head. */
export interface Page {
  /** By property or name; the first of each. */
  readonly meta: ReadonlyMap<string, string>;
  /** Addresses by relation, as written; the first of each. */
  readonly links: ReadonlyMap<string, string>;
  /** Where its oEmbed description is, as written. */
  readonly oembed: string | undefined;
}

export function readPage(html: string): Page {
  const meta = new Map<string, string>();
  const links = new Map<string, string>();
  let oembed: string | undefined;
  const keep = (map: Map<string, string>, key: string, value: string) => {
    if (key !== "" && value !== "" && !map.has(key)) map.set(key, value);
  };
  for (const tag of readTags(html)) {
    if (tag.name === "meta") keep(meta, word(tag, "property") || word(tag, "name"), value(tag, "content"));
    if (tag.name !== "link") continue;
    for (const relation of word(tag, "rel").split(/\s+/)) keep(links, relation, value(tag, "href"));
    if (word(tag, "type") === "application/json+oembed") oembed ??= value(tag, "href") || undefined;
  }
  return { meta, links, oembed };
}

function value({ attributes }: Tag, name: string): string {
  return cleanText(attributes.get(name) ?? "");
}

function word(tag: Tag, name: string): string {
  return value(tag, name).toLowerCase();
}
