import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { AuditHeaders, readReason, recordAudit } from "../../audit/index.ts";
import { findEmoji, lockServer, requireServerPermission, updateEmoji } from "../../servers/index.ts";
import { EmojiDeleted } from "../events.ts";

export const deleteEmojiRoute = route({
  id: "emoji_delete_delete_emoji",
  method: "DELETE",
  path: "/custom/emoji/:emoji_id",
  summary: "Take an emoji from its server. It stays known, since messages that use it still show it.",
  auth: "user",
  limit: { bucket: "any" },
  headers: AuditHeaders,
  reply: NoContent,
  errors: ["HeaderTooLarge", "NotFound", "MissingPermission"],
  emits: [EmojiDeleted],
  async handle({ params, headers, caller, tx, fail }) {
    const reason = readReason(headers, fail);
    const emoji = await findEmoji(tx, params.emoji_id);
    if (!emoji) throw fail("NotFound");
    const { id, server_id: server, creator_id, name } = emoji;
    if (server === null) return;
    // Whoever made it may always take it back, also without being in the server any more.
    if (creator_id !== caller.userId)
      await requireServerPermission({ db: tx, caller, fail }, server, "ManageCustomisation");
    await lockServer(tx, server);
    await updateEmoji(tx, id, { server_id: null });
    tx.emit(EmojiDeleted, { id }, { server });
    const action = { type: "EmojiDelete", emoji: id, name } as const;
    await recordAudit(tx, { server, by: caller.userId, target: creator_id, reason, action });
  },
});
