import { route } from "../../../declare/route.ts";
import { invalid } from "../../../protocol/error.ts";
import type { File } from "../../../protocol/file.ts";
import { AuditHeaders, readReason, recordAudit } from "../../audit/index.ts";
import { claimFile, releaseFile } from "../../files/index.ts";
import { checkMemberEdit } from "../actions/check-member-edit.ts";
import { MemberUpdated } from "../events.ts";
import { Member, MemberEdit } from "../model.ts";
import { planMemberEdit } from "../rules/member-edit.ts";
import { readMoment } from "../rules/moment.ts";
import { memberView } from "../rules/views.ts";
import { memberVisibilityData } from "../rules/visibility-data.ts";
import { setRoles, updateMember } from "../store/members.ts";
import { lockServer } from "../store/servers.ts";

export const editMemberRoute = route({
  id: "member_edit_edit",
  method: "PATCH",
  path: "/servers/:server/members/:member",
  summary: "Edit oneself as a member of a server, or somebody of lower rank.",
  auth: "user",
  limit: { bucket: "servers", by: "server" },
  headers: AuditHeaders,
  body: MemberEdit,
  reply: Member,
  errors: [
    "HeaderTooLarge",
    "NotFound",
    "MissingPermission",
    "InvalidOperation",
    "CannotTimeoutYourself",
    "IsElevated",
    "LiveKitUnavailable",
    "NotElevated",
    "InvalidRole",
  ],
  emits: [MemberUpdated],
  async handle({ params, headers, body, caller, tx, fail }) {
    const timeoutUntil = body.timeout === undefined ? undefined : readMoment(body.timeout);
    if (body.timeout !== undefined && timeoutUntil === undefined) throw invalid("timeout: must be a moment");
    const reason = readReason(headers, fail);
    const member = await checkMemberEdit({ db: tx, caller, fail }, params, body);
    const { server_id, user_id } = member;

    await lockServer(tx, server_id);
    const { avatar: id, ...rest } = body;
    // Members have no id of their own: that of the server stands for it.
    const claim = { use: "MemberAvatar", by: server_id, uploader: caller.userId } as const;
    const avatarFile = id === undefined ? undefined : await claimFile(tx, { id, ...claim });
    const wish = { ...rest, avatarFile, timeoutUntil };
    const { changes, data, clear, before } = planMemberEdit(member, wish);
    if (Object.keys(changes).length === 0) return memberView(member);

    const { roles, ...columns } = changes;
    await updateMember(tx, member, columns);
    if (roles) await setRoles(tx, member, roles);
    if (member.avatar !== null && "avatar" in changes)
      await releaseFile(tx, (JSON.parse(member.avatar) as File)._id);
    await recordAudit(tx, {
      server: server_id,
      by: caller.userId,
      target: user_id,
      reason,
      action: { type: "MemberEdit", user: user_id, before, after: data },
    });
    const after = { ...member, ...changes };
    tx.emit(
      MemberUpdated,
      { id: { server: server_id, user: user_id }, data, clear },
      memberVisibilityData(after),
    );
    return memberView(after);
  },
});
