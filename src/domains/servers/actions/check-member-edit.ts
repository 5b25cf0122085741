import { permission } from "../../../permissions/bits.ts";
import { includes } from "../../../permissions/bitset.ts";
import { memberRankOf, rankOf, serverPermissions } from "../../../permissions/servers.ts";
import type { Fail } from "../../../protocol/error.ts";
import type { Reader } from "../../../store/tx.ts";
import type { MemberEdit } from "../model.ts";
import { memberEditRequirements } from "../rules/member-edit-requirements.ts";
import type { MemberWithRoles } from "../rules/views.ts";
import { findMember } from "../store/members.ts";
import { findServerAccess } from "../store/server-access.ts";
import { listRoles } from "../store/servers.ts";
import { assertServerPermission, requireServer } from "./require-server.ts";

type Failing =
  | "NotFound"
  | "MissingPermission"
  | "InvalidOperation"
  | "CannotTimeoutYourself"
  | "IsElevated"
  | "LiveKitUnavailable"
  | "NotElevated"
  | "InvalidRole";

interface Editing {
  readonly db: Reader;
  readonly caller: { readonly userId: string };
  readonly fail: Fail<Failing>;
}

/** The member, if the caller may edit it so. */
export async function checkMemberEdit(
  editing: Editing,
  { server: serverId, member: userId }: { server: string; member: string },
  edit: MemberEdit,
): Promise<MemberWithRoles> {
  const { db, caller, fail } = editing;
  const place = await requireServer(editing, serverId);
  const target = await findServerAccess(db, serverId, userId);
  const member = await findMember(db, serverId, userId);
  if (!target || !member) throw fail("NotFound");

  const own = userId === caller.userId;
  const held = serverPermissions(target.membership, db.services.clock.now());
  const demands = memberEditRequirements(edit, { own, elevated: includes(held, permission.TimeoutMembers) });
  // Where no permission is asked for, none keeps strangers out.
  if (demands.length === 0 && !place.membership.member) throw fail("NotFound");
  for (const demand of demands) {
    if ("refuses" in demand) throw fail(demand.refuses);
    assertServerPermission(editing, place, demand.needs);
  }

  const rank = rankOf(place.membership);
  if (!own && memberRankOf(target.membership) <= rank) throw fail("NotElevated");
  if (edit.roles) await assertGivable(editing, { serverId, rank, roles: without(edit.roles, member.roles) });
  return member;
}

function without(roles: readonly string[], held: readonly string[]): string[] {
  return [...new Set(roles).difference(new Set(held))];
}

/** Roles that are taken away may be of any rank. */
async function assertGivable(
  { db, fail }: Editing,
  { serverId, rank, roles }: { serverId: string; rank: number; roles: readonly string[] },
): Promise<void> {
  const ranks = new Map((await listRoles(db, serverId)).map((role) => [role.id, role.rank]));
  for (const id of roles) {
    const given = ranks.get(id);
    if (given === undefined) throw fail("InvalidRole");
    if (given <= rank) throw fail("NotElevated");
  }
}
