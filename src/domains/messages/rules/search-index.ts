import { stemmer } from "stemmer";
import { lastDigitsOfId, timeOfId } from "../../../platform/ids/ids.ts";

export interface SearchQuery {
  /** A message matches if it holds one of these. Each is a word or a phrase: words that must follow each other. */
  any: string[];
  /** A message that holds one of these does not match. */
  none: string[];
}

/** PostgreSQL refuses longer words. Queries lose them too, so no search misses them. */
const maxWordLength = 500;

/** The stems of a text, in order. Both engines index exactly these. */
export function searchWords(text: string): string[] {
  const words: string[] = [];
  for (const word of plainWords(text)) if (word.length <= maxWordLength) words.push(stem(word));
  return words;
}

const maxStems = 20_000;
const stems = new Map<string, string>();

/**
 * The stem of an English word by Porter's algorithm of 1980 with his two later changes, so that a search for "runs"
 * finds "running". Stems are stored in the search indexes: another stem for a word hides the messages that hold it.
 * The databases do not stem, because their stemmers differ (docs/decisions/0010 and 0014).
 */
export function stem(word: string): string {
  if (word.length < 3) return word;
  // Few words make up most of what people write, so starting again with none costs less than knowing the oldest.
  const cached = stems.get(word);
  if (cached !== undefined) return cached;
  const result = /^[a-z]+$/.test(word) ? stemmer(word) : word;
  if (stems.size >= maxStems) stems.clear();
  stems.set(word, result);
  return result;
}

/** The form in which texts are compared. Messages and queries both go through it. */
export function normalise(text: string): string {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  // A final sigma depends on what follows it. NFKD also took Korean syllables apart, so NFC joins them again.
  return plain.replaceAll("ς", "σ").normalize("NFC");
}

/** The words of a text, of letters and digits alone: the part of it that search can match. */
export function plainWords(text: string): readonly string[] {
  // Most texts are ASCII, for which no Unicode tables are needed.
  const matches = isAscii(text)
    ? text.toLowerCase().match(/[a-z0-9]+/g)
    : normalise(text).match(/[\p{L}\p{N}]+/gu);
  return matches ?? [];
}

export function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

/**
 * The stems of a text in ASCII that begin with one of these characters, which are those of the words that do so, and the
 * number of all its words.
 */
export function stemsBeginningWith(
  text: string,
  initials: ReadonlySet<number>,
): { stems: string[]; length: number } {
  const stems: string[] = [];
  let length = 0;
  for (let from = 0, at = 0; at <= text.length; at++) {
    if (at < text.length && wordCharacters[text.charCodeAt(at)] !== 0) continue;
    if (at > from && at - from <= maxWordLength) {
      length += 1;
      if (initials.has(wordCharacters[text.charCodeAt(from)] ?? 0))
        stems.push(stem(text.slice(from, at).toLowerCase()));
    }
    from = at + 1;
  }
  return { stems, length };
}

/** The code in lower case of each letter and digit of ASCII; 0 for other characters. */
const wordCharacters = Uint8Array.from({ length: 128 }, (_, code) => {
  const lower = String.fromCharCode(code).toLowerCase();
  return /[a-z0-9]/.test(lower) ? lower.charCodeAt(0) : 0;
});

/** The term that marks messages of a channel in PostgreSQL's index. No word holds a "#". */
export function channelTerm(channelId: string): string {
  return `#${channelId}`;
}

/** The words of a message as a tsvector: each with its position, and the channel's term without one. */
export function toTsvector(words: readonly string[], term: string): string {
  return [quote(term), ...words.map((word, index) => `${quote(word)}:${index + 1}`)].join(" ");
}

/**
 * The query as a tsquery for messages that hold one of the channels' terms, or for all messages if none is given.
 * Undefined without a word to match.
 */
export function toTsquery({ any, none }: SearchQuery, ...terms: readonly string[]): string | undefined {
  if (any.length === 0) return undefined;
  const excluded = none.length === 0 ? "" : ` & !(${oneOf(none)})`;
  const channels = terms.map(quote).join(" | ");
  const required = terms.length > 1 ? `(${channels}) & ` : channels && `${channels} & `;
  return `${required}(${oneOf(any)})${excluded}`;
}

function oneOf(entries: readonly string[]): string {
  const phrases = entries.map((entry) => entry.split(" ").map(quote).join(" <-> "));
  return phrases.map((phrase) => `(${phrase})`).join(" | ");
}

function quote(word: string): string {
  return `'${word.replaceAll(/['\\]/g, "$&$&")}'`;
}

/** Leaves enough bits for the time that ids of the next eighty years are safe integers. */
const idsPerMillisecond = 2_048;

/**
 * The row number of a message in SQLite's FTS5 index, which knows rows by number only: the time of the message id,
 * then the id's last bits. Ids made in one millisecond differ in these, because each is its predecessor plus one.
 */
export function searchId(messageId: string): number {
  return timeOfId(messageId) * idsPerMillisecond + (lastDigitsOfId(messageId, 3) % idsPerMillisecond);
}

/** The time of the message with this search id, in milliseconds since 1970. */
export function timeOfSearchId(id: number): number {
  return Math.floor(id / idsPerMillisecond);
}

/** The smallest search id of a message sent at this time. */
export function firstSearchIdAt(time: number): number {
  return time * idsPerMillisecond;
}

/** The greatest search id of a message sent at this time; -1 for time -1. */
export function lastSearchIdAt(time: number): number {
  return firstSearchIdAt(time + 1) - 1;
}
