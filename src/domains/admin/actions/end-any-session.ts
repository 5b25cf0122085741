import type { Tx } from "../../../declare/tx.ts";
import { endSession, findSession, type SessionDeleted } from "../../accounts/index.ts";

/** Ends one session of a user, whose devices are logged out at once. */
export async function endAnySession(
  tx: Tx<typeof SessionDeleted, "NotFound">,
  { sessionId, userId }: { readonly sessionId: string; readonly userId: string },
): Promise<void> {
  const session = await findSession(tx, sessionId);
  if (session?.user_id !== userId) throw tx.fail("NotFound");
  await endSession(tx, { sessionId, userId });
}
