export interface SearchQuery {
  /** A message that holds one of these is found. Each is a word, or some words that must stand together. */
  any: string[];
  /** But not if it holds one of these. */
  none: string[];
}

/** The form in which texts are compared: what is searched and what is searched for both go through this. */
export function normalise(text: string): string {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  // Whether a sigma ends a word depends on what follows. The syllables of Korean fell apart as accents do.
  return plain.replaceAll("ς", "σ").normalize("NFC");
}

/**
 * Reads what somebody typed: words, phrases in quotes, and either with a minus in front. A word that has marks
 * inside (`don't`, `a.example/b`) is a phrase. Entries hold letters, digits and single spaces, whatever was typed.
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
 * The query in the language of SQLite's FTS5. Undefined if nothing is looked for, which matches nothing: it cannot
 * be said there, and "all but these" is no search either.
 */
export function toFts5({ any, none }: SearchQuery): string | undefined {
  if (any.length === 0) return undefined;
  return none.length === 0 ? oneOf(any) : `${oneOf(any)} NOT ${oneOf(none)}`;
}

function oneOf(entries: readonly string[]): string {
  return `(${entries.map((entry) => `"${entry.replaceAll('"', '""')}"`).join(" OR ")})`;
}

/** A quote that has no partner is left out. */
function closeQuotes(text: string): string {
  if (text.split('"').length % 2 === 1) return text;
  const last = text.lastIndexOf('"');
  return text.slice(0, last) + text.slice(last + 1);
}

/** Its letters and digits, word by word: what is left of a text for those who search. */
export function plainWords(text: string): readonly string[] {
  // Most texts hold nothing that would have to be looked up in the tables of Unicode.
  const found = /[^\0-\x7f]/.test(text)
    ? normalise(text).match(/[\p{L}\p{N}]+/gu)
    : text.toLowerCase().match(/[a-z0-9]+/g);
  return found ?? [];
}
