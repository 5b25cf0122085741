import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

export const top = join(import.meta.dir, "../..");

export interface SourceFile {
  /** From the top of the project, e.g. `src/http/app.ts`. */
  readonly path: string;
  readonly text: string;
  /** Files of the project that it imports. */
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
