import type { Reader, Tx } from "../../../declare/tx.ts";
import type { StorageUsage } from "../rules/quota.ts";
import type { FilesTables } from "../tables.ts";

const dayMs = 86_400_000;

/** What the files of a user take. */
export async function readUsage(db: Reader, userId: string): Promise<StorageUsage> {
  const row = await db
    .sql<FilesTables>()
    .selectFrom("storage_usage")
    .selectAll()
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return {
    claimed: row?.claimed_bytes ?? 0,
    unused: await sumUnused(db, userId),
    today: row?.day === dayOf(db) ? row.day_bytes : 0,
  };
}

async function sumUnused(db: Reader, userId: string): Promise<number> {
  const { bytes } = await db
    .sql<FilesTables>()
    .selectFrom("files")
    .innerJoin("stored_files", "stored_files.hash", "files.hash")
    .select(({ fn }) => fn.sum<number | string | null>("size").as("bytes"))
    .where("charged_to", "=", userId)
    .where("used_as", "is", null)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

/** Counts an upload of today. */
export async function addUploaded(tx: Tx, userId: string, bytes: number): Promise<void> {
  const day = dayOf(tx);
  await tx
    .sql<FilesTables>()
    .insertInto("storage_usage")
    .values({ user_id: userId, claimed_bytes: 0, day, day_bytes: bytes })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet(({ eb, ref }) => ({
        day,
        day_bytes: eb
          .case()
          .when("storage_usage.day", "=", day)
          .then(eb("storage_usage.day_bytes", "+", ref("excluded.day_bytes")))
          .else(ref("excluded.day_bytes"))
          .end(),
      })),
    )
    .execute();
}

/** Counts bytes of claimed files; negative for files that are deleted. */
export async function addClaimed(tx: Tx, userId: string, bytes: number): Promise<void> {
  await tx
    .sql<FilesTables>()
    .insertInto("storage_usage")
    .values({ user_id: userId, claimed_bytes: bytes, day: 0, day_bytes: 0 })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet(({ eb, ref }) => ({
        claimed_bytes: eb("storage_usage.claimed_bytes", "+", ref("excluded.claimed_bytes")),
      })),
    )
    .execute();
}

/**
 * The bytes of claimed files that are not deleted, by the user whom they count for. The order lets concurrent deletions
 * lock the rows of these users in the same order.
 */
export function sumClaimed(tx: Tx, column: "id" | "used_by", values: readonly string[]) {
  const query = tx
    .sql<FilesTables>()
    .selectFrom("files")
    .innerJoin("stored_files", "stored_files.hash", "files.hash")
    .select(({ fn }) => ["charged_to", fn.sum<number | string>("size").as("bytes")])
    .where(`files.${column}`, "in", values)
    .where("used_as", "is not", null);
  // No plain comparison, for which SQLite would use an index and scan all files.
  const undeleted = query.where(({ eb, fn, val }) => eb(fn.coalesce("deleted_at", val(0)), "=", 0));
  return undeleted.groupBy("charged_to").orderBy("charged_to");
}

function dayOf({ services }: Reader): number {
  return Math.floor(services.clock.now() / dayMs);
}
