import type { Database } from "../platform/database/port.ts";
import { WrongSecrets } from "../platform/secrets/secrets-file.ts";
import type { Vault } from "../platform/secrets/vault.ts";
import type { SystemTables } from "./system-tables.ts";

const row = "encryption_key_check";

/** Refuses to run with a key that cannot open what the database holds, before anything is written with it. */
export async function checkKey(database: Database, vault: Vault): Promise<void> {
  await database.write(async (queries) => {
    const meta = queries.sql<SystemTables>();
    const known = await meta.selectFrom("meta").select("value").where("key", "=", row).executeTakeFirst();
    if (!known) {
      await meta
        .insertInto("meta")
        .values({ key: row, value: vault.seal(row, row) })
        .execute();
      return;
    }
    try {
      vault.open(known.value, row);
    } catch {
      throw new WrongSecrets(
        "The encryption key does not fit this database. Put back the secrets.json that belongs to it, " +
          "or set secrets.encryption_key.",
      );
    }
  });
}
