import { permission } from "../../../../permissions/bits.ts";
import { includes, union } from "../../../../permissions/sets.ts";
import type { MessageDraft } from "../../../messages/index.ts";

/**
 * New webhooks may not attach files, as that would mean files which others have uploaded. What comes with a message
 * for another service they brought themselves, as part of what they show: who may send embeds may do that.
 */
export function allowFiles<W extends { readonly permissions: number }>(webhook: W): W {
  const { permissions } = webhook;
  if (!includes(permissions, permission.SendEmbeds)) return webhook;
  return { ...webhook, permissions: union(permissions, permission.UploadFiles) };
}

/** The name is a wish: a webhook that may not choose one speaks under its own. */
export function withinPermissions(
  { masquerade, ...draft }: MessageDraft,
  { permissions }: { readonly permissions: number },
): MessageDraft {
  return masquerade && includes(permissions, permission.Masquerade) ? { ...draft, masquerade } : draft;
}
