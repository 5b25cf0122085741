import type { Command } from "../../../declare/command.ts";
import {
  assertConfirmed,
  deletionFlags,
  describeDeletedItems,
  listDeletedItems,
} from "../../operators/index.ts";
import { changeUser, readFlags, requireNamedUser, wipeUser } from "../../users/index.ts";
import { ownedServersFlags, ownedServersOptions, settleOwnedServers } from "./owned-servers.ts";

/** Not a command of users, because the operator says what becomes of the user's servers. */
export const wipeUserCommand: Command = {
  words: ["users", "wipe"],
  args: ["user"],
  options: { flag: "why, as for `users flag`; by default spam", ...ownedServersOptions },
  flags: { ...ownedServersFlags, ...deletionFlags },
  doc: "Remove a user from the platform: the account is disabled, relations, memberships, bots and messages are deleted.",
  run: (context) => {
    const reason = readFlags(context.options.flag ?? "spam");
    if (context.flags.has("dry-run"))
      return context.read(async (db) => {
        const { id: userId } = await requireNamedUser(db, context.args[0] ?? "");
        return describeDeletedItems(await listDeletedItems(db, { userId }));
      });
    return changeUser(context, async (tx, user) => {
      const [userId, name] = [user.id, `${user.username}#${user.discriminator}`];
      await settleOwnedServers(tx, { userId, name }, context);
      const deleted = await listDeletedItems(tx, { userId });
      assertConfirmed(context, name, deleted);
      context.recordDetails({ deleted });
      await wipeUser(tx, user, reason);
    });
  },
};
