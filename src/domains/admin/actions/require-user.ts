import type { Fail } from "../../../declare/error.ts";
import type { SessionCaller } from "../../../declare/route.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { type AccountRow, findAccount } from "../../accounts/index.ts";
import { findUser, type UserRow } from "../../users/index.ts";

export async function requireUser(db: Reader, id: string, fail: Fail<"NotFound">): Promise<UserRow> {
  const user = await findUser(db, id);
  if (!user) throw fail("NotFound");
  return user;
}

/** The account of a user; bots have none. */
export async function requireAccountOf(tx: Tx<never, "NotFound">, id: string): Promise<AccountRow> {
  const account = await findAccount(tx, id);
  if (!account) throw tx.fail("NotFound");
  return account;
}

/** Operators cannot lock themselves out: somebody must remain who can undo it. */
export function assertOther(
  { fail }: { readonly fail: Fail<"InvalidOperation"> },
  target: string,
  { userId }: SessionCaller,
): void {
  if (target === userId) throw fail("InvalidOperation");
}
