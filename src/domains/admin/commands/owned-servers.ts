import { CommandError, type CommandInput } from "../../../declare/command.ts";
import type { AnyTx } from "../../../declare/tx.ts";
import { listOwnedServers } from "../../members/index.ts";
import { transferOwnedServers } from "../../servers/index.ts";

/** Options of commands that delete a user, who may own servers. */
export const ownedServersOptions = {
  "transfer-to": "the user (id or name) who gets the servers that this one owns",
};
export const ownedServersFlags = {
  "delete-servers": "delete the servers that this user owns, with all that is in them",
};

/** Gives the servers of a user away if the operator says to whom. Fails if there are any, and nobody said to delete them. */
export async function settleOwnedServers(
  tx: AnyTx,
  { userId, name }: { readonly userId: string; readonly name: string },
  { options, flags }: Pick<CommandInput, "options" | "flags">,
): Promise<void> {
  const { "transfer-to": to } = options;
  if (to !== undefined) return transferOwnedServers(tx, { from: userId, to });
  const owned = await listOwnedServers(tx, userId);
  if (owned.length === 0 || flags.has("delete-servers")) return;
  const names = owned.slice(0, 5).map((server) => `  ${server.id}  ${server.name}`);
  const rest = owned.length > 5 ? [`  and ${owned.length - 5} more`] : [];
  throw new CommandError(
    [
      `${name} owns servers, which would be deleted too:`,
      ...names,
      ...rest,
      "Pass --transfer-to USER to give them to somebody else, or --delete-servers.",
    ].join("\n"),
  );
}
