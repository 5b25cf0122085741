export interface SearchQuery {
  /** A message matches if it holds one of these. Each is a word or a phrase: words that must follow each other. */
  any: string[];
  /** A message that holds one of these does not match. */
  none: string[];
}

/** The form in which texts are compared. Messages and queries both go through it. */
export function normalise(text: string): string {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  // A final sigma depends on what follows it. NFKD also took Korean syllables apart, so NFC joins them again.
  return plain.replaceAll("ς", "σ").normalize("NFC");
}

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

/** The words of a text, of letters and digits alone: the part of it that search can match. */
export function plainWords(text: string): readonly string[] {
  // Most texts are ASCII, for which no Unicode tables are needed.
  const matches = /[^\0-\x7f]/.test(text)
    ? normalise(text).match(/[\p{L}\p{N}]+/gu)
    : text.toLowerCase().match(/[a-z0-9]+/g);
  return matches ?? [];
}
