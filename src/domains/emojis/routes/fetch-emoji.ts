import { route } from "../../../declare/route.ts";
import { Emoji, emojiView, findEmoji } from "../../servers/index.ts";

export const fetchEmojiRoute = route({
  id: "emoji_fetch_fetch_emoji",
  method: "GET",
  path: "/custom/emoji/:emoji_id",
  summary: "Fetch a custom emoji, also one that its server does not have any more.",
  auth: "none",
  limit: { bucket: "any" },
  reply: Emoji,
  errors: ["NotFound"],
  async handle({ params, db, fail }) {
    const emoji = await findEmoji(db, params.emoji_id);
    if (!emoji) throw fail("NotFound");
    return emojiView(emoji);
  },
});
