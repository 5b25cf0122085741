import type { Reader, Tx } from "../../../declare/tx.ts";
import type { RoleRow, ServerRow, ServersTables } from "../../members/index.ts";

export async function insertServer(tx: Tx, server: ServerRow): Promise<void> {
  await tx.sql<ServersTables>().insertInto("servers").values(server).execute();
  await tx
    .sql<ServersTables>()
    .insertInto("member_counts")
    .values({ server_id: server.id, members: 0 })
    .execute();
}

/** Deletes all in them except messages, which are too many for one transaction, and emoji, which get detached. */
export async function deleteServers(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.sql<ServersTables>().deleteFrom("servers").where("id", "in", ids).execute();
}

export async function insertRole(tx: Tx, role: RoleRow): Promise<void> {
  await tx.sql<ServersTables>().insertInto("roles").values(role).execute();
}

export async function updateRole(tx: Tx, id: string, changes: Partial<RoleRow>): Promise<void> {
  await tx.sql<ServersTables>().updateTable("roles").set(changes).where("id", "=", id).execute();
}

/** The roles of a bot, in all servers or in these. */
export function listRolesOfBot(db: Reader, botId: string, serverIds?: readonly string[]) {
  const roles = db
    .sql<ServersTables>()
    .selectFrom("roles")
    .select(["id", "server_id"])
    .where("owner_id", "=", botId);
  return (serverIds ? roles.where("server_id", "in", serverIds) : roles.orderBy("server_id")).execute();
}

/** The database also removes the role from members and channel overrides. */
export async function deleteRole(tx: Tx, id: string): Promise<void> {
  await tx.sql<ServersTables>().deleteFrom("roles").where("id", "=", id).execute();
}
