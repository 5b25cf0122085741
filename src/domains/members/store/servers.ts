import type { Kysely } from "kysely";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
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

export async function countMembers(db: Reader, serverId: string): Promise<number> {
  return (await db.one(countByServer, serverId))?.members ?? 0;
}

/** The same of all servers that a user owns. */
export async function countMembersOf(db: Reader, ownerId: string): Promise<Map<string, number>> {
  const rows = await db
    .sql<ServersTables>()
    .selectFrom("servers")
    .innerJoin("member_counts", "member_counts.server_id", "servers.id")
    .select(["servers.id", "members"])
    .where("owner_id", "=", ownerId)
    .execute();
  return new Map(rows.map(({ id, members }) => [id, members]));
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

/** Finds a role of this server only. */
export async function findRole(db: Reader, serverId: string, id: string): Promise<RoleRow | undefined> {
  return db.one(roleByKey, serverId, id);
}

const newRevision = prepare((db: Kysely<ServersTables>, revision: string, id: string) =>
  db.updateTable("servers").set({ revision }).where("id", "=", id),
).pipelined();

async function setRevision(tx: Tx, ids: readonly string[]): Promise<void> {
  const revision = tx.services.ids.next();
  const [only, second] = ids;
  if (only !== undefined && second === undefined) await tx.all(newRevision, revision, only);
  else
    await tx.sql<ServersTables>().updateTable("servers").set({ revision }).where("id", "in", ids).execute();
}

/**
 * Locks a server until the end of the transaction; a concurrent change waits or runs again. Every change in a server
 * locks it first, because joining sends a snapshot of the whole server, and no change may fall between that and the
 * events that follow. The lock also gives the server a new revision, so that nobody treats earlier reads of it as
 * current. It is a new id rather than a counter: a counter could reach the same value twice after the database has
 * lost commits.
 */
export async function lockServer(tx: Tx, id: string): Promise<void> {
  await lockServers(tx, [id]);
}

/** The same for several, a thousand at most. */
export async function lockServers(tx: Tx, ids: readonly string[]): Promise<void> {
  await lockServersAnd(tx, ids, async () => {});
}

/**
 * The same, and begins the work together with the lock: others wait for the lock, and PostgreSQL answers both in one
 * round trip.
 */
export async function lockServersAnd<T>(tx: Tx, ids: readonly string[], work: () => Promise<T>): Promise<T> {
  // Messages of the servers share these turns.
  for (const id of ids) await tx.takeTurn(id);
  const [, result] = await Promise.all([setRevision(tx, ids), work()]);
  return result;
}
