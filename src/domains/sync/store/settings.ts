import { type Kysely, sql } from "kysely";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import type { UserSettings } from "../model.ts";
import type { SettingRow, SyncTables } from "../tables.ts";

const settingsOf = prepare((db: Kysely<SyncTables>, userId: string) =>
  db.selectFrom("user_settings").selectAll().where("user_id", "=", userId).orderBy("key"),
);

/** The settings of a user with the given names, or all of them. */
export async function listSettings(
  db: Reader,
  userId: string,
  names: readonly string[] | "all",
): Promise<UserSettings> {
  const rows = await db.all(settingsOf, userId);
  // Filtered here, because a user has few settings and a request may list any number of names.
  const requested = new Set(names);
  const chosen = names === "all" ? rows : rows.filter(({ key }) => requested.has(key));
  return Object.fromEntries(chosen.map(({ key, written_at, value }) => [key, [written_at, value]]));
}

export async function writeSettings(tx: Tx, rows: readonly SettingRow[]): Promise<void> {
  await tx
    .sql<SyncTables>()
    .insertInto("user_settings")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["user_id", "key"]).doUpdateSet((row) => ({
        written_at: row.ref("excluded.written_at"),
        value: row.ref("excluded.value"),
      })),
    )
    .execute();
}

/** How many settings a user has, and how many bytes they take. */
export async function measureSettings(db: Reader, userId: string): Promise<{ keys: number; bytes: number }> {
  const { keys, bytes } = await db
    .sql<SyncTables>()
    .selectFrom("user_settings")
    .select(({ fn }) => [
      fn.countAll<number>().as("keys"),
      sql<number>`sum(octet_length(key) + octet_length(value))`.as("bytes"),
    ])
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return { keys, bytes: Number(bytes) };
}

export async function deleteSettingsOf(tx: Tx, userId: string): Promise<void> {
  await tx.sql<SyncTables>().deleteFrom("user_settings").where("user_id", "=", userId).execute();
}
