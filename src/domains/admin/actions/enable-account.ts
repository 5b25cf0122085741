import type { Tx } from "../../../declare/tx.ts";
import { enableAccount } from "../../accounts/index.ts";
import { requireAccountOf } from "./require-user.ts";

/** Enables the account of a user again, unless it is deleted for good. */
export async function enableAccountOf(
  tx: Tx<never, "NotFound" | "InvalidOperation">,
  userId: string,
): Promise<void> {
  const { deletion } = await requireAccountOf(tx, userId);
  if (deletion === "deleted") throw tx.fail("InvalidOperation");
  await enableAccount(tx, userId);
}
