import { readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";

const top = join(import.meta.dir, "../../..");

/** The tests of components of the web pages run in processes of their own, in which there is a document. */
export const isComponentTest = (file: string) => file.replace("./", "").startsWith("web/component-tests/");

/** The test files at these paths (files or folders, relative to the project), and the paths that hold none. */
export function matchTests(paths: string[]): { files: string[]; unmatched: string[] } {
  const tests = listTests();
  const filesAt = (path: string) => {
    const wanted = relative(top, resolve(top, path));
    const found = tests.filter((file) => wanted === "" || file === wanted || file.startsWith(`${wanted}/`));
    return found.length > 0 ? found : tests.filter((file) => isNamed(file, path));
  };
  const unmatched = paths.filter((path) => filesAt(path).length === 0);
  const files = paths.length === 0 ? tests : [...new Set(paths.flatMap(filesAt))];
  return { files: files.map(asArgument), unmatched };
}

/** Whether a folder of the path, or the file itself, has this name: `polls` finds all tests of that feature. */
const isNamed = (file: string, name: string) =>
  file
    .replace(/\.test\.ts$/, "")
    .split("/")
    .includes(name);

function listTests(): string[] {
  const folders = readdirSync(top, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const own = folders.filter(({ name }) => name !== "node_modules");
  const found = own.flatMap(({ name }) => [...new Bun.Glob(`${name}/**/*.test.ts`).scanSync(top)]);
  return found.filter((path) => !path.includes("/node_modules/")).sort();
}

/** `bun test` takes a path with a leading dot as one file, and any other text as a filter on all paths. */
const asArgument = (file: string) => `./${file}`;
