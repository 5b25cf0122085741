import { route } from "../../../declare/route.ts";
import { AuditHeaders, readReason, recordAudit } from "../../audit/index.ts";
import { claimFile } from "../../files/index.ts";
import {
  Emoji,
  emojiView,
  insertEmoji,
  listEmojisOfServer,
  lockServer,
  requireServerPermission,
} from "../../servers/index.ts";
import { EmojiCreated } from "../events.ts";
import { EmojiDraft } from "../model.ts";

export const createEmojiRoute = route({
  id: "emoji_create_create_emoji",
  method: "PUT",
  path: "/custom/emoji/:id",
  summary: "Make an uploaded picture an emoji of a server; it keeps the id of the file.",
  auth: "user",
  limit: { bucket: "any" },
  headers: AuditHeaders,
  body: EmojiDraft,
  reply: Emoji,
  errors: ["HeaderTooLarge", "NotFound", "MissingPermission", "TooManyEmoji", "InvalidOperation"],
  emits: [EmojiCreated],
  async handle({ params, headers, body: { name, parent, nsfw = false }, caller, tx, services, fail }) {
    const reason = readReason(headers, fail);
    if (parent.type === "Detached") throw fail("InvalidOperation");
    await requireServerPermission({ db: tx, caller, fail }, parent.id, "ManageCustomisation");
    const max = services.config.limits.global.server_emoji;
    if ((await listEmojisOfServer(tx, parent.id)).length >= max) throw fail("TooManyEmoji", { max });
    await lockServer(tx, parent.id);
    const { userId } = caller;
    const file = await claimFile(tx, { id: params.id, use: "Emoji", by: params.id, uploader: userId });
    const row = {
      id: file._id,
      server_id: parent.id,
      creator_id: userId,
      name,
      animated: file.content_type === "image/gif" ? 1 : 0,
      nsfw: nsfw ? 1 : 0,
    };
    await insertEmoji(tx, row);
    const emoji = emojiView(row);
    tx.emit(EmojiCreated, emoji, { server: parent.id });
    const action = { type: "EmojiCreate", emoji: row.id, name } as const;
    await recordAudit(tx, { server: parent.id, by: userId, reason, action });
    return emoji;
  },
});
