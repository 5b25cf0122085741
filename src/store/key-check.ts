import type { Database } from "../platform/database/port.ts";
import { WrongSecrets } from "../platform/secrets/secrets-file.ts";
import type { Vault } from "../platform/secrets/vault.ts";
import type { SystemTables } from "./system-tables.ts";

const row = "encryption_key_check";

/**
 * Throws if the encryption key is not the one that the database was written with, before anything is encrypted with
 * it. The first call stores a sealed value, which later calls open.
 */
export async function checkKey(database: Database, vault: Vault): Promise<void> {
  await database.write(async (queries) => {
    const meta = queries.sql<SystemTables>();
    const stored = await meta.selectFrom("meta").select("value").where("key", "=", row).executeTakeFirst();
    if (!stored) {
      await meta
        .insertInto("meta")
        .values({ key: row, value: vault.seal(row, row) })
        .execute();
      return;
    }
    try {
      vault.open(stored.value, row);
    } catch {
      throw new WrongSecrets(
        "The encryption key does not fit this database. Put back the secrets.json that belongs to it, " +
          "or set secrets.encryption_key.",
      );
    }
  });
}
