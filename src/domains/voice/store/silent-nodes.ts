import type { Reader, Tx } from "../../../declare/tx.ts";
import type { SystemTables } from "../../../store/system-tables.ts";

/** In the database, since each run of the job that looks at the nodes may be on another server. */
const keyOf = (node: string) => `silent_voice_node:${node}`;

interface Silence {
  /** When the node was first found silent, and when it last was. */
  readonly since: number;
  readonly seenAt: number;
}

export async function findSilence(db: Reader, node: string): Promise<Silence | undefined> {
  const row = await db
    .sql<SystemTables>()
    .selectFrom("meta")
    .select("value")
    .where("key", "=", keyOf(node))
    .executeTakeFirst();
  return row && (JSON.parse(row.value) as Silence);
}

/**
 * Records that a voice node does not answer, and returns since when. What was found longer ago than `forgetAfterMs` does
 * not count: nobody has looked in between.
 */
export async function recordSilence(
  tx: Tx,
  node: string,
  { now, forgetAfterMs }: { now: number; forgetAfterMs: number },
): Promise<number> {
  const before = await findSilence(tx, node);
  const since = before && now - before.seenAt <= forgetAfterMs ? before.since : now;
  const value = JSON.stringify({ since, seenAt: now } satisfies Silence);
  await tx
    .sql<SystemTables>()
    .insertInto("meta")
    .values({ key: keyOf(node), value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
  return since;
}

export async function endSilence(tx: Tx, node: string): Promise<void> {
  await tx.sql<SystemTables>().deleteFrom("meta").where("key", "=", keyOf(node)).execute();
}
