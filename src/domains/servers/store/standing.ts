import type { Kysely } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import type { SceneRole } from "../../../declare/view-change.ts";
import { inOrder, type ServerStanding } from "../../../permissions/servers.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import type { UsersTables } from "../../users/index.ts";
import type { MemberWithRoles } from "../rules/views.ts";
import type { MemberRow, RoleRow, ServerRow, ServersTables } from "../tables.ts";
import { findServer } from "./servers.ts";

/**
 * One row for each role that somebody holds, or one without. Little of the server, and all in one query: this is asked
 * for with every message, and must be of one moment.
 */
const seatByKey = prepare((db: Kysely<ServersTables & UsersTables>, serverId: string, userId: string) =>
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
    .select(["servers.owner_id", "servers.default_permissions", "users.privileged"])
    .select(["member_roles.position", "roles.id as role_id", "roles.rank", "roles.allow", "roles.deny"])
    .where("servers.id", "=", serverId),
);

/** Somebody in a server, or at its door. */
interface Seat {
  readonly standing: ServerStanding;
  /** Undefined for who is not one. */
  readonly member: MemberWithRoles | undefined;
}

export interface Place extends Seat {
  readonly server: ServerRow;
}

/** A server, and all that decides what a user may do there. */
export async function findPlace(db: Reader, serverId: string, userId: string): Promise<Place | undefined> {
  const seat = await findSeat(db, serverId, userId);
  const server = seat && (await findServer(db, serverId));
  return server && { ...seat, server };
}

/** The same without the server itself. */
export async function findSeat(db: Reader, serverId: string, userId: string): Promise<Seat | undefined> {
  const rows = await db.all(seatByKey, serverId, userId);
  const [row] = rows;
  if (!row) return undefined;
  const held = rows.toSorted(byPosition).flatMap(roleIn);
  const member = memberIn(
    row,
    held.map(({ id }) => id),
  );
  const standing: ServerStanding = {
    privileged: row.privileged === 1,
    owner: row.owner_id === userId,
    member: member && {
      timeoutUntil: member.timeout_until,
      canPublish: member.can_publish === 1,
      canReceive: member.can_receive === 1,
    },
    defaultPermissions: row.default_permissions,
    roles: inOrder(held),
  };
  if (member) members.set(standing, member);
  return { standing, member };
}

const members = new WeakMap<ServerStanding, MemberWithRoles>();

/** Whose standing it is. Whoever was told no more than that need not look for the member again. */
export function memberBehind(standing: ServerStanding): MemberWithRoles | undefined {
  return members.get(standing);
}

function byPosition(
  a: { readonly position: number | null },
  b: { readonly position: number | null },
): number {
  return (a.position ?? 0) - (b.position ?? 0);
}

/** What an outer join gives: where there is no row, every column is null. */
type Perhaps<T> = { [Column in keyof T]: T[Column] | null };

function roleIn(row: Perhaps<Pick<RoleRow, "rank" | "allow" | "deny"> & { role_id: string }>): SceneRole[] {
  const { role_id: id, rank, allow: a, deny: d } = row;
  const isThere = id !== null && rank !== null && a !== null && d !== null;
  return isThere ? [{ id, rank, permissions: { a, d } }] : [];
}

function memberIn(row: Perhaps<MemberRow>, roles: readonly string[]): MemberWithRoles | undefined {
  if (!isMember(row)) return undefined;
  const { server_id, user_id, joined_at, nickname, pronouns, avatar } = row;
  const { timeout_until, can_publish, can_receive } = row;
  const who = { server_id, user_id, joined_at, nickname, pronouns, avatar };
  return { ...who, timeout_until, can_publish, can_receive, roles };
}

function isMember(row: Perhaps<MemberRow>): row is MemberRow {
  return row.user_id !== null;
}
