/** A word that is being written and may be completed. */
export interface Trigger {
  readonly kind: "person" | "role" | "channel" | "emoji" | "command";
  readonly query: string;
  /** The range of the word, with the character that begins it. */
  readonly start: number;
  readonly end: number;
}

const kinds: Record<string, Trigger["kind"]> = { "@": "person", "%": "role", "#": "channel", ":": "emoji" };
/** The word before the caret. Names may have spaces, yet a completion ends at the first one. */
const word = /(?:^|[\s([{"'*_~|>])(?<mark>[@%#:])(?<query>[^\s@#:%<>`]{0,32})$/u;

const command = /^\/(?<query>[a-z]{0,32})$/;

/** Finds what the caret is behind: `@na`, `%ro`, `#ch`, `:em`, or at the start of a text `/co`. */
export function findTrigger(text: string, caret: number, hasCommands = false): Trigger | undefined {
  const begun = hasCommands ? command.exec(text.slice(0, caret))?.groups?.query : undefined;
  if (begun !== undefined) return { kind: "command", query: begun, start: 0, end: caret };
  const match = word.exec(text.slice(Math.max(0, caret - 40), caret));
  const { mark, query } = match?.groups ?? {};
  const kind = kinds[mark ?? ""];
  if (kind === undefined || query === undefined) return undefined;
  // A colon is common in text: two letters show that an emoji is meant.
  if (kind === "emoji" && query.length < 2) return undefined;
  if (kind === "emoji" && !/^[\p{L}\p{N}+][\p{L}\p{N}_+-]+$/u.test(query)) return undefined;
  return { kind, query, start: caret - query.length - 1, end: caret };
}
