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
 * The databases do not stem, because their stemmers differ (docs/decisions/0014).
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

/** Finds the words of texts that have a stem. Most words of a text need not be stemmed. */
export class StemFinder {
  readonly #stem: string;
  readonly #beginning: string;
  /** Words with the stem: most that come later are one of the first. */
  readonly #forms: string[] = [];

  constructor(stem: string) {
    this.#stem = stem;
    // Stemming changes the ends of words only: where it leaves three letters or more, the first two are the word's.
    this.#beginning = stem.slice(0, stem.length < 3 ? 1 : 2);
  }

  /** The text must be ASCII in lower case. */
  find(text: string): { start: number; end: number }[] {
    const beginning = this.#beginning;
    const found: { start: number; end: number }[] = [];
    for (let start = text.indexOf(beginning); start >= 0; start = text.indexOf(beginning, start + 1)) {
      if (isWordCharacter(text, start - 1)) continue;
      let end = start + 1;
      while (isWordCharacter(text, end)) end += 1;
      if (end - start <= maxWordLength && this.#isForm(text, start, end)) found.push({ start, end });
    }
    return found;
  }

  #isForm(text: string, start: number, end: number): boolean {
    for (const form of this.#forms)
      if (form.length === end - start && text.startsWith(form, start)) return true;
    const word = text.slice(start, end);
    if (stem(word) !== this.#stem) return false;
    if (this.#forms.length < maxForms) this.#forms.push(word);
    return true;
  }
}

const maxForms = 4;

/** The number of words that `searchWords` returns. */
export function countWords(text: string): number {
  if (!isAscii(text)) return searchWords(text).length;
  let count = 0;
  for (let from = 0, at = 0; at <= text.length; at++) {
    if (at < text.length && wordCharacters[text.charCodeAt(at)] === 1) continue;
    if (at > from && at - from <= maxWordLength) count += 1;
    from = at + 1;
  }
  return count;
}

function isWordCharacter(text: string, at: number): boolean {
  return at >= 0 && at < text.length && wordCharacters[text.charCodeAt(at)] === 1;
}

/** 1 for each letter and digit of ASCII. */
const wordCharacters = Uint8Array.from({ length: 128 }, (_, code) =>
  /[a-z0-9]/i.test(String.fromCharCode(code)) ? 1 : 0,
);

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
