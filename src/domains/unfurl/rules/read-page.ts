import type { Tokenizer, TokenizerCallbacks } from "htmlparser2";
import type { SlicedTask } from "../../../platform/concurrency/cooperative-scheduler.ts";
import { cleanText } from "./clean-text.ts";

/** The metadata in the head of a page. */
export interface Page {
  /** By property or name; the first of each. */
  readonly meta: ReadonlyMap<string, string>;
  /** Addresses by relation, as written; the first of each. */
  readonly links: ReadonlyMap<string, string>;
  /** The address of the page's oEmbed description, as written. */
  readonly oembed: string | undefined;
}

type Attributes = ReadonlyMap<string, string>;
type OnTag = (name: string, attributes: Attributes) => void;

/** How many characters are read between two pauses: less than a millisecond's work. */
const pieceLength = 2_048;

/** Reads a page, or its beginning, up to the end of its head. */
export async function readPage(html: string, task?: SlicedTask): Promise<Page> {
  const meta = new Map<string, string>();
  const links = new Map<string, string>();
  let oembed: string | undefined;
  const keep = (map: Map<string, string>, key: string, value: string) => {
    if (key !== "" && value !== "" && !map.has(key)) map.set(key, value);
  };
  const onTag: OnTag = (name, attributes) => {
    const value = (attribute: string) => cleanText(attributes.get(attribute) ?? "");
    const word = (attribute: string) => value(attribute).toLowerCase();
    if (name === "meta") keep(meta, word("property") || word("name"), value("content"));
    if (name !== "link") return;
    for (const relation of word("rel").split(/\s+/)) keep(links, relation, value("href"));
    if (word("type") === "application/json+oembed") oembed ??= value("href") || undefined;
  };
  const tokenizer = await openTokenizer(html, onTag);
  for (let at = 0; at < html.length && tokenizer.running; at += pieceLength) {
    await task?.pause();
    tokenizer.write(html.slice(at, at + pieceLength));
  }
  return { meta, links, oembed };
}

/** Tags inside these are content, not metadata. The tokenizer itself skips `script`, `style`, `title` and the like. */
const opaque = ["noscript", "template"];

/**
 * A tokenizer that calls `onTag` for the opening tags of the head of a page, and stops there. Uses htmlparser2's
 * tokenizer, because its parser takes quadratic time for pages that never close their elements, and HTMLRewriter does
 * not decode entities.
 */
async function openTokenizer(html: string, onTag: OnTag): Promise<Tokenizer> {
  // Loaded on first use, so that the server starts without it.
  const { Tokenizer } = await import("htmlparser2");
  let tag = "";
  let attributes = new Map<string, string>();
  let attribute = "";
  let value = "";
  let skippedElement: string | undefined;
  const nameAt = (start: number, end: number) => html.slice(start, end).toLowerCase();
  const ignore = () => {};
  const finishTag = () => {
    if (skippedElement !== undefined) return;
    if (tag === "body") tokenizer.pause();
    else if (opaque.includes(tag)) skippedElement = tag;
    else onTag(tag, attributes);
  };
  const callbacks: TokenizerCallbacks = {
    onopentagname(start, end) {
      tag = nameAt(start, end);
      attributes = new Map();
    },
    onattribname(start, end) {
      attribute = nameAt(start, end);
      value = "";
    },
    onattribdata(start, end) {
      value += html.slice(start, end);
    },
    onattribentity(codePoint) {
      value += String.fromCodePoint(codePoint);
    },
    onattribend() {
      if (!attributes.has(attribute)) attributes.set(attribute, value);
    },
    onopentagend: finishTag,
    onselfclosingtag: finishTag,
    onclosetag(start, end) {
      const closed = nameAt(start, end);
      if (closed === skippedElement) skippedElement = undefined;
      else if (closed === "head" && skippedElement === undefined) tokenizer.pause();
    },
    oncdata: ignore,
    oncomment: ignore,
    ondeclaration: ignore,
    onend: ignore,
    onprocessinginstruction: ignore,
    ontext: ignore,
    ontextentity: ignore,
  };
  const tokenizer = new Tokenizer({ decodeEntities: true }, callbacks);
  return tokenizer;
}
