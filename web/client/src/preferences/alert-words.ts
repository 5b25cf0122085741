/** Letters of scripts that put no spaces between words: there a word can be anywhere. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
/** What words are made of, in any script. */
const inWord = "[\\p{L}\\p{N}\\p{M}_]";

/** Finds whole words, whatever their case; nothing if there are none to find. */
export function wordPattern(words: readonly string[]): RegExp | undefined {
  const parts = words.map((word) => partOf(word.trim().normalize("NFC"))).filter((part) => part !== "");
  return parts.length === 0 ? undefined : new RegExp(parts.join("|"), "giu");
}

function partOf(word: string): string {
  const letters = [...word];
  const isSpaced = (letter = "") => new RegExp(inWord, "u").test(letter) && !unspaced.test(letter);
  const before = isSpaced(letters[0]) ? `(?<!${inWord})` : "";
  const after = isSpaced(letters.at(-1)) ? `(?!${inWord})` : "";
  const escaped = word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replaceAll(/\s+/g, "\\s+");
  return word === "" ? "" : before + escaped + after;
}

export const hasWord = (pattern: RegExp | undefined, text: string): boolean =>
  pattern !== undefined && text.normalize("NFC").search(pattern) >= 0;

/** Where a text has words, in the units of the text itself. */
export const findWords = (pattern: RegExp) => (text: string) =>
  [...text.matchAll(pattern)].map(({ 0: found, index }) => ({ start: index, end: index + found.length }));
