import { createHash } from "node:crypto";
import { assertNoRows, assertUtf8, presentTables } from "../../backup/rows/target-state.ts";
import { type FinishedCopy, readFinishedCopy } from "../../backup/rows/unfinished-target.ts";
import { CommandError } from "../../declare/command.ts";
import type { Database, ReadQueries } from "../../platform/database/port.ts";
import {
  type CopySource,
  hasUnfinishedCopy,
  readUnfinishedCopy,
} from "../../platform/database/unfinished-copy.ts";
import type { SystemTables } from "../../store/system-tables.ts";

type TargetState =
  | { readonly kind: "empty" | "resumable" | "outdated" }
  | ({ readonly kind: "finished" } & FinishedCopy);

/** Distinguishes databases by a random value that each gets at its first start. */
export async function fingerprintOf(source: ReadQueries): Promise<string> {
  const row = await source
    .sql<SystemTables>()
    .selectFrom("meta")
    .select("value")
    .where("key", "=", "encryption_key_check")
    .executeTakeFirst();
  return createHash("sha256")
    .update(row?.value ?? "")
    .digest("hex");
}

/** Throws, and changes nothing, unless the database is empty or holds a copy of this source. */
export async function checkTarget(
  target: Database,
  origin: CopySource,
  tableNames: readonly string[],
): Promise<TargetState> {
  await assertUtf8(target);
  if (await hasUnfinishedCopy(target)) {
    const source = await readUnfinishedCopy(target);
    if (source?.fingerprint !== origin.fingerprint)
      throw new CommandError(
        "The PostgreSQL database holds an unfinished copy of another database. Finish that one, or use an empty database.",
      );
    return { kind: source.version === origin.version ? "resumable" : "outdated" };
  }
  const present = await presentTables(target, tableNames);
  const finished = present.includes("meta") ? await target.read(readFinishedCopy) : undefined;
  if (finished?.fingerprint === origin.fingerprint) return { kind: "finished", ...finished };
  await assertNoRows(target, present);
  return { kind: "empty" };
}
