import { type Kysely, sql } from "kysely";
import type { SlicedTask } from "../../../platform/cooperative-scheduler.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import type { Reader } from "../../../store/tx.ts";
import type { ChannelsTables } from "../../conversations/index.ts";
import type { Emoji, Server } from "../model.ts";
import type { SharedChannels } from "../rules/shared-server.ts";
import type { MemberWithRoles } from "../rules/views.ts";
import type { ServerRow, ServersTables } from "../tables.ts";
import { withRoles } from "./members.ts";
import { sharedServers } from "./shared-servers.ts";

type Tables = Kysely<ServersTables & ChannelsTables>;

/** Last messages are loaded for this many servers at once. */
const serversAtOnce = 10;

const membershipsOf = prepare((db: Tables, userId: string) =>
  db
    .selectFrom("members")
    .innerJoin("servers", "servers.id", "members.server_id")
    .innerJoin("member_counts", "member_counts.server_id", "servers.id")
    .selectAll("members")
    .select(["servers.revision", "member_counts.members"])
    .where("members.user_id", "=", userId)
    .orderBy("servers.id"),
);

const assignedRolesOf = prepare((db: Tables, userId: string) =>
  db
    .selectFrom("members")
    .innerJoin("member_roles", (on) =>
      on
        .onRef("member_roles.server_id", "=", "members.server_id")
        .onRef("member_roles.user_id", "=", "members.user_id"),
    )
    .selectAll("member_roles")
    .where("members.user_id", "=", userId)
    .orderBy("member_roles.position"),
);

const joinedLastMessages = sql<string>`string_agg(coalesce(channels.last_message_id, ''), ',' order by channels.id)`;

/**
 * The ids of the last messages in the channels of each server whose id lies in a range, in the order of the channels.
 * One text for each server takes a tenth of the time and memory that one row for each channel takes.
 */
const lastMessagesOf = prepare((db: Tables, userId: string, first: string, last: string) =>
  db
    .selectFrom("members")
    .innerJoin("channels", "channels.server_id", "members.server_id")
    .select(["members.server_id", joinedLastMessages.as("lastMessages")])
    .where("members.user_id", "=", userId)
    .where("members.server_id", ">=", first)
    .where("members.server_id", "<=", last)
    .groupBy("members.server_id"),
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
  const found = await db.all(membershipsOf, userId);
  if (found.length === 0) return [];
  const memberships = withRoles(found, await db.all(assignedRolesOf, userId));
  const cache = db.services.resources.get(sharedServers);
  const result: ServerWithMembership[] = [];
  for (let at = 0; at < memberships.length; at += serversAtOnce) {
    const some = memberships.slice(at, at + serversAtOnce);
    const [first = "", last = ""] = [some[0]?.server_id, some.at(-1)?.server_id];
    const rows = await db.all(lastMessagesOf, userId, first, last);
    const lastMessages = new Map(rows.map((row) => [row.server_id, row.lastMessages]));
    for (const { revision, members, ...member } of some) {
      const id = member.server_id;
      const shared = await cache.find(db, { id, revision }, task);
      if (!shared) continue;
      const channels = shared.withLastMessages(lastMessages.get(id) ?? "");
      result.push({ server: shared.withMembers(members), channels, emojis: shared.emojis, member });
      const pause = task.pause();
      if (pause) await pause;
    }
  }
  return result;
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
