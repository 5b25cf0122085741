import type { Fail } from "../../../declare/error.ts";
import { type AccessContext, target } from "../../../declare/target.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import type { Permission } from "../../../permissions/bits.ts";
import { recordAudit } from "../../audit/index.ts";
import { claimFile } from "../../files/index.ts";
import {
  type Emoji,
  type EmojiRow,
  emojiView,
  findEmoji,
  holdsServerPermission,
  insertEmoji,
  listEmojisOfServer,
  lockServer,
  requireServer,
  requireServerPermission,
  type ServerAccess,
  updateEmoji,
} from "../../members/index.ts";
import { EmojiCreated, EmojiDeleted, EmojiRenamed } from "../events.ts";
import type { EmojiDraft } from "../model.ts";

interface EmojiAccess {
  readonly emoji: EmojiRow;
  /** Undefined for detached emoji. */
  readonly serverAccess: ServerAccess | undefined;
}

/** The emoji that a path parameter names. */
export function emojiTarget<const Param extends string>(param: Param) {
  return target({
    kind: "emoji's server",
    params: [param],
    load: (context, params) => requireEmoji(context, params[param]),
    holds: ({ serverAccess }, permission: Permission, now) =>
      serverAccess !== undefined && holdsServerPermission(serverAccess, permission, now),
    lock: async (tx, { serverAccess }: EmojiAccess) => {
      if (serverAccess) await lockServer(tx, serverAccess.server.id);
    },
  });
}

async function requireEmoji(context: AccessContext, id: string): Promise<EmojiAccess> {
  const emoji = await findEmoji(context.db, id);
  if (!emoji) throw context.fail("NotFound");
  const serverAccess = emoji.server_id === null ? undefined : await requireServer(context, emoji.server_id);
  return { emoji, serverAccess };
}

/** An emoji as clients see it, also one that is detached. */
export async function viewEmoji(
  { db, fail }: { readonly db: Reader; readonly fail: Fail<"NotFound"> },
  id: string,
): Promise<Emoji> {
  const emoji = await findEmoji(db, id);
  if (!emoji) throw fail("NotFound");
  return emojiView(emoji);
}

interface EmojiCreation {
  /** Of the uploaded file, and then of the emoji. */
  readonly id: string;
  readonly draft: EmojiDraft;
  readonly caller: AccessContext["caller"];
  readonly reason: string | undefined;
}

/** Makes an uploaded file an emoji of a server. */
export async function createEmoji(
  tx: Tx<typeof EmojiCreated, "NotFound" | "MissingPermission" | "TooManyEmoji" | "InvalidOperation">,
  { id, draft: { name, parent, nsfw = false }, caller, reason }: EmojiCreation,
): Promise<Emoji> {
  if (parent.type === "Detached") throw tx.fail("InvalidOperation");
  await requireServerPermission({ db: tx, caller, fail: tx.fail }, parent.id, "ManageCustomisation");
  const max = tx.services.config.limits.global.server_emoji;
  if ((await listEmojisOfServer(tx, parent.id)).length >= max) throw tx.fail("TooManyEmoji", { max });
  await lockServer(tx, parent.id);
  const { userId } = caller;
  const file = await claimFile(tx, { id, use: "Emoji", by: id, uploader: userId });
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
}

interface EmojiRenaming {
  readonly name: string | undefined;
  readonly by: string;
  readonly reason: string | undefined;
}

/** Renames an emoji of a server whose row is locked. */
export async function renameEmoji(
  tx: Tx<typeof EmojiRenamed, "NotAuthenticated">,
  { emoji }: EmojiAccess,
  { name, by, reason }: EmojiRenaming,
): Promise<Emoji> {
  const { id, server_id: server, creator_id: target } = emoji;
  if (server === null) throw tx.fail("NotAuthenticated");
  if (name === undefined || name === emoji.name) return emojiView(emoji);
  await updateEmoji(tx, id, { name });
  tx.emit(EmojiRenamed, { id, data: { name } }, { server });
  const edit = { before: { name: emoji.name }, after: { name } };
  const action = { type: "EmojiUpdate", emoji: id, ...edit } as const;
  await recordAudit(tx, { server, by, target, reason, action });
  return emojiView({ ...emoji, name });
}

/** Detaches an emoji from its server. The row stays, because messages still show the emoji. */
export async function deleteEmoji(
  tx: Tx<typeof EmojiDeleted>,
  { emoji }: EmojiAccess,
  { by, reason }: { readonly by: string; readonly reason: string | undefined },
): Promise<void> {
  const { id, server_id: server, creator_id: target, name } = emoji;
  if (server === null) return;
  await updateEmoji(tx, id, { server_id: null });
  tx.emit(EmojiDeleted, { id }, { server });
  const action = { type: "EmojiDelete", emoji: id, name } as const;
  await recordAudit(tx, { server, by, target, reason, action });
}
