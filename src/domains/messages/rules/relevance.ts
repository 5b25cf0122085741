import { isAscii, searchWords, stemsBeginningWith } from "./search-index.ts";

interface MessageText {
  readonly content: string | null;
}

interface Score {
  /** How many of the searched words the message holds; a phrase counts each of its words. */
  readonly words: number;
  /** How often it holds any entry. */
  readonly occurrences: number;
  /** How many words the message has. */
  readonly length: number;
}

/** At most this many characters are split into words, because that blocks the event loop. */
export const maxText = 50_000;

/**
 * Sorts messages by relevance: more of the searched words first, then more occurrences, then fewer words in all, then
 * the newer. Messages beyond the first `maxText` characters are not scored and stay last, in their order.
 */
export function sortByRelevance<M extends MessageText>(
  newestFirst: readonly M[],
  entries: readonly string[],
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
  return [...sortByScore(scored), ...newestFirst.slice(end)];
}

export interface ScoredMessage<M extends MessageText> {
  readonly message: M;
  readonly score: Score;
}

/** The most relevant first; of equal ones, the newer. */
export function sortByScore<M extends MessageText>(newestFirst: readonly ScoredMessage<M>[]): M[] {
  return newestFirst.toSorted((a, b) => compareScores(a.score, b.score)).map(({ message }) => message);
}

/** How relevant a text is for a search; 0 words if it holds no entry. */
export function scorerOf(entries: readonly string[]): (text: string) => Score {
  const all = entries.map((entry) => entry.split(" "));
  const entriesByFirstWord = Map.groupBy(all, ([first]) => first);
  const words = new Set(entries);
  const initials = new Set(entries.map((entry) => entry.charCodeAt(0)));
  const hasPhrases = all.some(({ length }) => length > 1);
  return (text) =>
    hasPhrases || !isAscii(text)
      ? scoreOfWords(searchWords(text), entriesByFirstWord)
      : scoreOfText(text, words, initials);
}

/** The same for single words and a text in ASCII, in a fraction of the time: most words need not be stemmed. */
function scoreOfText(text: string, words: ReadonlySet<string>, initials: ReadonlySet<number>): Score {
  const { stems, length } = stemsBeginningWith(text, initials);
  const held = stems.filter((stem) => words.has(stem));
  return { words: new Set(held).size, occurrences: held.length, length };
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
  return { words: [...held].reduce((sum, { length }) => sum + length, 0), occurrences, length: words.length };
}

function compareScores(a: Score, b: Score): number {
  return b.words - a.words || b.occurrences - a.occurrences || a.length - b.length;
}
