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

const channelIdsByServer = prepare((db: Kysely<ChannelsTables>, id: string) =>
  db.selectFrom("channels").select("id").where("server_id", "=", id).orderBy("id"),
);

const countByServer = prepare((db: Kysely<ServersTables>, id: string) =>
  db.selectFrom("member_counts").select("members").where("server_id", "=", id),
);

export async function findServer(db: Reader, id: string): Promise<ServerRow | undefined> {
  return db.one(serverById, id);
}

/** The highest first. */
export async function listRoles(db: Reader, serverId: string): Promise<RoleRow[]> {
  return db.all(rolesByServer, serverId);
}

/** In the order in which they were made. */
export async function listChannelIds(db: Reader, serverId: string): Promise<string[]> {
  return (await db.all(channelIdsByServer, serverId)).map(({ id }) => id);
}

export async function countMembers(db: Reader, serverId: string): Promise<number> {
  return (await db.one(countByServer, serverId))?.members ?? 0;
}

/** A server as it is now in this transaction, as clients see it. */
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
  await tx.sql<ServersTables>().updateTable("servers").set(changes).where("id", "=", id).execute();
}

/** With everything in it but messages, which are too many, and emoji, which are only detached. */
export async function deleteServer(tx: Tx, id: string): Promise<void> {
  await tx.sql<ServersTables>().deleteFrom("servers").where("id", "=", id).execute();
}

/**
 * Nobody changes anything in the server until this transaction is over, or it is run again. Every change in a server
 * begins with it: who joins is told of the whole server at once, and must not miss what happens in that moment.
 */
export async function lockServer(tx: Tx, id: string): Promise<void> {
  const held = tx
    .sql<ServersTables>()
    .updateTable("servers")
    .set(({ ref }) => ({ flags: ref("flags") }));
  await held.where("id", "=", id).execute();
}
