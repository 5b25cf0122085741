import { plainWords, type SearchQuery } from "./search-index.ts";

/**
 * Reads a typed query: words, phrases in quotes, and either with a minus in front. A word with punctuation inside
 * (`don't`, `a.example/b`) is a phrase. Entries only ever hold letters, digits and single spaces.
 */
export function readSearchQuery(text: string): SearchQuery {
  const any = new Set<string>();
  const none = new Set<string>();
  for (const [, minus, phrase, word = ""] of closeQuotes(text).matchAll(/(-?)(?:"([^"]*)"|([^\s"]+))/g)) {
    const entry = plainWords(phrase ?? word).join(" ");
    if (entry !== "") (minus ? none : any).add(entry);
  }
  return { any: [...any], none: [...none] };
}

/**
 * The query in the syntax of SQLite's FTS5. Undefined without a word to match: such a query matches nothing, which
 * FTS5 has no expression for, and "everything except" is not offered either.
 */
export function toFts5({ any, none }: SearchQuery): string | undefined {
  if (any.length === 0) return undefined;
  return none.length === 0 ? oneOf(any) : `${oneOf(any)} NOT ${oneOf(none)}`;
}

function oneOf(entries: readonly string[]): string {
  return `(${entries.map((entry) => `"${entry.replaceAll('"', '""')}"`).join(" OR ")})`;
}

/** Drops a quote without a partner. */
function closeQuotes(text: string): string {
  if (text.split('"').length % 2 === 1) return text;
  const last = text.lastIndexOf('"');
  return text.slice(0, last) + text.slice(last + 1);
}
