import { randomBytes } from "node:crypto";
import type { Tx } from "../../../declare/tx.ts";
import { insertInvite } from "../store/invites.ts";
import type { RegistrationInviteRow } from "../tables.ts";

/** Creates a code with which accounts may register; null for any number of them. */
export async function createRegistrationInvite(
  tx: Tx,
  max_uses: number | null,
): Promise<RegistrationInviteRow> {
  // No dashes: a code must not look like an option of the command line.
  const code = randomBytes(8).toString("hex");
  return insertInvite(tx, { code, created_at: tx.services.clock.now(), max_uses });
}
