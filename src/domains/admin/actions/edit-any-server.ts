import type { Tx } from "../../../declare/tx.ts";
import type { ServerUpdated } from "../../members/index.ts";
import { editServerAsOperator, type MemberJoined, type ServerJoined } from "../../servers/index.ts";
import { isBot, isRemoved } from "../../users/index.ts";
import type { AdminServer, AdminServerEdit } from "../model.ts";
import { requireServerRow } from "./require-server.ts";
import { requireUser } from "./require-user.ts";
import { viewServer } from "./view-servers.ts";

/** Gives a server to another user, or changes its flags. Bots and removed users own no servers. */
export async function editAnyServer(
  tx: Tx<
    typeof MemberJoined | typeof ServerJoined | typeof ServerUpdated,
    "NotFound" | "InvalidOperation" | "Banned"
  >,
  target: string,
  edit: AdminServerEdit,
): Promise<AdminServer> {
  const server = await requireServerRow(tx, target, tx.fail);
  if (edit.owner !== undefined) {
    const owner = await requireUser(tx, edit.owner, tx.fail);
    if (isBot(owner) || isRemoved(owner)) throw tx.fail("InvalidOperation");
  }
  const edited = await editServerAsOperator(tx, server, edit);
  if (!edited) throw tx.fail("Banned");
  return viewServer(tx, edited);
}
