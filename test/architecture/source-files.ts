import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

export const top = join(import.meta.dir, "../..");

export interface SourceFile {
  /** Relative to the project folder, e.g. `src/http/app.ts`. */
  readonly path: string;
  readonly text: string;
  /** The imported files of the project. */
  readonly imports: readonly string[];
}

export function sourceFiles(pattern: string): SourceFile[] {
  return [...new Bun.Glob(pattern).scanSync(top)].sort().map((path) => {
    const text = readFileSync(join(top, path), "utf8");
    const targets = [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(
      ([, target = ""]) => target,
    );
    return { path, text, imports: targets.map((target) => normalize(join(dirname(path), target))) };
  });
}

export const isTest = ({ path }: SourceFile) => path.endsWith(".test.ts");
