import { invalid } from "../../../declare/error.ts";
import { route } from "../../../declare/route.ts";
import { Member, serverTarget } from "../../members/index.ts";
import { VoiceMoveRequested } from "../../voice/index.ts";
import { editMember } from "../actions/edit-member.ts";
import { MemberUpdated } from "../events.ts";
import { MemberEdit } from "../model.ts";
import { parseTimeout } from "../rules/member-edit.ts";

export const editMemberRoute = route({
  id: "member_edit_edit",
  method: "PATCH",
  path: "/servers/:server/members/:member",
  summary: "Edit oneself as a member of a server, or a member of lower rank.",
  auth: "user",
  limit: { bucket: "servers", by: "server" },
  on: serverTarget("server"),
  enforces: {
    permissions: [
      "ManageNicknames",
      "ChangeNickname",
      "ChangeAvatar",
      "RemoveAvatars",
      "AssignRoles",
      "TimeoutMembers",
      "MuteMembers",
      "DeafenMembers",
      "MoveMembers",
      "Connect",
    ],
    why: "Each field needs its own permission, which differs for oneself and for others.",
  },
  audited: true,
  body: MemberEdit,
  reply: Member,
  errors: [
    "NotFound",
    "MissingPermission",
    "InvalidOperation",
    "CannotTimeoutYourself",
    "IsElevated",
    "LiveKitUnavailable",
    "UnknownChannel",
    "NotConnected",
    "NotElevated",
    "InvalidRole",
  ],
  emits: [MemberUpdated, VoiceMoveRequested],
  validate({ body: { timeout } }) {
    if (timeout !== undefined && parseTimeout(timeout) === undefined)
      throw invalid("timeout: must be a moment");
  },
  handle: ({ access, params, body, caller, reason, tx }) =>
    editMember(tx, access, { userId: params.member, edit: body, editor: caller.userId, reason }),
});
