import { CommandError } from "../../../declare/command.ts";
import type { Reader } from "../../../declare/tx.ts";
import { userFlags } from "../model.ts";
import { splitFullName } from "../rules/username.ts";
import { isBot } from "../rules/views.ts";
import { findUser, findUserByName } from "../store/users.ts";
import type { UserRow } from "../tables.ts";

/** The user whom an operator names, by id or as name#discriminator. */
export async function requireNamedUser(db: Reader, which: string): Promise<UserRow> {
  const name = splitFullName(which);
  const user = name ? await findUserByName(db, name) : await findUser(db, which);
  if (!user) throw new CommandError(`no user has the id or name ${which}`);
  return user;
}

/** The same for somebody who is to own servers. */
export async function requireNamedOwner(db: Reader, which: string): Promise<UserRow> {
  const user = await requireNamedUser(db, which);
  if (isBot(user)) throw new CommandError(`${which} is a bot, and bots cannot own servers`);
  if (user.flags & userFlags.deleted) throw new CommandError(`the user ${which} is deleted`);
  return user;
}
