import { CommandError } from "../../../declare/command.ts";
import type { AnyTx, Tx } from "../../../declare/tx.ts";
import { operatorId } from "../../audit/index.ts";
import {
  findMember,
  isBanned,
  listOwnedServers,
  type ServerRow,
  type ServerUpdated,
} from "../../members/index.ts";
import { requireNamedOwner, type UserRow } from "../../users/index.ts";
import type { MemberJoined, ServerJoined } from "../events.ts";
import type { ServerEdit } from "../model.ts";
import { applyServerEdit } from "./edit-server.ts";
import { joinServer } from "./join-server.ts";

type OperatorEditTx = Tx<
  typeof MemberJoined | typeof ServerJoined | typeof ServerUpdated,
  "NotFound" | "InvalidOperation"
>;

/**
 * Edits a server for an operator, whom its audit log does not name. A new owner who is no member becomes one. Returns
 * the server as it is then, undefined if the new owner is banned from it.
 */
export async function editServerAsOperator(
  tx: OperatorEditTx,
  server: ServerRow,
  edit: Pick<ServerEdit, "owner" | "flags" | "discoverable">,
): Promise<ServerRow | undefined> {
  const { owner } = edit;
  if (owner !== undefined && !(await findMember(tx, server.id, owner))) {
    if (await isBanned(tx, server.id, owner)) return undefined;
    await joinServer(tx, server, owner);
  }
  return applyServerEdit(tx, server, { edit, by: operatorId, reason: undefined });
}

export function bannedFrom({ id }: ServerRow, { username, discriminator }: UserRow): CommandError {
  return new CommandError(`${username}#${discriminator} is banned from the server ${id}`);
}

/** Gives all servers that a user owns to the user whom the operator names. */
export async function transferOwnedServers(
  tx: AnyTx,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const owner = await requireNamedOwner(tx, to);
  if (owner.id === from) throw new CommandError("the servers belong to this user already");
  for (const server of await listOwnedServers(tx, from))
    if (!(await editServerAsOperator(tx, server, { owner: owner.id }))) throw bannedFrom(server, owner);
}
