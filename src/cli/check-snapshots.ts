import { constants, Database as Handle } from "bun:sqlite";
import { existsSync, statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { snapshotsOf } from "../compose/open-database.ts";
import type { Config } from "../config/schema.ts";
import type { CommandReport } from "../declare/command.ts";
import { listSnapshots, readRecord } from "../platform/database/snapshot-files.ts";
import { isWhole } from "../platform/database/take-snapshot.ts";

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

/** Leaves no other files next to the copy. */
function readsWell(path: string, version: number): string {
  const url = `${pathToFileURL(path)}?immutable=1`;
  using handle = new Handle(url, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI);
  const problems = handle.query<{ integrity_check: string }, []>("pragma integrity_check(1)").all();
  if (problems[0]?.integrity_check !== "ok") return `damaged: ${problems[0]?.integrity_check}`;
  const stored = handle.query<{ version: number }, []>("select version from schema_version").get();
  return stored?.version === version ? "good" : `damaged: it has version ${stored?.version ?? "none"}`;
}
