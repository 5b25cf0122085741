import type { Command } from "../../../declare/command.ts";
import { webPushRow } from "../../../store/key-check.ts";
import type { SystemTables } from "../../../store/system-tables.ts";
import type { Tx } from "../../../store/tx.ts";

export const acceptSecrets: Command = {
  words: ["secrets", "accept"],
  args: [],
  doc: "Accept a web-push key that was replaced. All servers must have it from their next start.",
  async run({ write }) {
    await write(acceptWebPushKey);
    return "Accepted.";
  },
};

/** Makes the key for web push the one that this and all other servers must have from now on. */
async function acceptWebPushKey(tx: Tx): Promise<void> {
  const { vault, secrets } = tx.services;
  const value = vault.digest(secrets.vapid.privateKey, webPushRow);
  await tx
    .sql<SystemTables>()
    .insertInto("meta")
    .values({ key: webPushRow, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}
