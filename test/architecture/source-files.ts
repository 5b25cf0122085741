import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

export const top = join(import.meta.dir, "../..");

export interface SourceFile {
  /** Relative to the project folder, e.g. `src/http/app.ts`. */
  readonly path: string;
  readonly text: string;
  /** The imported files of the project. */
  readonly imports: readonly string[];
  /** Those of them that are needed at run time: not for their types alone. */
  readonly runtimeImports: readonly string[];
}

export function sourceFiles(pattern: string): SourceFile[] {
  return [...new Bun.Glob(pattern).scanSync(top)].sort().map((path) => {
    const text = readFileSync(join(top, path), "utf8");
    const imports = importsOf(path, text);
    return { path, text, imports, runtimeImports: importsOf(path, text.replaceAll(ofTypes, "")) };
  });
}

/** Statements that import types alone, which nothing is left of at run time. */
const ofTypes =
  /^(?:import|export) (?:type\b[^;"]*|\{\s*type \w+(?: as \w+)?(?:,\s*type \w+(?: as \w+)?)*,?\s*\}) from "[^"]*";$/gm;

/** Where the name stands for a folder: in tsconfig.json and vite.config.ts of the web pages. */
const sharedParts = "@ui/";

function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*"((?:\.|@ui\/)[^"]+)"/g)].map(([, target = ""]) =>
    target.startsWith(sharedParts)
      ? join("web/ui", target.slice(sharedParts.length))
      : normalize(join(dirname(path), target)),
  );
}

/** Files that import each other in a circle, each with the way round it; `importsOf` says which imports count. */
export function findCycles(
  files: readonly SourceFile[],
  importsOf: (file: SourceFile) => readonly string[],
): (readonly string[])[] {
  const importsByPath = new Map(files.map((file) => [file.path, importsOf(file)]));
  const visited = new Set<string>();
  const findCycle = (path: string, trail: readonly string[]): readonly string[] | undefined => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (visited.has(path)) return undefined;
    visited.add(path);
    for (const target of importsByPath.get(path) ?? []) {
      const cycle = findCycle(target, [...trail, path]);
      if (cycle) return cycle;
    }
    return undefined;
  };
  return files.map(({ path }) => findCycle(path, [])).filter((cycle) => cycle !== undefined);
}

export const isTest = ({ path }: SourceFile) => path.endsWith(".test.ts");
