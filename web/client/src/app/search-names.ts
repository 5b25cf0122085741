import { fold } from "../components/fold-text.ts";

/** Something that can be found by its name, or by another one that people may know. */
export interface Named {
  readonly name: string;
  readonly otherNames?: readonly string[];
}

/**
 * Finds the things whose name holds the letters of a query in their order. Names that begin with the query come
 * first, then words that do, then names that contain it; the given order decides between equals.
 */
export function searchNames<T extends Named>(things: readonly T[], query: string, limit: number): T[] {
  const wanted = fold(query).trim();
  if (wanted === "") return things.slice(0, limit);
  const scoreOfAll = ({ name, otherNames = [] }: T) =>
    Math.max(...[name, ...otherNames].map((each) => scoreOf(fold(each), wanted)));
  return things
    .map((thing, index) => ({ thing, index, score: scoreOfAll(thing) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, limit)
    .map(({ thing }) => thing);
}

function scoreOf(name: string, wanted: string): number {
  if (name.startsWith(wanted)) return 4;
  const at = name.indexOf(wanted);
  if (at > 0) return /[\s\-_.]/u.test(name[at - 1] ?? "") ? 3 : 2;
  let from = 0;
  for (const letter of wanted) {
    const found = name.indexOf(letter, from);
    if (found < 0) return 0;
    from = found + letter.length;
  }
  return 1;
}

const prefixes = { "@": "people", "#": "channels", ">": "actions" } as const;

/** What a query of the quick switcher looks for: everything, or what its first character stands for. */
export function readQuery(text: string) {
  const query = text.trimStart();
  const kind = Object.entries(prefixes).find(([prefix]) => query.startsWith(prefix))?.[1];
  return { kind, words: (kind ? query.slice(1) : query).trim() };
}
