import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface TestFolder extends Disposable {
  readonly path: string;
  write(name: string, content: string | Uint8Array): void;
}

/** A temporary folder with these files. */
export function newFolder(files: Readonly<Record<string, string | Uint8Array>>): TestFolder {
  const path = mkdtempSync(join(tmpdir(), "ermine-web-"));
  const write = (name: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
  };
  for (const [name, content] of Object.entries(files)) write(name, content);
  return { path, write, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
