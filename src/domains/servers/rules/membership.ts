import { byAscendingRank, type MembershipContext } from "../../../permissions/servers.ts";
import { memoizeByObject } from "../../../platform/memoize-by-object.ts";
import type { RoleVisibilityData } from "../../../protocol/view-change.ts";
import type { MemberRow, RoleRow } from "../tables.ts";
import type { MemberWithRoles } from "./views.ts";

/** What an outer join gives: where there is no row, every column is null. */
type Nullable<T> = { readonly [Column in keyof T]: T[Column] | null };

/** One for each role that somebody holds in a server, or one without. */
export type MembershipRow = Nullable<MemberRow & Pick<RoleRow, "rank" | "allow" | "deny">> & {
  readonly role_id: string | null;
  readonly position: number | null;
  readonly owner_id: string;
  readonly default_permissions: number;
  /** Of the user who was asked about. */
  readonly queried_user_id: string | null;
  readonly privileged: number | null;
};

/** Somebody in a server, or at its door. */
export interface ServerMembership {
  readonly membership: MembershipContext;
  /** Undefined for who is not one. */
  readonly member: MemberWithRoles | undefined;
}

export const membershipFrom = memoizeByObject(
  (rows: readonly MembershipRow[]): ServerMembership | undefined => {
    const [row] = rows;
    if (!row) return undefined;
    const held = rows.toSorted(byPosition).flatMap(roleIn);
    const member = memberIn(row, held);
    const membership: MembershipContext = {
      privileged: row.privileged === 1,
      owner: row.owner_id === row.queried_user_id,
      member: member && {
        timeoutUntil: member.timeout_until,
        canPublish: member.can_publish === 1,
        canReceive: member.can_receive === 1,
      },
      defaultPermissions: row.default_permissions,
      roles: byAscendingRank(held),
    };
    return { membership, member };
  },
);

function byPosition(a: MembershipRow, b: MembershipRow): number {
  return (a.position ?? 0) - (b.position ?? 0);
}

function roleIn({ role_id: id, rank, allow: a, deny: d }: MembershipRow): RoleVisibilityData[] {
  const isThere = id !== null && rank !== null && a !== null && d !== null;
  return isThere ? [{ id, rank, permissions: { a, d } }] : [];
}

function memberIn(row: MembershipRow, held: readonly RoleVisibilityData[]): MemberWithRoles | undefined {
  if (!isMember(row)) return undefined;
  const { server_id, user_id, joined_at, nickname, pronouns, avatar } = row;
  const { timeout_until, can_publish, can_receive } = row;
  const who = { server_id, user_id, joined_at, nickname, pronouns, avatar };
  return { ...who, timeout_until, can_publish, can_receive, roles: held.map(({ id }) => id) };
}

function isMember(row: Nullable<MemberRow>): row is MemberRow {
  return row.user_id !== null;
}
