import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Of those that take longest, about how many seconds. Only how evenly files are dealt depends on these. */
const heavy = new Map([
  ["test/convergence/operations.test.ts", 100],
  ["test/visibility/visibility.test.ts", 62],
  ["test/faults/messages-crash.test.ts", 52],
  ["test/api/hostile-input.test.ts", 50],
  ["test/faults/process.test.ts", 44],
  ["test/api/declared-errors.test.ts", 40],
  ["test/authorisation/matrix.test.ts", 28],
  ["test/convergence/entering.test.ts", 26],
  ["test/compat/published-description.test.ts", 26],
  ["test/cli/program.test.ts", 25],
  ["test/convergence/walk.test.ts", 20],
  ["test/api/relationships-races.test.ts", 18],
]);
const usual = 2;

function listTests(top: string): string[] {
  const folders = readdirSync(top, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const own = folders.filter(({ name }) => name !== "node_modules");
  const found = own.flatMap(({ name }) => [...new Bun.Glob(`${name}/**/*.test.ts`).scanSync(top)]);
  return found.filter((path) => !path.includes("/node_modules/")).sort();
}

const weightOf = (file: string) => heavy.get(file) ?? usual;

/** All test files in so many parts that take about as long as each other: the longest first, each to who has least. */
export function dealFiles(count: number): string[][] {
  const files = listTests(join(import.meta.dir, "../.."));
  const parts = Array.from({ length: count }, () => ({ weight: 0, files: [] as string[] }));
  for (const file of files.toSorted((a, b) => weightOf(b) - weightOf(a))) {
    const [least] = parts.toSorted((a, b) => a.weight - b.weight);
    if (!least) continue;
    least.weight += weightOf(file);
    // With the dot it is this one file, without it all whose path holds these words.
    least.files.push(`./${file}`);
  }
  return parts.map((part) => part.files);
}
