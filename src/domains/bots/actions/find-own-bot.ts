import type { Fail } from "../../../protocol/error.ts";
import type { Reader } from "../../../store/tx.ts";
import { findUser, type UserRow } from "../../users/index.ts";
import { findBot } from "../store/bots.ts";
import type { BotRow } from "../tables.ts";

/** A bot of the caller's, and the user who it is; those of others are as if they did not exist. */
export async function findOwnBot(
  { db, caller, fail }: { db: Reader; caller: { readonly userId: string }; fail: Fail<"NotFound"> },
  id: string,
): Promise<{ bot: BotRow; user: UserRow }> {
  const bot = await findBot(db, id);
  if (bot?.owner_id !== caller.userId) throw fail("NotFound");
  return { bot, user: await userOf(db, bot) };
}

export async function userOf(db: Reader, { id }: BotRow): Promise<UserRow> {
  const user = await findUser(db, id);
  if (!user) throw new Error(`bot without a user: ${id}`);
  return user;
}
