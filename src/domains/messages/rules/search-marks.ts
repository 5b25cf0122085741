import { isAscii, StemFinder, searchWords } from "./search-index.ts";

export interface SearchMark {
  readonly start: number;
  readonly end: number;
}

/** A stem of a text, and where the word is that it belongs to. */
interface LocatedStem extends SearchMark {
  readonly stem: string;
}

/** Letters with their marks, so that a word that normalising would change is found whole. */
const writtenWord = /[\p{L}\p{N}\p{M}]+/gu;

/** Where a text holds one of the entries of a search, each a stem or several that follow each other. */
export function marksIn(text: string, entries: readonly string[]): SearchMark[] {
  const isPlain = isAscii(text) && !entries.some((entry) => entry.includes(" "));
  const marks = isPlain
    ? entries.flatMap((entry) => new StemFinder(entry).find(text.toLowerCase()))
    : marksOfPhrases(text, entries);
  return marks.sort((a, b) => a.start - b.start);
}

function marksOfPhrases(text: string, entries: readonly string[]): SearchMark[] {
  const stems = [...text.matchAll(writtenWord)].flatMap(({ 0: word, index }): LocatedStem[] =>
    searchWords(word).map((stem) => ({ stem, start: index, end: index + word.length })),
  );
  const marked = new Map<number, SearchMark>();
  for (const entry of entries) {
    const words = entry.split(" ");
    for (const at of stems.keys()) {
      const held = stems.slice(at, at + words.length);
      if (!words.every((word, index) => held[index]?.stem === word)) continue;
      for (const { start, end } of held) marked.set(start, { start, end });
    }
  }
  return [...marked.values()];
}
