import { type CommandContext, CommandError } from "../../../declare/command.ts";
import type { AnyTx } from "../../../declare/tx.ts";
import { timeOfId } from "../../../platform/ids/ids.ts";
import { requireNamedUser } from "../actions/named-user.ts";
import { userFlags } from "../model.ts";
import { formatFlags, parseFlags } from "../rules/flags.ts";
import { findUser } from "../store/users.ts";
import type { UserRow } from "../tables.ts";

/** Changes the user whom the first argument names, and shows them as they are then. */
export async function changeUser(
  { args: [which = ""], write, nameTarget }: CommandContext,
  work: (tx: AnyTx, user: UserRow) => Promise<unknown>,
) {
  return write(async (tx) => {
    const user = await requireNamedUser(tx, which);
    nameTarget(user.id);
    await work(tx, user);
    return [describeUser((await findUser(tx, user.id)) ?? user)];
  });
}

/** Reads the names of flags that an operator may set. */
export function readFlags(text = ""): number {
  const bits = parseFlags(text);
  if (bits === undefined) throw new CommandError(`no flag is called ${text}`);
  if (bits & userFlags.deleted) throw new CommandError("to delete a user, delete the account");
  return bits;
}

export function describeUser(user: UserRow) {
  return {
    id: user.id,
    name: `${user.username}#${user.discriminator}`,
    display_name: user.display_name,
    created: new Date(timeOfId(user.id)).toISOString(),
    privileged: user.privileged === 1,
    flags: formatFlags(user.flags),
    ...(user.bot_owner !== null && { bot_of: user.bot_owner }),
  };
}
