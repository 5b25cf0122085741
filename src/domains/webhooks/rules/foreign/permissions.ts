import { permission } from "../../../../permissions/bits.ts";
import { includes, union } from "../../../../permissions/bitset.ts";
import type { MessageDraft } from "../../../messages/index.ts";

/**
 * Webhooks lack UploadFiles by default, because it would let them attach files that others uploaded. A payload for
 * another service brings its own files, so SendEmbeds is enough for these.
 */
export function allowFiles<W extends { readonly permissions: number }>(webhook: W): W {
  const { permissions } = webhook;
  if (!includes(permissions, permission.SendEmbeds)) return webhook;
  return { ...webhook, permissions: union(permissions, permission.UploadFiles) };
}

/** Drops the name and avatar of the payload if the webhook lacks Masquerade; the message is sent nevertheless. */
export function withinPermissions(
  { masquerade, ...draft }: MessageDraft,
  { permissions }: { readonly permissions: number },
): MessageDraft {
  return masquerade && includes(permissions, permission.Masquerade) ? { ...draft, masquerade } : draft;
}
