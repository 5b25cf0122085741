import type { AnyTx, Reader } from "../../../declare/tx.ts";
import {
  findMember,
  findServer,
  isBanned,
  listRoles,
  listServerIds,
  lockServer,
  type MemberWithRoles,
  memberView,
  memberVisibilityData,
} from "../../members/index.ts";
import {
  editServerAsOperator,
  insertMember,
  joinServer,
  MemberJoined,
  MemberUpdated,
  removeMemberships,
  setRoles,
} from "../../servers/index.ts";
import { type ClaimChangeRow, type ImportedUserRow, insertClaimChanges } from "../../users/index.ts";
import type { Move } from "../store/claimed-messages.ts";

interface MembershipBefore {
  readonly member: MemberWithRoles;
  /** Those that the account got by the claim. */
  readonly added: readonly string[];
}

/** Whether the account is banned from a server that it would become a member of. */
export async function isBannedFromHistory(
  db: Reader,
  { user_id }: ImportedUserRow,
  accountId: string,
): Promise<boolean> {
  for (const serverId of await listServerIds(db, user_id))
    if (await isBanned(db, serverId, accountId)) return true;
  return false;
}

/** Makes the account a member with the roles of the imported user, who leaves; also the owner, if they were. */
export async function moveMembership(tx: AnyTx, serverId: string, { from, to }: Move): Promise<void> {
  const server = await findServer(tx, serverId);
  const member = await findMember(tx, serverId, from);
  if (!server || !member) return;
  // Banned since the claim began: the imported user stays a member.
  if (await isBanned(tx, serverId, to)) return;
  await lockServer(tx, serverId);
  if (!(await findMember(tx, serverId, to))) await joinServer(tx, server, to);
  const added = await addRoles(tx, serverId, { userId: to, roles: member.roles });
  const before: MembershipBefore = { member, added };
  const changes: ClaimChangeRow[] = [
    { user_id: from, kind: "membership", target: serverId, before: JSON.stringify(before) },
  ];
  if (server.owner_id === from) {
    await editServerAsOperator(tx, server, { owner: to });
    changes.push({ user_id: from, kind: "ownership", target: serverId, before: "{}" });
  }
  await removeMemberships(tx, [withoutRoles(member)], "Leave");
  await insertClaimChanges(tx, changes);
}

/** Makes the imported user a member again. The account stays one, without the roles that the claim brought. */
export async function restoreMembership(tx: AnyTx, row: ClaimChangeRow, { from, to }: Move): Promise<void> {
  const { member, added } = JSON.parse(row.before) as MembershipBefore;
  if (!(await findServer(tx, row.target))) return;
  await lockServer(tx, row.target);
  if (!(await findMember(tx, row.target, from))) {
    await insertMember(tx, withoutRoles(member));
    tx.emit(MemberJoined, { id: row.target, user: from, member: memberView({ ...member, roles: [] }) });
    await addRoles(tx, row.target, { userId: from, roles: member.roles });
  }
  const account = await findMember(tx, row.target, to);
  if (account && added.length > 0)
    await changeRoles(
      tx,
      account,
      account.roles.filter((id) => !added.includes(id)),
    );
}

export async function restoreOwnership(
  tx: AnyTx,
  { target }: ClaimChangeRow,
  { from, to }: Move,
): Promise<void> {
  const server = await findServer(tx, target);
  if (server?.owner_id === to) await editServerAsOperator(tx, server, { owner: from });
}

function withoutRoles({ roles: _, ...member }: MemberWithRoles) {
  return member;
}

/** Returns those of the roles that the member did not have. */
async function addRoles(
  tx: AnyTx,
  serverId: string,
  { userId, roles }: { readonly userId: string; readonly roles: readonly string[] },
): Promise<string[]> {
  const member = await findMember(tx, serverId, userId);
  if (!member) return [];
  const existing = new Set((await listRoles(tx, serverId)).map(({ id }) => id));
  const added = roles.filter((id) => existing.has(id) && !member.roles.includes(id));
  if (added.length > 0) await changeRoles(tx, member, [...member.roles, ...added]);
  return added;
}

async function changeRoles(tx: AnyTx, member: MemberWithRoles, roles: readonly string[]): Promise<void> {
  const { server_id: server, user_id: user } = member;
  await setRoles(tx, member, roles);
  const after = { ...member, roles };
  const event = { id: { server, user }, data: { roles: [...roles] }, clear: [] };
  tx.emit(MemberUpdated, event, memberVisibilityData(after));
}
