import { existsSync, statSync } from "node:fs";
import { snapshotsOf } from "../compose/open-database.ts";
import type { Config } from "../config/schema.ts";
import type { CommandReport } from "../declare/command.ts";
import { listSnapshots, readRecord } from "../platform/database/snapshot-files.ts";
import { isWhole, readsWell } from "../platform/database/take-snapshot.ts";

/** Says of each copy of the database whether it can be put back. */
export async function checkSnapshots(config: Config): Promise<CommandReport | string> {
  const { directory } = snapshotsOf(config);
  const snapshots = listSnapshots(directory);
  if (snapshots.length === 0) return `There are no copies of the database in ${directory}.`;
  const rows = [];
  for (const { path, version, madeAt } of snapshots) {
    const made_at = new Date(madeAt).toISOString();
    rows.push({
      snapshot: path,
      version,
      made_at,
      bytes: statSync(path).size,
      state: await examine(path, version),
    });
  }
  const damaged = rows.filter(({ state }) => state !== "good").length;
  const note =
    damaged === 0
      ? "All of them can be put back."
      : `${damaged} of ${rows.length} cannot be put back: delete them, and do not copy them over a database.`;
  return { rows, note, hasFailed: damaged > 0 };
}

async function examine(path: string, version: number): Promise<string> {
  // Earlier versions wrote copies directly under their final name.
  if (existsSync(`${path}-journal`)) return "unfinished";
  if (readRecord(path) && !(await isWhole(path, () => {}))) return "damaged: its bytes have changed";
  try {
    return readsWell(path, version);
  } catch (error) {
    return `damaged: ${error instanceof Error ? error.message : error}`;
  }
}
