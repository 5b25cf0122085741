import { readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";

const top = join(import.meta.dir, "../..");

/** Seconds that the slowest files take, roughly. Only how evenly the parts are filled depends on them. */
const slowFiles = new Map([
  ["test/convergence/operations.test.ts", 100],
  ["test/visibility/visibility.test.ts", 62],
  ["test/faults/messages-crash.test.ts", 52],
  ["test/api/hostile-input.test.ts", 50],
  ["test/faults/process.test.ts", 44],
  ["test/api/declared-errors.test.ts", 40],
  ["test/faults/cluster.test.ts", 30],
  ["test/authorisation/matrix.test.ts", 28],
  ["test/convergence/entering.test.ts", 26],
  ["test/compat/published-description.test.ts", 26],
  ["test/cli/program.test.ts", 25],
  ["test/convergence/walk.test.ts", 20],
  ["test/api/relationships-races.test.ts", 18],
]);
const usualSeconds = 2;

const secondsOf = (file: string) => slowFiles.get(file) ?? usualSeconds;

/** Splits all test files into parts of about equal duration: longest file first, each to the shortest part. */
export function splitTestFiles(count: number): string[][] {
  const parts = Array.from({ length: count }, () => ({ seconds: 0, files: [] as string[] }));
  for (const file of listTests().toSorted((a, b) => secondsOf(b) - secondsOf(a))) {
    const [shortest] = parts.toSorted((a, b) => a.seconds - b.seconds);
    if (!shortest) continue;
    shortest.seconds += secondsOf(file);
    shortest.files.push(asArgument(file));
  }
  return parts.map((part) => part.files);
}

/** The test files at these paths (files or folders, relative to the project), and the paths that hold none. */
export function matchTests(paths: string[]): { files: string[]; unmatched: string[] } {
  const tests = listTests();
  const filesAt = (path: string) => {
    const wanted = relative(top, resolve(top, path));
    return tests.filter((file) => wanted === "" || file === wanted || file.startsWith(`${wanted}/`));
  };
  const unmatched = paths.filter((path) => filesAt(path).length === 0);
  const files = paths.length === 0 ? tests : [...new Set(paths.flatMap(filesAt))];
  return { files: files.map(asArgument), unmatched };
}

function listTests(): string[] {
  const folders = readdirSync(top, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const own = folders.filter(({ name }) => name !== "node_modules");
  const found = own.flatMap(({ name }) => [...new Bun.Glob(`${name}/**/*.test.ts`).scanSync(top)]);
  return found.filter((path) => !path.includes("/node_modules/")).sort();
}

/** `bun test` takes a path with a leading dot as one file, and any other text as a filter on all paths. */
const asArgument = (file: string) => `./${file}`;
