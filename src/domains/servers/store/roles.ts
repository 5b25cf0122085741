import type { Kysely } from "kysely";
import { prepare } from "../../../platform/database/prepared.ts";
import type { Reader, Tx } from "../../../store/tx.ts";
import type { RoleRow, ServersTables } from "../tables.ts";

const roleByKey = prepare((db: Kysely<ServersTables>, serverId: string, id: string) =>
  db.selectFrom("roles").selectAll().where("server_id", "=", serverId).where("id", "=", id),
);

/** A role of this server; those of others are not found. */
export async function findRole(db: Reader, serverId: string, id: string): Promise<RoleRow | undefined> {
  return db.one(roleByKey, serverId, id);
}

export async function insertRole(tx: Tx, role: RoleRow): Promise<void> {
  await tx.sql<ServersTables>().insertInto("roles").values(role).execute();
}

export async function updateRole(tx: Tx, id: string, changes: Partial<RoleRow>): Promise<void> {
  await tx.sql<ServersTables>().updateTable("roles").set(changes).where("id", "=", id).execute();
}

/** Nobody has it afterwards, and no channel mentions it. */
export async function deleteRole(tx: Tx, id: string): Promise<void> {
  await tx.sql<ServersTables>().deleteFrom("roles").where("id", "=", id).execute();
}
