import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { assertChannelPermission, requireChannel } from "../../channels/index.ts";
import { ReactionRemoved, ReactionsRemoved } from "../events.ts";
import { findMessage } from "../store/messages.ts";
import { deleteReaction, deleteReactions, lockMessage } from "../store/reactions.ts";

export const removeReactionRoute = route({
  id: "message_unreact_unreact_message",
  method: "DELETE",
  path: "/channels/:target/messages/:msg/reactions/:emoji",
  summary: "Take back a reaction; with the permission that of somebody else, or all with this emoji.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  query: Type.Object({
    user_id: Type.Optional(Type.String({ description: "Whose reaction; one's own without it." })),
    remove_all: Type.Optional(Type.Boolean({ description: "Everybody's." })),
  }),
  reply: NoContent,
  errors: ["NotFound", "MissingPermission"],
  emits: [ReactionRemoved, ReactionsRemoved],
  async handle({ params, query, caller, tx, fail }) {
    const { target: channel_id, msg: id, emoji } = params;
    const context = { db: tx, caller, fail };
    const access = await requireChannel(context, channel_id, "React");
    if (query.user_id !== undefined || query.remove_all)
      assertChannelPermission(context, access, "ManageMessages");
    const message = await findMessage(tx, channel_id, id);
    if (!message) throw fail("NotFound");
    await lockMessage(tx, message);
    if (query.remove_all) {
      await deleteReactions(tx, message, emoji);
      tx.emit(ReactionsRemoved, { id, channel_id, emoji_id: emoji });
      return;
    }
    const { user_id = caller.userId } = query;
    const wasThere = await deleteReaction(tx, { channel_id, message_id: id, emoji, user_id });
    if (!wasThere) throw fail("NotFound");
    tx.emit(ReactionRemoved, { id, channel_id, user_id, emoji_id: emoji });
  },
});
