import type { AnyTx } from "../../../declare/tx.ts";
import { limitTier } from "../../accounts/index.ts";
import { operatorId } from "../../audit/index.ts";
import {
  countServersOf,
  findMember,
  findServer,
  isBanned,
  listRoles,
  lockServer,
  type MemberWithRoles,
  type ServerRow,
} from "../../members/index.ts";
import { planMemberEdit } from "../rules/member-edit.ts";
import { joinServer } from "./join-server.ts";
import { storeMemberEdit } from "./store-member-edit.ts";

/** A role of a server that depends on groups at a provider. */
interface GroupRole {
  readonly serverId: string;
  readonly roleId: string;
  readonly isHeld: boolean;
  /** Whether a user who is not a member becomes one. */
  readonly joins: boolean;
}

interface GroupRoles {
  readonly userId: string;
  /** The names of the providers, for the audit log. */
  readonly providers: string;
  /** All roles that the providers of the user decide about. */
  readonly roles: readonly GroupRole[];
  /** Whether to log roles that cannot be given. False for the check that repeats every few seconds. */
  readonly isReported: boolean;
}

/** Gives a user the roles that their groups have, and takes away those that others have. All other roles stay. */
export async function applyGroupRoles(tx: AnyTx, { roles, ...of }: GroupRoles): Promise<void> {
  const byServer = Map.groupBy(roles, ({ serverId }) => serverId);
  // In a fixed order, so that two who lock several servers wait for each other only once.
  for (const [serverId, inServer] of [...byServer].sort(([one], [other]) => (one < other ? -1 : 1)))
    await applyInServer(tx, serverId, { roles: inServer, ...of });
}

async function applyInServer(
  tx: AnyTx,
  serverId: string,
  { userId, providers, roles, isReported }: GroupRoles,
): Promise<void> {
  const report = (details: object, problem: string) => {
    if (isReported) tx.services.log.warn({ providers, server: serverId, ...details }, problem);
  };
  const server = await findServer(tx, serverId);
  if (!server) return report({}, "groups have roles of a server that does not exist");
  const assignable = (await listRoles(tx, serverId)).filter(({ owner_id }) => owner_id === null);
  const existing = new Set(assignable.map(({ id }) => id));
  for (const { roleId } of roles)
    if (!existing.has(roleId)) report({ role: roleId }, "groups have a role that does not exist");
  const held = roles.filter(({ roleId, isHeld }) => isHeld && existing.has(roleId));
  const member =
    (await findMember(tx, serverId, userId)) ??
    (held.some(({ joins }) => joins) ? await join(tx, server, userId) : undefined);
  if (!member) return;
  const heldIds = held.map(({ roleId }) => roleId);
  const lost = new Set(roles.map(({ roleId }) => roleId)).difference(new Set(heldIds));
  const after = [...new Set([...member.roles.filter((id) => !lost.has(id)), ...heldIds])];
  const plan = planMemberEdit(member, { roles: after });
  if (Object.keys(plan.changes).length === 0) return;
  await lockServer(tx, serverId);
  await storeMemberEdit(tx, member, plan, { by: operatorId, reason: `Groups of ${providers}` });
}

/** Nobody gets past a ban, or into more servers than anybody may be in. */
async function join(tx: AnyTx, server: ServerRow, userId: string): Promise<MemberWithRoles | undefined> {
  const { clock, config } = tx.services;
  const max = limitTier(userId, clock.now(), config).servers;
  if ((await isBanned(tx, server.id, userId)) || (await countServersOf(tx, userId)) > max) return undefined;
  await joinServer(tx, server, userId);
  return findMember(tx, server.id, userId);
}
