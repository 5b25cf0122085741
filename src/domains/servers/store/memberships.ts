import type { Kysely } from "kysely";
import type { SlicedTask } from "../../../platform/cooperative-scheduler.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import type { Reader } from "../../../store/tx.ts";
import type { ChannelRow, ChannelsTables } from "../../conversations/index.ts";
import type { Emoji, Server } from "../model.ts";
import type { SharedChannels, SharedServer } from "../rules/shared-server.ts";
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

/** Of the channels of the servers whose ids lie in a range. */
const lastMessagesOf = prepare((db: Tables, userId: string, first: string, last: string) =>
  db
    .selectFrom("members")
    .innerJoin("channels", "channels.server_id", "members.server_id")
    .select(["channels.server_id", "channels.id", "channels.last_message_id"])
    .where("members.user_id", "=", userId)
    .where("members.server_id", ">=", first)
    .where("members.server_id", "<=", last)
    .orderBy("channels.id"),
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
  const rows = await db.all(membershipsOf, userId);
  if (rows.length === 0) return [];
  const memberships = withRoles(rows, await db.all(assignedRolesOf, userId));
  const cache = db.services.resources.get(sharedServers);
  const result: ServerWithMembership[] = [];
  for (let at = 0; at < memberships.length; at += serversAtOnce) {
    const some = memberships.slice(at, at + serversAtOnce);
    const [first = "", last = ""] = [some[0]?.server_id, some.at(-1)?.server_id];
    const lastMessages = Map.groupBy(
      await db.all(lastMessagesOf, userId, first, last),
      ({ server_id }) => server_id,
    );
    for (const { revision, members, ...member } of some) {
      const id = member.server_id;
      const shared = await cache.find(db, { id, revision }, task);
      if (!shared) continue;
      const channels = shared.withLastMessages(lastMessagesIn(shared, lastMessages.get(id) ?? []));
      result.push({ server: shared.withMembers(members), channels, emojis: shared.emojis, member });
      const pause = task.pause();
      if (pause) await pause;
    }
  }
  return result;
}

/** In the order of the server's channels, which the rows have too, unless a channel came or went in between. */
function lastMessagesIn(
  { content: { channels } }: SharedServer,
  rows: readonly Pick<ChannelRow, "id" | "last_message_id">[],
): (string | null)[] {
  if (rows.length === channels.length && rows.every(({ id }, index) => id === channels[index]?._id))
    return rows.map(({ last_message_id }) => last_message_id);
  const byId = new Map(rows.map(({ id, last_message_id }) => [id, last_message_id]));
  return channels.map(({ _id }) => byId.get(_id) ?? null);
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
