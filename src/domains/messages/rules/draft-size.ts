import type { MessageDraft } from "../draft-model.ts";

/** The bytes that count towards the longest message: the text, and the descriptions of embeds. */
export function draftBytes(draft: Pick<MessageDraft, "content" | "embeds">): number {
  const descriptions = (draft.embeds ?? []).map(({ description }) => description);
  return [draft.content, ...descriptions].reduce((sum, text = "") => sum + Buffer.byteLength(text), 0);
}

/** Whether there is nothing to send. White space is something. */
export function isEmptyDraft(draft: Pick<MessageDraft, "content" | "attachments" | "embeds">): boolean {
  return [draft.content, draft.attachments, draft.embeds].every((part) => (part?.length ?? 0) === 0);
}
