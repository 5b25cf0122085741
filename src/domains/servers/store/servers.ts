import type { Kysely } from "kysely";
import { prepare } from "../../../platform/database/prepared.ts";
import type { Reader, Tx } from "../../../store/tx.ts";
import type { ChannelsTables } from "../../conversations/index.ts";
import type { Server } from "../model.ts";
import { serverView } from "../rules/views.ts";
import type { RoleRow, ServerRow, ServersTables } from "../tables.ts";

const serverById = prepare((db: Kysely<ServersTables>, id: string) =>
  db.selectFrom("servers").selectAll().where("id", "=", id),
);

const rolesByServer = prepare((db: Kysely<ServersTables>, id: string) =>
  db.selectFrom("roles").selectAll().where("server_id", "=", id).orderBy("rank").orderBy("id"),
);

const roleByKey = prepare((db: Kysely<ServersTables>, serverId: string, id: string) =>
  db.selectFrom("roles").selectAll().where("server_id", "=", serverId).where("id", "=", id),
);

const channelIdsByServer = prepare((db: Kysely<ChannelsTables>, id: string) =>
  db.selectFrom("channels").select("id").where("server_id", "=", id).orderBy("id"),
);

const countByServer = prepare((db: Kysely<ServersTables>, id: string) =>
  db.selectFrom("member_counts").select("members").where("server_id", "=", id),
);

export async function findServer(db: Reader, id: string): Promise<ServerRow | undefined> {
  return db.one(serverById, id);
}

/** The highest rank first. */
export async function listRoles(db: Reader, serverId: string): Promise<RoleRow[]> {
  return db.all(rolesByServer, serverId);
}

/** In order of creation. */
export async function listChannelIds(db: Reader, serverId: string): Promise<string[]> {
  return (await db.all(channelIdsByServer, serverId)).map(({ id }) => id);
}

export async function countMembers(db: Reader, serverId: string): Promise<number> {
  return (await db.one(countByServer, serverId))?.members ?? 0;
}

/** A server as clients see it, as of this transaction. */
export async function showServer(db: Reader, row: ServerRow): Promise<Server> {
  return serverView(row, {
    roles: await listRoles(db, row.id),
    channels: await listChannelIds(db, row.id),
    members: await countMembers(db, row.id),
  });
}

export async function insertServer(tx: Tx, server: ServerRow): Promise<void> {
  await tx.sql<ServersTables>().insertInto("servers").values(server).execute();
  await tx
    .sql<ServersTables>()
    .insertInto("member_counts")
    .values({ server_id: server.id, members: 0 })
    .execute();
}

export async function updateServer(tx: Tx, id: string, changes: Partial<ServerRow>): Promise<void> {
  const revision = tx.services.ids.next();
  await tx
    .sql<ServersTables>()
    .updateTable("servers")
    .set({ ...changes, revision })
    .where("id", "=", id)
    .execute();
}

/** Deletes everything in it except messages, which are too many for one transaction, and emoji, which get detached. */
export async function deleteServer(tx: Tx, id: string): Promise<void> {
  await tx.sql<ServersTables>().deleteFrom("servers").where("id", "=", id).execute();
}

/** Finds a role of this server only. */
export async function findRole(db: Reader, serverId: string, id: string): Promise<RoleRow | undefined> {
  return db.one(roleByKey, serverId, id);
}

export async function insertRole(tx: Tx, role: RoleRow): Promise<void> {
  await tx.sql<ServersTables>().insertInto("roles").values(role).execute();
}

export async function updateRole(tx: Tx, id: string, changes: Partial<RoleRow>): Promise<void> {
  await tx.sql<ServersTables>().updateTable("roles").set(changes).where("id", "=", id).execute();
}

/** The database also removes the role from members and channel overrides. */
export async function deleteRole(tx: Tx, id: string): Promise<void> {
  await tx.sql<ServersTables>().deleteFrom("roles").where("id", "=", id).execute();
}

/**
 * Locks a server until the end of the transaction; a concurrent change waits or runs again. Every change in a server
 * locks it first, because joining sends a snapshot of the whole server, and no change may fall between that and the
 * events that follow. The lock also gives the server a new revision, so that nobody takes what they have read of it
 * before for current. It is a new id and no counter: a counter could come to the same value a second time after the
 * database has lost commits.
 */
export async function lockServer(tx: Tx, id: string): Promise<void> {
  await tx
    .sql<ServersTables>()
    .updateTable("servers")
    .set({ revision: tx.services.ids.next() })
    .where("id", "=", id)
    .execute();
}
