import { type Permission, permission } from "../../../../permissions/bits.ts";
import { includes, intersection, union } from "../../../../permissions/bitset.ts";
import { escapeMentions } from "./mentions.ts";
import type { Translation } from "./translation.ts";

/**
 * Webhooks lack UploadFiles by default, because it would let them attach files that others uploaded. A payload for
 * another service brings its own files, so SendEmbeds is enough for these.
 */
export function allowFiles<W extends { readonly permissions: number }>(webhook: W): W {
  const { permissions } = webhook;
  if (!includes(permissions, permission.SendEmbeds)) return webhook;
  return { ...webhook, permissions: union(permissions, permission.UploadFiles) };
}

export interface WebhookRights {
  /** The permissions of the webhook itself. */
  readonly permissions: number;
  /** The permissions of its creator. */
  readonly held: number;
}

/**
 * Drops the name and avatar of a message without the permission Masquerade, and escapes mentions that the creator of
 * the webhook may not make; the message is sent nevertheless.
 */
export function withinPermissions(
  translation: Translation,
  { permissions, held }: WebhookRights,
): Translation {
  const may = (name: Permission, bits: number) => includes(bits, permission[name]);
  const allowed = {
    everyone: may("MentionEveryone", held),
    users: "all",
    roles: may("MentionRoles", held) ? "all" : new Set<string>(),
  } as const;
  const content = escapeMentions(translation.content, allowed);
  const isMasked = may("Masquerade", intersection(permissions, held));
  return { ...translation, content, ...(!isMasked && { name: "", avatar: undefined }) };
}
