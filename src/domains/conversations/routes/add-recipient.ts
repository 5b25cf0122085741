import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { ChannelOpened, channelTarget, GroupJoined } from "../../channels/index.ts";
import { addRecipient } from "../actions/recipients.ts";

export const addRecipientRoute = route({
  id: "group_add_member_add_member",
  method: "PUT",
  path: "/channels/:group_id/recipients/:member_id",
  summary: "Add a friend to a group.",
  auth: "user",
  noBots: true,
  limit: { bucket: "channels", by: "group_id" },
  on: channelTarget("group_id"),
  needs: "InviteOthers",
  reply: NoContent,
  errors: [
    "NotFound",
    "InvalidOperation",
    "NotFriends",
    "AlreadyInGroup",
    "GroupTooLarge",
    "TooManyChannels",
  ],
  emits: [GroupJoined, ChannelOpened],
  handle: ({ access, params, caller, tx }) =>
    addRecipient(tx, access.channel, { userId: params.member_id, by: caller.userId }),
});
