import type { Kysely } from "kysely";
import type { ListPage } from "../../../declare/page.ts";
import type { Reader } from "../../../declare/tx.ts";
import { containsText } from "../../../platform/database/contains-text.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import { searchInSlices } from "../../../platform/database/search-in-slices.ts";
import type { MemberRow, ServerRow, ServersTables } from "../tables.ts";

const serverIdsOf = prepare((db: Kysely<ServersTables>, userId: string) =>
  db.selectFrom("members").select("server_id").where("user_id", "=", userId).orderBy("server_id"),
);

export async function listServerIds(db: Reader, userId: string): Promise<string[]> {
  return (await db.all(serverIdsOf, userId)).map(({ server_id }) => server_id);
}

/** What the user is in each of their servers, without roles. */
export function listMemberships(db: Reader, userId: string): Promise<MemberRow[]> {
  return db
    .sql<ServersTables>()
    .selectFrom("members")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("server_id")
    .execute();
}

/** Ids of the servers that both users are members of. */
export async function findSharedServers(db: Reader, a: string, b: string): Promise<string[]> {
  const rows = await db
    .sql<ServersTables>()
    .selectFrom("members as first")
    .innerJoin("members as second", "second.server_id", "first.server_id")
    .select("first.server_id")
    .where("first.user_id", "=", a)
    .where("second.user_id", "=", b)
    .orderBy("first.server_id")
    .execute();
  return rows.map(({ server_id }) => server_id);
}

export async function countServersOf(db: Reader, userId: string): Promise<number> {
  return (await listServerIds(db, userId)).length;
}

export function listOwnedServers(db: Reader, userId: string): Promise<ServerRow[]> {
  return db
    .sql<ServersTables>()
    .selectFrom("servers")
    .selectAll()
    .where("owner_id", "=", userId)
    .orderBy("id")
    .execute();
}

type ServerWithCount = ServerRow & { readonly members: number };

/** A page of the servers, or of those of one owner, in the order of their ids. */
export function listServersAfter(
  db: Reader,
  { limit, after = "" }: ListPage,
  ownerId?: string,
): Promise<ServerWithCount[]> {
  let query = selectServers(db).where("servers.id", ">", after);
  if (ownerId !== undefined) query = query.where("owner_id", "=", ownerId);
  return query.orderBy("servers.id").limit(limit).execute();
}

/** A page of the servers with a text in their name, or with this id or owner. */
export function searchServers(
  db: Reader,
  { limit, after = "" }: ListPage,
  text: string,
): Promise<ServerWithCount[]> {
  return searchInSlices(db, { table: "servers", limit, after }, (slice) => {
    let query = selectServers(db)
      .where("servers.id", ">", slice.after)
      .where(({ or, eb }) =>
        or([containsText("servers.name", text), eb("servers.id", "=", text), eb("owner_id", "=", text)]),
      );
    if (slice.upTo !== undefined) query = query.where("servers.id", "<=", slice.upTo);
    return query.orderBy("servers.id").limit(slice.limit).execute();
  });
}

function selectServers(db: Reader) {
  return db
    .sql<ServersTables>()
    .selectFrom("servers")
    .innerJoin("member_counts", "member_counts.server_id", "servers.id")
    .selectAll("servers")
    .select("member_counts.members");
}

/** The servers that a user is in, and what they say about the user. */
export function listMembershipsOf(db: Reader, userId: string) {
  return db
    .sql<ServersTables>()
    .selectFrom("members")
    .innerJoin("servers", "servers.id", "members.server_id")
    .select(["servers.id", "name", "owner_id", "joined_at", "nickname", "members.pronouns", "members.avatar"])
    .where("user_id", "=", userId)
    .orderBy("servers.id")
    .execute();
}
