import {
  byAscendingRank,
  type MemberRestrictions,
  type MembershipContext,
} from "../../../permissions/servers.ts";
import { memoizeByObject } from "../../../platform/memoize/memoize-by-object.ts";
import type { RoleVisibilityData } from "../../../visibility/view-change.ts";
import type { MemberRow, RoleRow } from "../tables.ts";
import type { MemberWithRoles } from "./views.ts";

/** What an outer join gives: where there is no row, every column is null. */
type Nullable<T> = { readonly [Column in keyof T]: T[Column] | null };

/** One row for each role that a user has in a server, or one row without a role. */
type MembershipRow = Nullable<MemberRow & Pick<RoleRow, "rank" | "allow" | "deny">> & {
  readonly role_id: string | null;
  readonly position: number | null;
  readonly owner_id: string;
  readonly default_permissions: number;
  /** Null if there is no such user. */
  readonly queried_user_id: string | null;
};

/** A user and a server: what decides the user's permissions there. */
export interface ServerMembership {
  readonly membership: MembershipContext;
  /** Undefined for users who are not members. */
  readonly member: MemberWithRoles | undefined;
}

export const membershipFrom = memoizeByObject(
  (rows: readonly MembershipRow[]): ServerMembership | undefined => {
    const [row] = rows;
    if (!row) return undefined;
    const roles = rows.toSorted(byPosition).flatMap(roleIn);
    const member = memberIn(row, roles);
    const membership: MembershipContext = {
      owner: row.owner_id === row.queried_user_id,
      member: member && restrictionsOf(member),
      defaultPermissions: row.default_permissions,
      roles: byAscendingRank(roles),
    };
    return { membership, member };
  },
);

function byPosition(a: MembershipRow, b: MembershipRow): number {
  return (a.position ?? 0) - (b.position ?? 0);
}

function roleIn({ role_id: id, rank, allow: a, deny: d }: MembershipRow): RoleVisibilityData[] {
  const exists = id !== null && rank !== null && a !== null && d !== null;
  return exists ? [{ id, rank, permissions: { a, d } }] : [];
}

function memberIn(row: MembershipRow, assigned: readonly RoleVisibilityData[]): MemberWithRoles | undefined {
  if (!isMember(row)) return undefined;
  const { server_id, user_id, joined_at, nickname, pronouns, avatar } = row;
  const { timeout_until, can_publish, can_receive } = row;
  const identity = { server_id, user_id, joined_at, nickname, pronouns, avatar };
  return { ...identity, timeout_until, can_publish, can_receive, roles: assigned.map(({ id }) => id) };
}

function isMember(row: Nullable<MemberRow>): row is MemberRow {
  return row.user_id !== null;
}

export function restrictionsOf({ timeout_until, can_publish, can_receive }: MemberRow): MemberRestrictions {
  return { timeoutUntil: timeout_until, canPublish: can_publish === 1, canReceive: can_receive === 1 };
}
