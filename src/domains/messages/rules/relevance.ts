import { searchWords } from "./search-index.ts";

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
const maxText = 50_000;

/**
 * Sorts messages by relevance: more of the searched words first, then more occurrences, then fewer words in all, then
 * the newer. Messages beyond the first `maxText` characters are not scored and stay last, in their order.
 */
export function sortByRelevance<M extends MessageText>(
  newestFirst: readonly M[],
  entries: readonly string[],
): M[] {
  const entriesByFirstWord = Map.groupBy(
    entries.map((entry) => entry.split(" ")),
    ([first]) => first,
  );
  let textLeft = maxText;
  const firstUnscored = newestFirst.findIndex(({ content }) => {
    textLeft -= content?.length ?? 0;
    return textLeft < 0;
  });
  const end = firstUnscored === -1 ? newestFirst.length : firstUnscored;
  const ranked = newestFirst
    .slice(0, end)
    .map((message) => ({ message, score: scoreOf(searchWords(message.content ?? ""), entriesByFirstWord) }))
    .sort((a, b) => compareScores(a.score, b.score))
    .map(({ message }) => message);
  return [...ranked, ...newestFirst.slice(end)];
}

type Entry = readonly string[];

function scoreOf(
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
