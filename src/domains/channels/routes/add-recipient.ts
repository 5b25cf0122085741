import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { ChannelOpened, GroupJoined, joinGroup } from "../../conversations/index.ts";
import { findRelation, findUser } from "../../users/index.ts";
import { requireChannel } from "../actions/require-channel.ts";

export const addRecipientRoute = route({
  id: "group_add_member_add_member",
  method: "PUT",
  path: "/channels/:group_id/recipients/:member_id",
  summary: "Add a friend to a group.",
  auth: "user",
  limit: { bucket: "channels", by: "group_id" },
  reply: NoContent,
  errors: [
    "IsBot",
    "NotFound",
    "MissingPermission",
    "InvalidOperation",
    "NotFriends",
    "AlreadyInGroup",
    "GroupTooLarge",
  ],
  emits: [GroupJoined, ChannelOpened],
  async handle({ params, caller, tx, fail }) {
    if (caller.bot) throw fail("IsBot");
    const { channel } = await requireChannel({ db: tx, caller, fail }, params.group_id, "InviteOthers");
    if (channel.channel_type !== "Group") throw fail("InvalidOperation");
    const user = await findUser(tx, params.member_id);
    if (!user) throw fail("NotFound");
    if ((await findRelation(tx, caller.userId, user.id)) !== "Friend") throw fail("NotFriends");
    await joinGroup(tx, channel, { userId: user.id, by: caller.userId });
  },
});
