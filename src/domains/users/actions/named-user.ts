import { CommandError } from "../../../declare/command.ts";
import type { Reader } from "../../../declare/tx.ts";
import { userFlags } from "../model.ts";
import { splitFullName } from "../rules/username.ts";
import { isBot } from "../rules/views.ts";
import { findUser, findUserByName, listNamesakes } from "../store/users.ts";
import type { UserRow } from "../tables.ts";

/** The user whom an operator names: by id, as name#discriminator, or by a name that nobody else has. */
export async function requireNamedUser(db: Reader, which: string): Promise<UserRow> {
  const name = splitFullName(which);
  const user = name ? await findUserByName(db, name) : await findUser(db, which);
  if (user) return user;
  const [namesake, ...others] = name ? [] : await listNamesakes(db, which);
  if (!namesake) throw new CommandError(`no user has the id or name ${which}`);
  if (others.length === 0) return namesake;
  const names = [namesake, ...others].map(({ username, discriminator }) => `${username}#${discriminator}`);
  throw new CommandError(
    `several users are called ${which}: ${names.slice(0, 10).join(", ")}${names.length > 10 ? ", …" : ""}`,
  );
}

/** The same for somebody who is to own servers. */
export async function requireNamedOwner(db: Reader, which: string): Promise<UserRow> {
  const user = await requireNamedUser(db, which);
  if (isBot(user)) throw new CommandError(`${which} is a bot, and bots cannot own servers`);
  if (user.flags & userFlags.deleted) throw new CommandError(`the user ${which} is deleted`);
  return user;
}
