import type { Kysely } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import type { UsersTables } from "../../users/index.ts";
import { membershipFrom, type ServerMembership } from "../rules/membership.ts";
import type { ServerRow, ServersTables } from "../tables.ts";
import { findServer } from "./servers.ts";

/** One query with few columns of the server: it runs with every message, and its result must be consistent. */
const membershipByKey = prepare((db: Kysely<ServersTables & UsersTables>, serverId: string, userId: string) =>
  db
    .selectFrom("servers")
    .leftJoin("members", (on) =>
      on.onRef("members.server_id", "=", "servers.id").on("members.user_id", "=", userId),
    )
    .leftJoin("users", (on) => on.on("users.id", "=", userId))
    .leftJoin("member_roles", (on) =>
      on
        .onRef("member_roles.server_id", "=", "members.server_id")
        .onRef("member_roles.user_id", "=", "members.user_id"),
    )
    .leftJoin("roles", "roles.id", "member_roles.role_id")
    .selectAll("members")
    .select(["servers.owner_id", "servers.default_permissions", "users.id as queried_user_id"])
    .select(["member_roles.position", "roles.id as role_id", "roles.rank", "roles.allow", "roles.deny"])
    .where("servers.id", "=", serverId),
).cached();

/** The column of channels that tells their server. */
interface ServersOfChannels {
  channels: { id: string; server_id: string | null };
}

/** The same by a channel of the server. It names all columns: messages change others of the same channel. */
const membershipByChannel = prepare(
  (db: Kysely<ServersTables & UsersTables & ServersOfChannels>, channelId: string, userId: string) =>
    db
      .selectFrom("channels")
      .innerJoin("servers", "servers.id", "channels.server_id")
      .leftJoin("members", (on) =>
        on.onRef("members.server_id", "=", "servers.id").on("members.user_id", "=", userId),
      )
      .leftJoin("users", (on) => on.on("users.id", "=", userId))
      .leftJoin("member_roles", (on) =>
        on
          .onRef("member_roles.server_id", "=", "members.server_id")
          .onRef("member_roles.user_id", "=", "members.user_id"),
      )
      .leftJoin("roles", "roles.id", "member_roles.role_id")
      .select(["members.server_id", "members.user_id", "members.joined_at", "members.nickname"])
      .select(["members.pronouns", "members.avatar", "members.timeout_until"])
      .select(["members.can_publish", "members.can_receive"])
      .select(["servers.owner_id", "servers.default_permissions", "users.id as queried_user_id"])
      .select(["member_roles.position", "roles.id as role_id", "roles.rank", "roles.allow", "roles.deny"])
      .where("channels.id", "=", channelId),
).cached();

const revisionByChannel = prepare((db: Kysely<ServersTables & ServersOfChannels>, channelId: string) =>
  db
    .selectFrom("channels")
    .innerJoin("servers", "servers.id", "channels.server_id")
    .select(["servers.id", "servers.revision"])
    .where("channels.id", "=", channelId),
);

/** The revision of a channel's server; undefined for other channels. */
export function findServerRevision(db: Reader, channelId: string) {
  return db.one(revisionByChannel, channelId);
}

export interface ServerAccess extends ServerMembership {
  readonly server: ServerRow;
}

/** A server, and what decides the permissions of a user there. */
export async function findServerAccess(
  db: Reader,
  serverId: string,
  userId: string,
): Promise<ServerAccess | undefined> {
  // At the same time, because PostgreSQL answers both in one round trip.
  const [membership, server] = await Promise.all([
    findMembership(db, serverId, userId),
    findServer(db, serverId),
  ]);
  return membership && server && { ...membership, server };
}

/** The same without the server itself. */
export function findMembership(db: Reader, serverId: string, userId: string) {
  return db.map(membershipByKey, membershipFrom, serverId, userId);
}

/** The same in the server of a channel; undefined for other channels. */
export function findMembershipInChannel(db: Reader, channelId: string, userId: string) {
  return db.map(membershipByChannel, membershipFrom, channelId, userId);
}
