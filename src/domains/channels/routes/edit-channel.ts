import { route } from "../../../declare/route.ts";
import { mayGrant } from "../../../permissions/granting.ts";
import type { Fail } from "../../../protocol/error.ts";
import { AuditHeaders, readReason, recordAudit } from "../../audit/index.ts";
import {
  Channel,
  ChannelEdit,
  ChannelUpdated,
  editGroup,
  type Group,
  isEmptyEdit,
} from "../../conversations/index.ts";
import { editTextChannel } from "../../servers/index.ts";
import { requireChannel } from "../actions/require-channel.ts";

export const editChannelRoute = route({
  id: "channel_edit_edit",
  method: "PATCH",
  path: "/channels/:target",
  summary: "Edit a channel of a server, or a group.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  headers: AuditHeaders,
  body: ChannelEdit,
  reply: Channel,
  errors: [
    "HeaderTooLarge",
    "NotFound",
    "MissingPermission",
    "InvalidOperation",
    "NotOwner",
    "NotInGroup",
    "CannotGiveMissingPermissions",
  ],
  emits: [ChannelUpdated],
  async handle({ params, headers, body, caller, tx, fail }) {
    const reason = readReason(headers, fail);
    const access = await requireChannel({ db: tx, caller, fail }, params.target, "ManageChannel");
    const { row, channel, permissions: held } = access;
    if (isEmptyEdit(body)) return channel;
    if (channel.channel_type === "Group") {
      assertTransferable(fail, channel, { from: caller.userId, to: body.owner });
      return editGroup(tx, { row, channel }, { edit: body, editor: caller.userId });
    }
    if (body.owner !== undefined || channel.channel_type !== "TextChannel") throw fail("InvalidOperation");
    const { default_permissions: denying } = channel;
    // With the override goes what it denied: that is granting, by whatever route it comes.
    if (body.remove?.includes("DefaultPermissions") && !mayGrant(held, denying, { a: 0, d: 0 }))
      throw fail("CannotGiveMissingPermissions");
    const edited = await editTextChannel(tx, { row, channel }, { edit: body, editor: caller.userId });
    if (!edited) return channel;
    const { before, data: after } = edited;
    const action = { type: "ChannelEdit", channel: channel._id, before, after } as const;
    await recordAudit(tx, { server: channel.server, by: caller.userId, reason, action });
    return edited.channel;
  },
});

/** Groups are given away by their owners alone, to somebody who is in them. */
function assertTransferable(
  fail: Fail<"NotOwner" | "NotInGroup">,
  { owner, recipients }: Group,
  { from, to }: { from: string; to: string | undefined },
): void {
  if (to === undefined) return;
  if (owner !== from) throw fail("NotOwner");
  if (!recipients.includes(to)) throw fail("NotInGroup");
}
