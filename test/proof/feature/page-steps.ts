import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A file that a guide tells the reader to write, or lines to add to one that exists. */
export interface PageStep {
  readonly path: string;
  readonly isEdit: boolean;
  readonly content: string;
}

/** The steps of a page: each is a line with a path in bold, and the block of code that follows it. */
export function readSteps(page: string): PageStep[] {
  const blocks = page.matchAll(/^\*\*`([^`]+)`\*\*\n\n```(\w+)\n([\s\S]*?)^```$/gm);
  return [...blocks].map(([, path = "", language, content = ""]) => ({
    path,
    isEdit: language === "diff",
    content,
  }));
}

/**
 * Carries out a step in a copy of the repository. Fails if it does not apply to what is there. NNNN in the path is the
 * number of the next migration.
 */
export function applyStep(top: string, { path, isEdit, content }: PageStep): void {
  const file = join(
    top,
    path.replace("NNNN", () => nextNumber(join(top, dirname(path)))),
  );
  if (isEdit) {
    writeFileSync(file, addLines(readFileSync(file, "utf8"), content));
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content, { flag: "wx" });
}

function nextNumber(folder: string): string {
  const numbers = readdirSync(folder).map((name) => Number(/^\d{4}(?=-)/.exec(name)?.[0] ?? 0));
  return String(Math.max(...numbers) + 1).padStart(4, "0");
}

/** Inserts the lines that are marked with `+`, each after the line above it, which the file must have exactly once. */
export function addLines(text: string, diff: string): string {
  const lines = text.split("\n");
  let position = -1;
  for (const line of diff.split("\n").slice(0, -1)) {
    if (line.startsWith("+")) {
      position += 1;
      lines.splice(position, 0, line.slice(1));
      continue;
    }
    const above = line.slice(1);
    const found = lines.filter((each) => each === above).length;
    if (found !== 1) throw new Error(`"${above}" is there ${found} times, and should be there once`);
    position = lines.indexOf(above);
  }
  return lines.join("\n");
}
