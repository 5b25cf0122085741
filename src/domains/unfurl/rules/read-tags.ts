import { decodeEntities } from "./entities.ts";

export interface Tag {
  readonly name: string;
  /** The first of each name. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** In these, what looks like a tag is none. */
const rawText = new Set(["script", "style", "title", "noscript", "textarea", "template", "iframe"]);
const attribute = /[\s/]*([^\s=>/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?/y;
const tagStart = /<(?:(!--)|(\/?[a-z][^\s/>]*))/gi;

/** The opening tags of the head of a page, however untidy, up to its end or to where the text breaks off. */
export function* readTags(html: string): Generator<Tag> {
  for (let at = 0; ; ) {
    tagStart.lastIndex = at;
    const [found, comment, called = ""] = tagStart.exec(html) ?? [];
    if (found === undefined) return;
    at = tagStart.lastIndex;
    const name = called.toLowerCase();
    if (name === "/head" || name === "body") return;
    const attributes = new Map<string, string>();
    if (comment === undefined) at = readAttributes(html, at, attributes);
    const end = comment === undefined ? html.indexOf(">", at) : html.indexOf("-->", at);
    if (end < 0) return;
    at = end + 1;
    if (rawText.has(name)) at = closingTag(html, name, at);
    else if (comment === undefined && !name.startsWith("/")) yield { name, attributes };
    if (at < 0) return;
  }
}

/** Returns where they end. */
function readAttributes(html: string, start: number, into: Map<string, string>): number {
  for (let at = start; ; ) {
    attribute.lastIndex = at;
    const [found, name = "", double, single, bare] = attribute.exec(html) ?? [];
    if (found === undefined) return at;
    at = attribute.lastIndex;
    const key = name.toLowerCase();
    if (!into.has(key)) into.set(key, decodeEntities(double ?? single ?? bare ?? ""));
  }
}

function closingTag(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}`, "gi");
  closing.lastIndex = from;
  return closing.exec(html)?.index ?? -1;
}
