import { hasTable } from "../platform/database/has-table.ts";
import type { Database, WriteQueries } from "../platform/database/port.ts";
import { type Secrets, WrongSecrets } from "../platform/secrets/secrets-file.ts";
import type { Vault } from "../platform/secrets/vault.ts";
import type { SystemTables } from "../store/system-tables.ts";

const encryptionRow = "encryption_key_check";
/** The row of `meta` that tells which key browsers have subscribed with. */
const webPushRow = "web_push_key_check";

/**
 * Throws if the encryption key is not the one that the database was written with, before anything is encrypted with
 * it. The first call stores a sealed value, which later calls open.
 */
export async function checkKey(database: Database, vault: Vault): Promise<void> {
  const stored = await storedOrNew(database, encryptionRow, vault.seal(encryptionRow, encryptionRow));
  try {
    vault.open(stored, encryptionRow);
  } catch {
    throw new WrongSecrets(
      "The encryption key does not fit this database. Put back the secrets.json that belongs to it, " +
        "or set secrets.encryption_key. If that key is lost for good, `ermine secrets replace` says what is lost with " +
        "it, and continues without it.",
    );
  }
}

/** Whether something may be encrypted in the database. Until then it has no key, and any will do. */
export async function hasKey(database: Database): Promise<boolean> {
  if (!(await hasTable(database, "meta"))) return false;
  const row = await database.read((queries) =>
    queries
      .sql<SystemTables>()
      .selectFrom("meta")
      .select("key")
      .where("key", "=", encryptionRow)
      .executeTakeFirst(),
  );
  return row !== undefined;
}

/**
 * Throws if the key for web push is not the one that browsers have subscribed with: they would get no notifications,
 * and of several servers each would use its own. All other secrets are derived from the encryption key.
 */
export async function checkWebPushKey(database: Database, vault: Vault, secrets: Secrets): Promise<void> {
  const digest = webPushDigest(vault, secrets);
  if ((await storedOrNew(database, webPushRow, digest)) === digest) return;
  throw new WrongSecrets(
    "The web-push key does not fit this database. Put back the secrets.json that belongs to it, or set " +
      "secrets.vapid_private_key; if it was replaced on purpose, run `ermine secrets accept`.",
  );
}

/** Makes the keys those that this and all other servers must have from now on. */
export async function recordKeys(
  queries: Pick<WriteQueries, "sql">,
  vault: Vault,
  secrets: Pick<Secrets, "vapid">,
): Promise<void> {
  const values = {
    [encryptionRow]: vault.seal(encryptionRow, encryptionRow),
    [webPushRow]: webPushDigest(vault, secrets),
  };
  for (const [key, value] of Object.entries(values))
    await queries
      .sql<SystemTables>()
      .insertInto("meta")
      .values({ key, value })
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
      .execute();
}

function webPushDigest(vault: Vault, { vapid }: Pick<Secrets, "vapid">): string {
  return vault.digest(vapid.privateKey, webPushRow);
}

/** Returns the value of a row, which this call creates if there is none. */
function storedOrNew(database: Database, key: string, value: string): Promise<string> {
  return database.write(async (queries) => {
    const meta = queries.sql<SystemTables>();
    const stored = await meta.selectFrom("meta").select("value").where("key", "=", key).executeTakeFirst();
    if (stored) return stored.value;
    await meta.insertInto("meta").values({ key, value }).execute();
    return value;
  });
}
