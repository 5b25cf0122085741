import { plainWords, type SearchQuery } from "./search-query.ts";
import { stem } from "./stem.ts";

/** PostgreSQL takes no longer ones, and nobody can look for them. */
const longestWord = 500;

/** The words of a text as they are compared, in their order. The engines see these, and add nothing of their own. */
export function searchWords(text: string): string[] {
  const words: string[] = [];
  for (const word of plainWords(text)) if (word.length <= longestWord) words.push(stem(word));
  return words;
}

/** By what PostgreSQL knows the messages of a channel: no word looks like this. */
export function channelSign(channelId: string): string {
  return `#${channelId}`;
}

/** The words of a message for PostgreSQL, each with its place, and a sign that has none. */
export function toTsvector(words: readonly string[], sign: string): string {
  return [quote(sign), ...words.map((word, index) => `${quote(word)}:${index + 1}`)].join(" ");
}

/** The query in the language of PostgreSQL, for messages that bear a sign. Undefined if nothing is looked for. */
export function toTsquery({ any, none }: SearchQuery, sign: string): string | undefined {
  if (any.length === 0) return undefined;
  const but = none.length === 0 ? "" : ` & !(${oneOf(none)})`;
  return `${quote(sign)} & (${oneOf(any)})${but}`;
}

function oneOf(entries: readonly string[]): string {
  const phrases = entries.map((entry) => entry.split(" ").map(quote).join(" <-> "));
  return phrases.map((phrase) => `(${phrase})`).join(" | ");
}

function quote(word: string): string {
  return `'${word.replaceAll(/['\\]/g, "$&$&")}'`;
}
