import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { channelTarget, GroupLeft } from "../../channels/index.ts";
import { removeRecipient } from "../actions/recipients.ts";

export const removeRecipientRoute = route({
  id: "group_remove_member_remove_member",
  method: "DELETE",
  path: "/channels/:target/recipients/:member",
  summary: "Remove a recipient from a group that one owns. The invites that exist do not let them in again.",
  auth: "user",
  noBots: true,
  limit: { bucket: "channels", by: "target" },
  on: channelTarget("target"),
  enforces: {
    permissions: ["ManageChannel"],
    why: "Only the owner of a group removes recipients, whatever the permissions of others are.",
  },
  reply: NoContent,
  errors: ["NotFound", "InvalidOperation", "MissingPermission", "CannotRemoveYourself", "NotInGroup"],
  emits: [GroupLeft],
  handle: ({ access, params, caller, tx }) =>
    removeRecipient(tx, access.channel, { userId: params.member, by: caller.userId }),
});
