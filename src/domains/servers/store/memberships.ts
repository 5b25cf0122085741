import type { Kysely } from "kysely";
import type { SlicedTask } from "../../../platform/cooperative-scheduler.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import type { Reader } from "../../../store/tx.ts";
import {
  type ChannelsTables,
  type OverrideRow,
  type TextChannel,
  textChannelView,
} from "../../conversations/index.ts";
import type { Server } from "../model.ts";
import type { MembershipWithChannels } from "../rules/membership.ts";
import { serverView } from "../rules/views.ts";
import { serverVisibilityData } from "../rules/visibility-data.ts";
import type { ServerRow, ServersTables } from "../tables.ts";
import { withRoles } from "./members.ts";
import { listOverridesInPages } from "./text-channels.ts";

type Tables = Kysely<ServersTables & ChannelsTables>;

/** Roles and channels are loaded for this many servers at once. */
const serversAtOnce = 10;
/** More overrides than this are loaded in pages, with pauses, instead of by one query. */
const overridesAtOnce = 500;

const serversOf = prepare((db: Tables, userId: string) =>
  db
    .selectFrom("members")
    .innerJoin("servers", "servers.id", "members.server_id")
    .innerJoin("member_counts", "member_counts.server_id", "servers.id")
    .selectAll("servers")
    .select("member_counts.members")
    .where("members.user_id", "=", userId)
    .orderBy("servers.id"),
);

/** Of the servers whose ids lie in a range. */
const rolesOf = prepare((db: Tables, userId: string, first: string, last: string) =>
  db
    .selectFrom("members")
    .innerJoin("roles", "roles.server_id", "members.server_id")
    .selectAll("roles")
    .where("members.user_id", "=", userId)
    .where("members.server_id", ">=", first)
    .where("members.server_id", "<=", last)
    .orderBy("roles.rank")
    .orderBy("roles.id"),
);

/** The same. */
const channelsOf = prepare((db: Tables, userId: string, first: string, last: string) =>
  db
    .selectFrom("members")
    .innerJoin("channels", "channels.server_id", "members.server_id")
    .selectAll("channels")
    .where("members.user_id", "=", userId)
    .where("members.server_id", ">=", first)
    .where("members.server_id", "<=", last)
    .orderBy("channels.id"),
);

const overridesOf = prepare((db: Tables, userId: string) =>
  db
    .selectFrom("members")
    .innerJoin("channels", "channels.server_id", "members.server_id")
    .innerJoin("channel_overrides", "channel_overrides.channel_id", "channels.id")
    .selectAll("channel_overrides")
    .where("members.user_id", "=", userId)
    .limit(overridesAtOnce + 1),
);

const membershipsOf = prepare((db: Tables, userId: string) =>
  db.selectFrom("members").selectAll().where("user_id", "=", userId).orderBy("server_id"),
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

export interface ServerWithMembership extends MembershipWithChannels {
  readonly server: Server;
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
  const servers = await db.all(serversOf, userId);
  if (servers.length === 0) return [];
  const loading = { db, serverIds: servers.map(({ id }) => id), task };
  const roles = await loadByServer(loading, async (first, last) => db.all(rolesOf, userId, first, last));
  // Read before the channels: overrides that are deleted in between must not make a channel look public.
  const overrides = await loadOverrides(loading, await db.all(overridesOf, userId));
  const rows = await loadByServer(loading, async (first, last) => db.all(channelsOf, userId, first, last));
  const memberships = withRoles(await db.all(membershipsOf, userId), await db.all(assignedRolesOf, userId));
  const byServer = new Map(memberships.map((member) => [member.server_id, member]));
  const result: ServerWithMembership[] = [];
  for (const { members, ...row } of servers) {
    const member = byServer.get(row.id);
    if (!member) continue;
    const channels: TextChannel[] = [];
    for (const channel of rows.get(row.id) ?? []) {
      channels.push(textChannelView(channel, overrides.get(channel.id) ?? []));
      const pause = task.pause();
      if (pause) await pause;
    }
    const parts = { roles: roles.get(row.id) ?? [], channels };
    const server = serverView(row, { ...parts, channels: channels.map(({ _id }) => _id), members });
    result.push({ server, visibility: serverVisibilityData(row, parts), channels, member });
  }
  return result;
}

interface Loading {
  readonly db: Reader;
  readonly serverIds: readonly string[];
  readonly task: SlicedTask;
}

/** Loads rows for a few servers at once, and groups them by server. */
async function loadByServer<Row extends { readonly server_id: string | null }>(
  { serverIds, task }: Loading,
  load: (first: string, last: string) => Promise<Row[]>,
): Promise<Map<string | null, Row[]>> {
  const loaded: Row[] = [];
  for (let at = 0; at < serverIds.length; at += serversAtOnce) {
    const some = serverIds.slice(at, at + serversAtOnce);
    loaded.push(...(await load(some[0] ?? "", some.at(-1) ?? "")));
    await task.pause();
  }
  return Map.groupBy(loaded, ({ server_id }) => server_id);
}

/** Loads all overrides, by one query if they are few, grouped by channel, each in the order of the roles' ids. */
async function loadOverrides(
  { db, serverIds, task }: Loading,
  first: OverrideRow[],
): Promise<Map<string, OverrideRow[]>> {
  if (first.length <= overridesAtOnce) {
    const ordered = first.toSorted((a, b) => (a.role_id < b.role_id ? -1 : 1));
    return Map.groupBy(ordered, ({ channel_id }) => channel_id);
  }
  const overrides = new Map<string, OverrideRow[]>();
  for (const id of serverIds)
    for await (const page of listOverridesInPages(db, id)) {
      for (const row of page) {
        const others = overrides.get(row.channel_id);
        if (others) others.push(row);
        else overrides.set(row.channel_id, [row]);
      }
      await task.pause();
    }
  return overrides;
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
