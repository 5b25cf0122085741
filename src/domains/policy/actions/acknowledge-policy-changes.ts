import type { Tx } from "../../../declare/tx.ts";
import { acknowledgePolicies } from "../../users/index.ts";
import { findNewestPolicyChange } from "../store.ts";

/** Acknowledges everything up to the newest change, so that later ones still count as new. */
export async function acknowledgePolicyChanges(tx: Tx, userId: string): Promise<void> {
  const newest = await findNewestPolicyChange(tx);
  if (newest) await acknowledgePolicies(tx, userId, newest.created_at);
}
