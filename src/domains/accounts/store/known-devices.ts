import type { Reader, Tx } from "../../../declare/tx.ts";
import type { AccountsTables } from "../tables.ts";

/** More than anybody uses; the one that was not used for longest is forgotten first. */
const maxKnown = 200;

export async function isKnownDevice(db: Reader, digest: string): Promise<boolean> {
  const known = db.sql<AccountsTables>().selectFrom("known_devices").select("digest");
  return (await known.where("digest", "=", digest).executeTakeFirst()) !== undefined;
}

export async function hasKnownDevices(db: Reader, accountId: string): Promise<boolean> {
  const known = db.sql<AccountsTables>().selectFrom("known_devices").select("digest");
  return (await known.where("account_id", "=", accountId).limit(1).executeTakeFirst()) !== undefined;
}

export async function rememberDevice(tx: Tx, accountId: string, digest: string): Promise<void> {
  const used_at = tx.services.clock.now();
  const db = tx.sql<AccountsTables>();
  await db
    .insertInto("known_devices")
    .values({ digest, account_id: accountId, used_at })
    .onConflict((conflict) => conflict.column("digest").doUpdateSet({ used_at }))
    .execute();
  const surplus = await db
    .selectFrom("known_devices")
    .select("digest")
    .where("account_id", "=", accountId)
    .orderBy("used_at", "desc")
    .limit(10)
    .offset(maxKnown)
    .execute();
  const digests = surplus.map((device) => device.digest);
  if (digests.length > 0) await db.deleteFrom("known_devices").where("digest", "in", digests).execute();
}

export async function deleteKnownDevices(tx: Tx, accountId: string): Promise<void> {
  await tx.sql<AccountsTables>().deleteFrom("known_devices").where("account_id", "=", accountId).execute();
}
