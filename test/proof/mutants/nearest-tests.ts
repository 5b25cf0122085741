import { dirname } from "node:path";
import timings from "../../support/run/timings.json" with { type: "json" };

/** Words that are in most paths. */
const common = new Set([
  "",
  "src",
  "importers",
  "test",
  "web",
  "client",
  "domains",
  "platform",
  "actions",
  "rules",
  "store",
]);

const wordsOf = (path: string) =>
  new Set(
    path
      .replace(/(\.test)?\.ts$/, "")
      .split(/[/.-]/)
      .map((word) => word.replace(/s$/, ""))
      .filter((word) => !common.has(word)),
  );

/**
 * Sorts tests by how likely they are to notice a change in a source file soon: the ones next to it, then those whose paths
 * have the most words in common with its path, then the fastest.
 */
export function nearestFirst(source: string, tests: readonly string[]): string[] {
  const words = wordsOf(source);
  const rank = (test: string) => {
    const isNextToIt = test.startsWith(`./${dirname(source)}/`);
    const shared = [...wordsOf(test)].filter((word) => words.has(word)).length;
    return (isNextToIt ? 0 : 100) - 10 * shared + Math.min(secondsOf(test), 9);
  };
  return tests.toSorted((a, b) => rank(a) - rank(b));
}

/** How long a test file takes on a machine with nothing else to do. */
export function secondsOf(file: string): number {
  const recorded: Readonly<Record<string, number>> = timings.files;
  return (recorded[file.replace("./", "")] ?? 500) / 1_000;
}
