import type { Tx } from "../../../declare/tx.ts";
import type { Permission } from "../../../permissions/bits.ts";
import { recordAudit } from "../../audit/index.ts";
import { releaseFiles } from "../../files/index.ts";
import {
  assertOutranksMember,
  assertServerPermission,
  findMembership,
  lockServersAnd,
  type MemberRow,
  type MemberWithRoles,
  memberView,
  type ServerAccess,
  type ServerRow,
} from "../../members/index.ts";
import { setCreatorDeparture } from "../../webhooks/index.ts";
import { MemberLeft, type RoleDeleted } from "../events.ts";
import type { RemovalIntention } from "../model.ts";
import { deleteMemberships } from "../store/members.ts";
import { keepPendingTimeout } from "../store/pending-timeouts.ts";
import { listRolesOfBot } from "../store/servers.ts";
import { reportMemberActivity } from "./report-member-activity.ts";
import { destroyRole } from "./roles.ts";

const systemMessageTypes = { Leave: "user_left", Kick: "user_kicked", Ban: "user_banned" } as const;

interface MemberRemoval {
  readonly member: MemberWithRoles;
  readonly reason: RemovalIntention;
  /** Sends no system message. */
  readonly silent?: boolean | undefined;
}

type RemovalTx = Tx<typeof MemberLeft | typeof RoleDeleted>;

/** Removes a member from a server. */
export async function removeMember(
  tx: RemovalTx,
  server: ServerRow,
  { member, reason, silent = false }: MemberRemoval,
): Promise<void> {
  const systemMessage = { type: systemMessageTypes[reason], id: member.user_id };
  await removeMemberships(tx, [member], reason, async () => {
    if (!silent) await reportMemberActivity(tx, server, systemMessage);
  });
}

/**
 * Removes one user from servers, a thousand at most. A timeout that is not over is kept, and applies again if the user
 * rejoins. The roles of a bot go with it. `report` begins together with the removal, because PostgreSQL answers both in one round trip.
 */
export async function removeMemberships(
  tx: RemovalTx,
  members: readonly MemberRow[],
  reason: RemovalIntention,
  report = async () => {},
): Promise<void> {
  const [{ user_id: userId } = { user_id: "" }] = members;
  const serverIds = members.map(({ server_id }) => server_id);
  const cause = reason === "Leave" ? "left" : "expelled";
  for (const id of serverIds) tx.emit(MemberLeft, { id, user: userId, reason });
  const [[botRoles]] = await Promise.all([
    lockServersAnd(tx, serverIds, () =>
      Promise.all([
        listRolesOfBot(tx, userId, serverIds),
        deleteMemberships(tx, serverIds, userId),
        report(),
      ]),
    ),
    setCreatorDeparture(tx, { serverIds }, { userId, cause }),
  ]);
  for (const role of botRoles) await destroyRole(tx, role);
  const files = members.flatMap((member) => memberView({ ...member, roles: [] }).avatar?._id ?? []);
  if (files.length > 0) await releaseFiles(tx, files);
  for (const { server_id, user_id, timeout_until, can_publish, can_receive } of members)
    if (timeout_until !== null && timeout_until > tx.services.clock.now())
      await keepPendingTimeout(tx, { server_id, user_id, timeout_until, can_publish, can_receive });
}

export type RemovalError =
  | "NotFound"
  | "CannotRemoveYourself"
  | "InvalidOperation"
  | "MissingPermission"
  | "NotElevated";

interface KickRequest {
  readonly userId: string;
  readonly by: string;
  readonly reason: string | undefined;
}

/** Removes a member of lower rank than the caller's. */
export async function kickMember(
  tx: Tx<typeof MemberLeft | typeof RoleDeleted, RemovalError>,
  access: ServerAccess,
  { userId, by, reason }: KickRequest,
): Promise<void> {
  const { server } = access;
  assertMayRemove(tx, access, { userId, by, permission: "KickMembers" });
  const member = await findOutrankedMember(tx, access, userId);
  if (!member) throw tx.fail("NotFound");
  const action = { type: "MemberKick", user: userId } as const;
  await Promise.all([
    removeMember(tx, server, { member, reason: "Kick" }),
    recordAudit(tx, { server: server.id, by, target: userId, reason, action }),
  ]);
}

/** Nobody removes themselves or the owner; that is checked before the permission. */
export function assertMayRemove(
  tx: Tx<never, RemovalError>,
  access: ServerAccess,
  { userId, by, permission }: { userId: string; by: string; permission: Permission },
): void {
  if (userId === by) throw tx.fail("CannotRemoveYourself");
  if (userId === access.server.owner_id) throw tx.fail("InvalidOperation");
  assertServerPermission(tx, access, permission);
}

/** A member of lower rank than the caller's; undefined for users who are not members. */
export async function findOutrankedMember(
  tx: Tx<never, "NotElevated">,
  access: ServerAccess,
  userId: string,
): Promise<MemberWithRoles | undefined> {
  const target = await findMembership(tx, access.server.id, userId);
  if (target?.member) assertOutranksMember(tx, access, target.membership);
  return target?.member;
}
