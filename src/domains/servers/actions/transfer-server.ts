import { CommandError } from "../../../declare/command.ts";
import type { AnyTx } from "../../../store/tx.ts";
import { operatorId } from "../../audit/index.ts";
import { requireNamedOwner, type UserRow } from "../../users/index.ts";
import { isBanned } from "../store/bans.ts";
import { findMember } from "../store/members.ts";
import { listOwnedServers } from "../store/memberships.ts";
import type { ServerRow } from "../tables.ts";
import { applyServerEdit } from "./edit-server.ts";
import { joinServer } from "./join-server.ts";

/** Makes a user the owner of a server for an operator. Somebody who is no member becomes one. */
export async function transferServer(tx: AnyTx, server: ServerRow, owner: UserRow): Promise<void> {
  if (!(await findMember(tx, server.id, owner.id))) {
    if (await isBanned(tx, server.id, owner.id))
      throw new CommandError(
        `${owner.username}#${owner.discriminator} is banned from the server ${server.id}`,
      );
    await joinServer(tx, server, owner.id);
  }
  await applyServerEdit(tx, server, { edit: { owner: owner.id }, by: operatorId, reason: undefined });
}

/** Gives all servers that a user owns to the user whom the operator names. */
export async function transferOwnedServers(
  tx: AnyTx,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const owner = await requireNamedOwner(tx, to);
  if (owner.id === from) throw new CommandError("the servers belong to this user already");
  for (const server of await listOwnedServers(tx, from)) await transferServer(tx, server, owner);
}
