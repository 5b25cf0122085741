import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { deleteEmoji, emojiTarget } from "../actions/emojis.ts";
import { EmojiDeleted } from "../events.ts";

export const deleteEmojiRoute = route({
  id: "emoji_delete_delete_emoji",
  method: "DELETE",
  path: "/custom/emoji/:emoji_id",
  summary:
    "Delete an emoji from its server. It can still be fetched, because messages that use it still show it.",
  auth: "user",
  limit: { bucket: "any" },
  on: emojiTarget("emoji_id"),
  needs: {
    among: ["ManageCustomisation"],
    // Creators may always delete their emoji, even after they have left the server.
    choose: ({ access: { emoji, serverAccess }, caller }) =>
      serverAccess && emoji.creator_id !== caller.userId ? ["ManageCustomisation"] : [],
  },
  locks: true,
  audited: true,
  reply: NoContent,
  errors: [],
  emits: [EmojiDeleted],
  handle: ({ access, caller, reason, tx }) => deleteEmoji(tx, access, { by: caller.userId, reason }),
});
