import type { Tx } from "../../../declare/tx.ts";
import { type ImportedUserRow, setClaimedBy } from "../../users/index.ts";
import { claimHistoryJob } from "../jobs.ts";

/** Makes an imported user's history that of an account; a job moves it. False if somebody else has claimed it. */
export async function beginClaim(tx: Tx, { user_id }: ImportedUserRow, accountId: string): Promise<boolean> {
  if (!(await setClaimedBy(tx, user_id, accountId))) return false;
  await tx.enqueue(claimHistoryJob, { userId: user_id, accountId });
  return true;
}
