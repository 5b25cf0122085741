import { route } from "../../../declare/route.ts";
import { Emoji } from "../../members/index.ts";
import { viewEmoji } from "../actions/emojis.ts";

export const fetchEmojiRoute = route({
  id: "emoji_fetch_fetch_emoji",
  method: "GET",
  path: "/custom/emoji/:emoji_id",
  summary: "Fetch a custom emoji, also one that was deleted from its server.",
  auth: "none",
  limit: { bucket: "any" },
  reply: Emoji,
  errors: ["NotFound"],
  handle: ({ params, db, fail }) => viewEmoji({ db, fail }, params.emoji_id),
});
