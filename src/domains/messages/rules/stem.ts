import { LRUCache } from "lru-cache";
import { stemmer } from "stemmer";

const cache = new LRUCache<string, string>({ max: 20_000 });

/**
 * The stem of an English word by Porter's algorithm of 1980 with his two later changes, so that a search for "runs"
 * finds "running". Stems are stored in the search indexes: another stem for a word hides the messages that hold it.
 * The databases do not stem, because their stemmers differ (docs/decisions/0010 and 0014).
 */
export function stem(word: string): string {
  if (word.length < 3) return word;
  // Few words make up most of what people write.
  const cached = cache.get(word);
  if (cached !== undefined) return cached;
  const result = /^[a-z]+$/.test(word) ? stemmer(word) : word;
  cache.set(word, result);
  return result;
}
