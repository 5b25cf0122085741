import { fold } from "../components/fold-text.ts";
import type { UnicodeEmoji } from "./emoji-data.ts";

/** 0 if a word is missing; higher the closer the words are to a whole name. */
export function scoreOf(
  { label, shortNames, tags }: Pick<UnicodeEmoji, "label" | "shortNames" | "tags">,
  words: readonly string[],
): number {
  const names = [label, ...shortNames].map(fold);
  const all = [...names, ...tags.map(fold)];
  let score = 1;
  for (const word of words) {
    if (names.includes(word)) score += 4;
    else if (names.some((name) => name.startsWith(word))) score += 3;
    else if (all.includes(word)) score += 2;
    else if (!all.some((name) => name.includes(word))) return 0;
  }
  return score;
}
