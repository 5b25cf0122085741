import type { Kysely } from "kysely";
import { prepare } from "../../../platform/database/prepared.ts";
import type { Reader } from "../../../store/tx.ts";
import { type ChannelsTables, textChannelViews } from "../../conversations/index.ts";
import type { Server } from "../model.ts";
import type { MembershipWithChannels } from "../rules/membership.ts";
import { serverView } from "../rules/views.ts";
import { serverVisibilityData } from "../rules/visibility-data.ts";
import type { ServerRow, ServersTables } from "../tables.ts";
import { withRoles } from "./members.ts";

type Tables = Kysely<ServersTables & ChannelsTables>;

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

const rolesOf = prepare((db: Tables, userId: string) =>
  db
    .selectFrom("members")
    .innerJoin("roles", "roles.server_id", "members.server_id")
    .selectAll("roles")
    .where("members.user_id", "=", userId)
    .orderBy("roles.rank")
    .orderBy("roles.id"),
);

const channelsOf = prepare((db: Tables, userId: string) =>
  db
    .selectFrom("members")
    .innerJoin("channels", "channels.server_id", "members.server_id")
    .selectAll("channels")
    .where("members.user_id", "=", userId)
    .orderBy("channels.id"),
);

const overridesOf = prepare((db: Tables, userId: string) =>
  db
    .selectFrom("members")
    .innerJoin("channels", "channels.server_id", "members.server_id")
    .innerJoin("channel_overrides", "channel_overrides.channel_id", "channels.id")
    .selectAll("channel_overrides")
    .where("members.user_id", "=", userId)
    .orderBy("channel_overrides.role_id"),
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

/** All servers of a user, each with all its channels. */
export async function listServersWithMembership(db: Reader, userId: string): Promise<ServerWithMembership[]> {
  const servers = await db.all(serversOf, userId);
  if (servers.length === 0) return [];
  const roles = Map.groupBy(await db.all(rolesOf, userId), ({ server_id }) => server_id);
  // Read before the channels: overrides that are deleted in between must not make a channel look public.
  const overrides = await db.all(overridesOf, userId);
  const channels = Map.groupBy(
    textChannelViews(await db.all(channelsOf, userId), overrides),
    ({ server }) => server,
  );
  const memberships = withRoles(await db.all(membershipsOf, userId), await db.all(assignedRolesOf, userId));
  const byServer = new Map(memberships.map((member) => [member.server_id, member]));
  return servers.flatMap(({ members, ...row }) => {
    const member = byServer.get(row.id);
    if (!member) return [];
    const parts = { roles: roles.get(row.id) ?? [], channels: channels.get(row.id) ?? [] };
    const ids = parts.channels.map(({ _id }) => _id);
    const server = serverView(row, { ...parts, channels: ids, members });
    return [{ server, visibility: serverVisibilityData(row, parts), channels: parts.channels, member }];
  });
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
