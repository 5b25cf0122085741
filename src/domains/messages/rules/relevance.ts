import { countWords, isAscii, StemFinder, searchWords } from "./search-index.ts";

interface Text {
  readonly content: string | null;
}

interface Score {
  /** How many of the searched words the message holds; a phrase counts each of its words. */
  readonly words: number;
  /** How often it holds any entry. */
  readonly occurrences: number;
}

/** At most this many characters are split into words, because that blocks the event loop. */
export const maxText = 50_000;

/**
 * The most relevant messages: more of the searched words first, then more occurrences, then fewer words in all, then
 * the newer. Messages beyond the first `maxText` characters are not scored and stay last, in their order.
 */
export function sortByRelevance<M extends Text>(
  newestFirst: readonly M[],
  entries: readonly string[],
  limit: number,
): M[] {
  const score = scorerOf(entries);
  let textLeft = maxText;
  const firstUnscored = newestFirst.findIndex(({ content }) => {
    textLeft -= content?.length ?? 0;
    return textLeft < 0;
  });
  const end = firstUnscored === -1 ? newestFirst.length : firstUnscored;
  const scored = newestFirst
    .slice(0, end)
    .map((message) => ({ message, score: score(message.content ?? "") }));
  return [...sortByScore(scored, limit), ...newestFirst.slice(end)].slice(0, limit);
}

export interface ScoredMessage<M extends Text> {
  readonly message: M;
  readonly score: Score;
}

/** More than the occurrences in any message. */
const maxOccurrences = 2 ** 24;

/** The most relevant first; of equal ones, the newer. Words are counted only where that decides. */
export function sortByScore<M extends Text>(newestFirst: readonly ScoredMessage<M>[], limit: number): M[] {
  const equals = Map.groupBy(newestFirst, ({ score }) => score.words * maxOccurrences + score.occurrences);
  const sorted: M[] = [];
  for (const key of [...equals.keys()].sort((a, b) => b - a)) {
    if (sorted.length >= limit) break;
    const counted = (equals.get(key) ?? []).map(({ message }) => ({
      message,
      length: countWords(message.content ?? ""),
    }));
    counted.sort((a, b) => a.length - b.length);
    for (const { message } of counted) sorted.push(message);
  }
  return sorted.slice(0, limit);
}

/** How relevant a text is for a search; 0 words if it holds no entry. */
export function scorerOf(entries: readonly string[]): (text: string) => Score {
  const all = entries.map((entry) => entry.split(" "));
  const entriesByFirstWord = Map.groupBy(all, ([first]) => first);
  const finders = entries.map((entry) => new StemFinder(entry));
  const hasPhrases = all.some(({ length }) => length > 1);
  return (text) =>
    hasPhrases || !isAscii(text)
      ? scoreOfWords(searchWords(text), entriesByFirstWord)
      : scoreOfText(text.toLowerCase(), finders);
}

/** The same for single words and a text in ASCII, in a fraction of the time. */
function scoreOfText(text: string, finders: readonly StemFinder[]): Score {
  let [words, occurrences] = [0, 0];
  for (const finder of finders) {
    const { length } = finder.find(text);
    if (length > 0) words += 1;
    occurrences += length;
  }
  return { words, occurrences };
}

type Entry = readonly string[];

function scoreOfWords(
  words: readonly string[],
  entriesByFirstWord: ReadonlyMap<string | undefined, readonly Entry[]>,
): Score {
  const held = new Set<Entry>();
  let occurrences = 0;
  for (const [at, word] of words.entries())
    for (const entry of entriesByFirstWord.get(word) ?? []) {
      if (entry.some((part, index) => words[at + index] !== part)) continue;
      held.add(entry);
      occurrences += 1;
    }
  return { words: [...held].reduce((sum, { length }) => sum + length, 0), occurrences };
}
