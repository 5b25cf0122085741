import { Database as Handle } from "bun:sqlite";
import { chmodSync, closeSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import {
  type CopySource,
  createMarkTable,
  unfinishedCopyTable,
  unfinishedSourceName,
} from "../unfinished-copy.ts";

/**
 * Creates a database file that is marked as an unfinished copy from the moment it has its name, in place of any other
 * file there. That one must be closed.
 */
export function createMarkedFile(path: string, source: CopySource): void {
  const draft = `${path}-draft`;
  rmSync(draft, { force: true });
  const handle = new Handle(draft, { create: true, strict: true });
  chmodSync(draft, 0o600);
  try {
    // No journal: if this is interrupted, nothing of the draft is needed.
    handle.run("pragma journal_mode = memory");
    handle.run(createMarkTable);
    handle.run(`insert into ${unfinishedCopyTable} values (?, ?)`, [
      unfinishedSourceName,
      JSON.stringify(source),
    ]);
  } finally {
    handle.close();
  }
  // They belong to the file that is replaced; SQLite would apply a log to the new one. The old one is marked, too.
  for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix, { force: true });
  renameSync(draft, path);
  const folder = openSync(dirname(path), "r");
  fsyncSync(folder);
  closeSync(folder);
}
