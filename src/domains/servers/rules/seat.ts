import type { SceneRole } from "../../../declare/view-change.ts";
import { inOrder, type ServerStanding } from "../../../permissions/servers.ts";
import { oncePer } from "../../../platform/once-per.ts";
import type { MemberRow, RoleRow } from "../tables.ts";
import type { MemberWithRoles } from "./views.ts";

/** What an outer join gives: where there is no row, every column is null. */
type Perhaps<T> = { readonly [Column in keyof T]: T[Column] | null };

/** One for each role that somebody holds in a server, or one without. */
export type SeatRow = Perhaps<MemberRow & Pick<RoleRow, "rank" | "allow" | "deny">> & {
  readonly role_id: string | null;
  readonly position: number | null;
  readonly owner_id: string;
  readonly default_permissions: number;
  /** Of the user who was asked about. */
  readonly asked_id: string | null;
  readonly privileged: number | null;
};

/** Somebody in a server, or at its door. */
export interface Seat {
  readonly standing: ServerStanding;
  /** Undefined for who is not one. */
  readonly member: MemberWithRoles | undefined;
}

const members = new WeakMap<ServerStanding, MemberWithRoles>();

/** Whose standing it is. Whoever was told no more than that need not look for the member again. */
export function memberBehind(standing: ServerStanding): MemberWithRoles | undefined {
  return members.get(standing);
}

export const seatIn = oncePer((rows: readonly SeatRow[]): Seat | undefined => {
  const [row] = rows;
  if (!row) return undefined;
  const held = rows.toSorted(byPosition).flatMap(roleIn);
  const member = memberIn(row, held);
  const standing: ServerStanding = {
    privileged: row.privileged === 1,
    owner: row.owner_id === row.asked_id,
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
});

function byPosition(a: SeatRow, b: SeatRow): number {
  return (a.position ?? 0) - (b.position ?? 0);
}

function roleIn({ role_id: id, rank, allow: a, deny: d }: SeatRow): SceneRole[] {
  const isThere = id !== null && rank !== null && a !== null && d !== null;
  return isThere ? [{ id, rank, permissions: { a, d } }] : [];
}

function memberIn(row: SeatRow, held: readonly SceneRole[]): MemberWithRoles | undefined {
  if (!isMember(row)) return undefined;
  const { server_id, user_id, joined_at, nickname, pronouns, avatar } = row;
  const { timeout_until, can_publish, can_receive } = row;
  const who = { server_id, user_id, joined_at, nickname, pronouns, avatar };
  return { ...who, timeout_until, can_publish, can_receive, roles: held.map(({ id }) => id) };
}

function isMember(row: Perhaps<MemberRow>): row is MemberRow {
  return row.user_id !== null;
}
