import type { Fail } from "../../../protocol/error.ts";
import type { Reader } from "../../../store/tx.ts";
import { findUser, type UserRow } from "../../users/index.ts";

export async function requireUser(db: Reader, id: string, fail: Fail<"NotFound">): Promise<UserRow> {
  const user = await findUser(db, id);
  if (!user) throw fail("NotFound");
  return user;
}
