import { route } from "../../../declare/route.ts";
import { AuditHeaders, readReason, recordAudit } from "../../audit/index.ts";
import {
  Emoji,
  emojiView,
  findEmoji,
  lockServer,
  requireServerPermission,
  updateEmoji,
} from "../../servers/index.ts";
import { EmojiRenamed } from "../events.ts";
import { EmojiEdit } from "../model.ts";

export const editEmojiRoute = route({
  id: "emoji_edit_edit_emoji",
  method: "PATCH",
  path: "/custom/emoji/:emoji_id",
  summary: "Rename an emoji of a server.",
  auth: "user",
  limit: { bucket: "any" },
  headers: AuditHeaders,
  body: EmojiEdit,
  reply: Emoji,
  errors: ["HeaderTooLarge", "NotFound", "NotAuthenticated", "MissingPermission"],
  emits: [EmojiRenamed],
  async handle({ params, headers, body: { name }, caller, tx, fail }) {
    const reason = readReason(headers, fail);
    const before = await findEmoji(tx, params.emoji_id);
    if (!before) throw fail("NotFound");
    const { id, server_id: server, creator_id } = before;
    if (server === null) throw fail("NotAuthenticated");
    await requireServerPermission({ db: tx, caller, fail }, server, "ManageCustomisation");
    if (name === undefined || name === before.name) return emojiView(before);
    await lockServer(tx, server);
    await updateEmoji(tx, id, { name });
    tx.emit(EmojiRenamed, { id, data: { name } }, { server });
    await recordAudit(tx, {
      server,
      by: caller.userId,
      target: creator_id,
      reason,
      action: { type: "EmojiUpdate", emoji: id, before: { name: before.name }, after: { name } },
    });
    return emojiView({ ...before, name });
  },
});
