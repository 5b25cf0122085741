import type { MessageDraft } from "../draft-model.ts";

/** The bytes that count towards the longest message: the text, and the descriptions of embeds. */
export function draftBytes(draft: Pick<MessageDraft, "content" | "embeds">): number {
  let bytes = Buffer.byteLength(draft.content ?? "");
  for (const { description = "" } of draft.embeds ?? []) bytes += Buffer.byteLength(description);
  return bytes;
}

/** Whether there is nothing to send. White space is something. */
export function isEmptyDraft(draft: Pick<MessageDraft, "content" | "attachments" | "embeds">): boolean {
  return !draft.content && !draft.attachments?.length && !draft.embeds?.length;
}
