import { route } from "../../../declare/route.ts";
import { Emoji } from "../../members/index.ts";
import { createEmoji } from "../actions/emojis.ts";
import { EmojiCreated } from "../events.ts";
import { EmojiDraft } from "../model.ts";

export const createEmojiRoute = route({
  id: "emoji_create_create_emoji",
  method: "PUT",
  path: "/custom/emoji/:id",
  summary: "Make an uploaded image an emoji of a server; it keeps the id of the file.",
  auth: "user",
  limit: { bucket: "any" },
  enforces: {
    permissions: ["ManageCustomisation"],
    why: "The body names the server.",
  },
  audited: true,
  body: EmojiDraft,
  reply: Emoji,
  errors: ["NotFound", "MissingPermission", "TooManyEmoji", "InvalidOperation"],
  emits: [EmojiCreated],
  handle: ({ params, body, caller, reason, tx }) =>
    createEmoji(tx, { id: params.id, draft: body, caller, reason }),
});
