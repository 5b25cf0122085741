import { route } from "../../../declare/route.ts";
import { Emoji } from "../../members/index.ts";
import { emojiTarget, renameEmoji } from "../actions/emojis.ts";
import { EmojiRenamed } from "../events.ts";
import { EmojiEdit } from "../model.ts";

export const editEmojiRoute = route({
  id: "emoji_edit_edit_emoji",
  method: "PATCH",
  path: "/custom/emoji/:emoji_id",
  summary: "Rename an emoji of a server.",
  auth: "user",
  limit: { bucket: "any" },
  on: emojiTarget("emoji_id"),
  needs: {
    among: ["ManageCustomisation"],
    choose: ({ access }) => (access.serverAccess ? ["ManageCustomisation"] : []),
  },
  locks: true,
  audited: true,
  body: EmojiEdit,
  reply: Emoji,
  errors: ["NotAuthenticated"],
  emits: [EmojiRenamed],
  handle: ({ access, body: { name }, caller, reason, tx }) =>
    renameEmoji(tx, access, { name, by: caller.userId, reason }),
});
