import type { Kysely } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import { inOrder, type ServerStanding } from "../../../permissions/servers.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import type { UsersTables } from "../../users/index.ts";
import { sceneRole } from "../rules/scene.ts";
import type { MemberWithRoles } from "../rules/views.ts";
import type { MemberRow, ServerRow, ServersTables } from "../tables.ts";
import { findServer } from "./servers.ts";

/** Little of the server: this is asked for with every message. */
const seatByKey = prepare((db: Kysely<ServersTables & UsersTables>, serverId: string, userId: string) =>
  db
    .selectFrom("servers")
    .leftJoin("members", (on) =>
      on.onRef("members.server_id", "=", "servers.id").on("members.user_id", "=", userId),
    )
    .leftJoin("users", (on) => on.on("users.id", "=", userId))
    .selectAll("members")
    .select(["servers.owner_id", "servers.default_permissions", "users.privileged"])
    .where("servers.id", "=", serverId),
);

const rolesHeld = prepare((db: Kysely<ServersTables>, serverId: string, userId: string) =>
  db
    .selectFrom("member_roles")
    .innerJoin("roles", "roles.id", "member_roles.role_id")
    .selectAll("roles")
    .select("member_roles.position")
    .where("member_roles.server_id", "=", serverId)
    .where("member_roles.user_id", "=", userId),
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
  const row = await db.one(seatByKey, serverId, userId);
  if (!row) return undefined;
  const { owner_id, default_permissions, privileged, ...seat } = row;
  const held = seat.user_id === null ? [] : await db.all(rolesHeld, serverId, userId);
  const member = isMember(seat)
    ? { ...seat, roles: held.toSorted(byPosition).map(({ id }) => id) }
    : undefined;
  const standing: ServerStanding = {
    privileged: privileged === 1,
    owner: owner_id === userId,
    member: member && {
      timeoutUntil: member.timeout_until,
      canPublish: member.can_publish === 1,
      canReceive: member.can_receive === 1,
    },
    defaultPermissions: default_permissions,
    roles: inOrder(held.map(sceneRole)),
  };
  if (member) members.set(standing, member);
  return { standing, member };
}

const members = new WeakMap<ServerStanding, MemberWithRoles>();

/** Whose standing it is. Whoever was told no more than that need not look for the member again. */
export function memberBehind(standing: ServerStanding): MemberWithRoles | undefined {
  return members.get(standing);
}

function isMember(seat: { [Column in keyof MemberRow]: MemberRow[Column] | null }): seat is MemberRow {
  return seat.user_id !== null;
}

function byPosition(a: { readonly position: number }, b: { readonly position: number }): number {
  return a.position - b.position;
}
