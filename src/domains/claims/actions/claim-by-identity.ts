import type { AnyTx } from "../../../declare/tx.ts";
import { findImportedUserOf, findUser } from "../../users/index.ts";
import { beginClaim } from "./begin-claim.ts";
import { isBannedFromHistory } from "./claimed-memberships.ts";

interface ForeignIdentity {
  readonly accountId: string;
  /** The service, such as `discord`, and the id of the person there. */
  readonly source: string;
  readonly foreignId: string;
}

/**
 * Gives somebody who has signed in with their old account its history. Nothing happens if somebody has claimed it, or
 * if an operator has undone this very claim.
 */
export async function claimByIdentity(tx: AnyTx, identity: ForeignIdentity): Promise<void> {
  const { accountId, source, foreignId } = identity;
  const person = await findImportedUserOf(tx, source, foreignId);
  if (!person || person.claimed_by !== null || person.undone_for === accountId) return;
  // An account without a user gets its history with the user.
  if (!(await findUser(tx, accountId)) || (await isBannedFromHistory(tx, person, accountId))) return;
  await beginClaim(tx, person, accountId);
}
