import { randomToken } from "../../../platform/ids.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
import type { Tx } from "../../../store/tx.ts";
import type { LoginReply } from "../model.ts";
import { insertSession } from "../store/sessions.ts";
import type { AccountRow } from "../tables.ts";

/** The last step of every login. */
export async function openSession(tx: Tx, account: AccountRow, name = "Unknown"): Promise<LoginReply> {
  if (account.disabled) return { result: "Disabled", user_id: account.id };
  const { ids, clock } = tx.services;
  const token = randomToken(64);
  const now = clock.now();
  const session = { id: ids.next(), user_id: account.id, name, last_seen: now };
  await insertSession(tx, { ...session, token_digest: digestToken(token) });
  return {
    result: "Success",
    _id: session.id,
    user_id: account.id,
    token,
    name,
    last_seen: new Date(now).toISOString(),
  };
}
