import { type Kysely, sql } from "kysely";
import type { ListPage } from "../../../declare/page.ts";
import type { SlicedTask } from "../../../platform/cooperative-scheduler.ts";
import { containsText } from "../../../platform/database/contains-text.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import { searchInSlices } from "../../../store/search-in-slices.ts";
import type { Reader } from "../../../store/tx.ts";
import type { ChannelsTables } from "../../conversations/index.ts";
import type { Emoji, Server } from "../model.ts";
import type { SharedChannels } from "../rules/shared-server.ts";
import type { MemberWithRoles } from "../rules/views.ts";
import type { ServerRow, ServersTables } from "../tables.ts";
import { sharedServers } from "./shared-servers.ts";

type Tables = Kysely<ServersTables & ChannelsTables>;

/** Servers are loaded this many at once. */
const pageSize = 10;

/**
 * Servers of a user after the one with this id, each with the user as a member of it. What there are several of for
 * each server comes as one text: that takes a tenth of the time and memory that a row for each takes. The last messages
 * are in the order of the channels, which come sorted from their index; to sort them in the aggregate would take twice
 * the time.
 */
const membershipsOf = prepare((db: Tables, userId: string, after: string) =>
  db
    .selectFrom("members")
    .innerJoin("servers", "servers.id", "members.server_id")
    .innerJoin("member_counts", "member_counts.server_id", "members.server_id")
    .selectAll("members")
    .select(({ selectFrom }) => [
      "servers.revision",
      "member_counts.members",
      selectFrom("member_roles")
        .select(sql<string | null>`string_agg(role_id, ',' order by position)`.as("joined"))
        .whereRef("member_roles.server_id", "=", "members.server_id")
        .whereRef("member_roles.user_id", "=", "members.user_id")
        .as("roles"),
      selectFrom(
        selectFrom("channels")
          .select("channels.last_message_id")
          .whereRef("channels.server_id", "=", "members.server_id")
          .orderBy("channels.id")
          .as("sorted"),
      )
        .select(sql<string | null>`string_agg(coalesce(sorted.last_message_id, ''), ',')`.as("joined"))
        .as("lastMessages"),
    ])
    .where("members.user_id", "=", userId)
    .where("members.server_id", ">", after)
    .orderBy("members.server_id")
    .limit(pageSize),
);

/** A server of a user, and the user as a member of it. */
export interface ServerWithMembership {
  readonly server: Server;
  readonly channels: SharedChannels;
  readonly emojis: readonly Emoji[];
  readonly member: MemberWithRoles;
}

/**
 * All servers of a user, each with all its channels. A user may have hundreds of thousands of overrides, so the work
 * pauses as part of `task`. Not for write transactions, which must not pause.
 */
export async function listServersWithMembership(
  db: Reader,
  userId: string,
  task: SlicedTask,
): Promise<ServerWithMembership[]> {
  const cache = db.services.resources.get(sharedServers);
  const result: ServerWithMembership[] = [];
  for (let after = ""; ; ) {
    const page = await db.all(membershipsOf, userId, after);
    for (const { revision, members, lastMessages, roles, ...row } of page) {
      const shared = await cache.find(db, { id: row.server_id, revision }, task);
      if (!shared) continue;
      const channels = shared.withLastMessages(lastMessages ?? "");
      const member = { ...row, roles: roles?.split(",") ?? [] };
      result.push({ server: shared.withMembers(members), channels, emojis: shared.emojis, member });
      const pause = task.pause();
      if (pause) await pause;
    }
    const last = page[pageSize - 1];
    if (!last) return result;
    after = last.server_id;
  }
}

const serverIdsOf = prepare((db: Tables, userId: string) =>
  db.selectFrom("members").select("server_id").where("user_id", "=", userId).orderBy("server_id"),
);

export async function listServerIds(db: Reader, userId: string): Promise<string[]> {
  return (await db.all(serverIdsOf, userId)).map(({ server_id }) => server_id);
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
