import type { Command } from "../../../declare/command.ts";
import { changeAccount, endAllSessions, purgeAccount, requireNamedAccount } from "../../accounts/index.ts";
import { deletionFlags, describeDeletedItems, listDeletedItems } from "../../operators/index.ts";
import { ownedServersFlags, ownedServersOptions, settleOwnedServers } from "./owned-servers.ts";

/** Not a command of accounts, because the operator says what becomes of the account's servers. */
export const deleteAccountCommand: Command = {
  words: ["accounts", "delete"],
  args: ["account"],
  options: ownedServersOptions,
  flags: { ...ownedServersFlags, "dry-run": deletionFlags["dry-run"] },
  doc: "Delete an account and its user immediately. If the user owns servers, say what to do with them.",
  run: (context) => {
    if (context.flags.has("dry-run"))
      return context.read(async (db) => {
        const { id: userId } = await requireNamedAccount(db, context.args[0] ?? "");
        return describeDeletedItems(await listDeletedItems(db, { userId }));
      });
    return changeAccount(context, async (tx, { id: userId, email: name }) => {
      await settleOwnedServers(tx, { userId, name }, context);
      context.recordDetails({ deleted: await listDeletedItems(tx, { userId }) });
      await endAllSessions(tx, userId);
      await purgeAccount(tx, userId);
    });
  },
};
