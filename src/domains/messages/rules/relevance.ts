import { searchWords } from "./search-words.ts";

interface Said {
  readonly content: string | null;
}

interface Fit {
  /** How many of the words that are looked for it holds; a phrase counts for as many as it has. */
  readonly words: number;
  /** How often it holds any of them. */
  readonly times: number;
  /** How many words it has. */
  readonly length: number;
}

/** So many characters of text are taken apart at most: nothing else happens meanwhile. */
const mostText = 50_000;

/**
 * Puts messages that come with the newest first in the order of how well they fit: which hold more of the words, then
 * which hold them more often, then which say less beside; of two that are as good, the newer. Those at which there is
 * no time to look come last, as they are.
 */
export function byRelevance<M extends Said>(newestFirst: readonly M[], entries: readonly string[]): M[] {
  const wanted = Map.groupBy(
    entries.map((entry) => entry.split(" ")),
    ([first]) => first,
  );
  let textLeft = mostText;
  const reach = newestFirst.findIndex(({ content }) => {
    textLeft -= content?.length ?? 0;
    return textLeft < 0;
  });
  const end = reach === -1 ? newestFirst.length : reach;
  const ranked = newestFirst
    .slice(0, end)
    .map((message) => ({ message, fit: fitOf(searchWords(message.content ?? ""), wanted) }))
    .sort((a, b) => compareFits(a.fit, b.fit))
    .map(({ message }) => message);
  return [...ranked, ...newestFirst.slice(end)];
}

type Entry = readonly string[];

/** Entries are found by their first word. */
function fitOf(words: readonly string[], wanted: ReadonlyMap<string | undefined, readonly Entry[]>): Fit {
  const held = new Set<Entry>();
  let times = 0;
  for (const [at, word] of words.entries())
    for (const entry of wanted.get(word) ?? []) {
      if (entry.some((part, index) => words[at + index] !== part)) continue;
      held.add(entry);
      times += 1;
    }
  return { words: [...held].reduce((sum, { length }) => sum + length, 0), times, length: words.length };
}

function compareFits(a: Fit, b: Fit): number {
  return b.words - a.words || b.times - a.times || a.length - b.length;
}
