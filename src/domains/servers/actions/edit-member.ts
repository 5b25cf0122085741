import type { Tx } from "../../../declare/tx.ts";
import { permission } from "../../../permissions/bits.ts";
import { includes } from "../../../permissions/bitset.ts";
import { serverPermissions } from "../../../permissions/servers.ts";
import type { File } from "../../../protocol/file.ts";
import { claimFile, releaseFile } from "../../files/index.ts";
import {
  assertOutranksMember,
  assertOutranksRole,
  assertServerPermission,
  findMembership,
  listRoles,
  lockServer,
  type Member,
  type MemberWithRoles,
  memberView,
  type ServerAccess,
} from "../../members/index.ts";
import { assertMayMove, moveMember, type VoiceMoveRequested } from "../../voice/index.ts";
import type { MemberUpdated } from "../events.ts";
import type { MemberEdit } from "../model.ts";
import { parseTimeout, planMemberEdit } from "../rules/member-edit.ts";
import { memberEditRequirements } from "../rules/member-edit-requirements.ts";
import { storeMemberEdit } from "./store-member-edit.ts";

type EditTx = Tx<
  typeof MemberUpdated | typeof VoiceMoveRequested,
  | "NotFound"
  | "MissingPermission"
  | "InvalidOperation"
  | "CannotTimeoutYourself"
  | "IsElevated"
  | "LiveKitUnavailable"
  | "UnknownChannel"
  | "NotConnected"
  | "NotElevated"
  | "InvalidRole"
>;

interface MemberEditRequest {
  readonly userId: string;
  readonly edit: MemberEdit;
  readonly editor: string;
  readonly reason: string | undefined;
}

/** Edits the caller as a member, or a member of lower rank than the caller's. */
export async function editMember(
  tx: EditTx,
  access: ServerAccess,
  request: MemberEditRequest,
): Promise<Member> {
  const { editor, reason } = request;
  const member = await requireEditableMember(tx, access, request);
  const { server_id, user_id } = member;

  await lockServer(tx, server_id);
  const { avatar, timeout, ...rest } = request.edit;
  const isRemoved = rest.remove?.includes("VoiceChannel") ?? false;
  if (rest.voice_channel !== undefined || isRemoved)
    await moveMember(tx, { serverId: server_id, userId: user_id, to: rest.voice_channel });
  // Members have no id of their own: the file refers to the server instead.
  const claim = { use: "MemberAvatar", by: server_id, uploader: editor } as const;
  const avatarFile = avatar === undefined ? undefined : await claimFile(tx, { id: avatar, ...claim });
  const timeoutUntil = timeout === undefined ? undefined : parseTimeout(timeout);
  const plan = planMemberEdit(member, { ...rest, avatarFile, timeoutUntil });
  if (Object.keys(plan.changes).length === 0) return memberView(member);
  if (member.avatar !== null && "avatar" in plan.changes)
    await releaseFile(tx, (JSON.parse(member.avatar) as File)._id);
  return memberView(await storeMemberEdit(tx, member, plan, { by: editor, reason }));
}

/** The member, if the caller may make this edit. */
async function requireEditableMember(
  tx: EditTx,
  access: ServerAccess,
  { userId, edit, editor }: MemberEditRequest,
): Promise<MemberWithRoles> {
  const target = await findMembership(tx, access.server.id, userId);
  if (!target?.member) throw tx.fail("NotFound");

  const own = userId === editor;
  const targetPermissions = serverPermissions(target.membership, tx.services.clock.now());
  const elevated = includes(targetPermissions, permission.TimeoutMembers);
  const requirements = memberEditRequirements(edit, {
    own,
    elevated,
    voice: tx.services.voice !== undefined,
  });
  // An edit that needs no permission is still for members only.
  if (requirements.length === 0 && !access.member) throw tx.fail("NotFound");
  for (const requirement of requirements) {
    if ("refuses" in requirement) throw tx.fail(requirement.refuses);
    assertServerPermission(tx, access, requirement.needs);
  }

  if (edit.voice_channel !== undefined)
    await assertMayMove(tx, { serverId: access.server.id, userId, to: edit.voice_channel, by: editor });
  if (!own) assertOutranksMember(tx, access, target.membership);
  const roles = edit.roles ?? (edit.remove?.includes("Roles") ? [] : undefined);
  if (roles) await assertAssignable(tx, access, { before: target.member.roles, after: roles });
  return target.member;
}

interface RoleChange {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Only roles below the caller's rank can be added; roles of any rank can be removed. Those of bots stay as they are. */
async function assertAssignable(
  tx: EditTx,
  access: ServerAccess,
  { before, after }: RoleChange,
): Promise<void> {
  const [held, wanted] = [new Set(before), new Set(after)];
  const roles = new Map((await listRoles(tx, access.server.id)).map((role) => [role.id, role]));
  for (const id of wanted.difference(held)) {
    const role = roles.get(id);
    if (!role) throw tx.fail("InvalidRole");
    assertOutranksRole(tx, access, role.rank);
  }
  const changed = wanted.symmetricDifference(held);
  if ([...changed].some((id) => roles.get(id)?.owner_id)) throw tx.fail("InvalidOperation");
}
