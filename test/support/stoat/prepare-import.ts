import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { TestHome } from "../server/engines.ts";
import { filesKey, type StoatFile, writeObjects } from "./stored-files.ts";
import { archiveOf, type Collections, writeFolder } from "./write-dump.ts";

export type DumpForm = "folder" | "folder with gzip" | "archive" | "archive with gzip";

interface PreparedImport {
  /** The command that imports it. */
  readonly words: readonly string[];
  /** The folder or archive. */
  readonly dump: string;
  /** The folder of the objects. */
  readonly files: string;
}

/** Writes a dump and its files below the data directory, where they are removed with it. */
export function prepareImport(
  home: TestHome,
  {
    collections,
    files,
  }: { readonly collections: Collections; readonly files: Readonly<Record<string, StoatFile>> },
  form: DumpForm,
): PreparedImport {
  const folder = join(home.dataDir, "old-instance");
  mkdirSync(folder, { recursive: true });
  const dump = join(folder, "dump");
  if (form.startsWith("folder")) writeFolder(dump, collections, form === "folder with gzip");
  else {
    const archive = archiveOf(collections);
    writeFileSync(dump, form === "archive with gzip" ? gzipSync(archive) : archive);
  }
  const objects = join(folder, "objects");
  writeObjects(objects, Object.values(files));
  const keyFile = join(folder, "key");
  writeFileSync(keyFile, `${filesKey.toString("base64")}\n`);
  const words = ["import", "stoat", "--dump", dump, "--files", objects, "--key-file", keyFile, "--json"];
  return { words, dump, files: objects };
}
