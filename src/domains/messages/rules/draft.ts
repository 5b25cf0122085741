import { invalid } from "../../../declare/error.ts";
import { isColour } from "../../../rules/colour.ts";
import type { MessageDraft } from "../draft-model.ts";

/** The permission that each part of a draft needs. */
const isNeeded = {
  Masquerade: ({ masquerade }) => masquerade !== undefined,
  ManageRole: ({ masquerade }) => masquerade?.colour !== undefined,
  SendEmbeds: ({ embeds }) => embeds !== undefined && embeds.length > 0,
  UploadFiles: ({ attachments }) => attachments !== undefined && attachments.length > 0,
  React: ({ interactions }) => interactions !== undefined,
} satisfies Record<string, (draft: MessageDraft) => boolean>;

export type DraftPermission = keyof typeof isNeeded;

/** Those of the given permissions that the parts of a draft need, in the given order. */
export function permissionsForDraft<P extends DraftPermission>(
  draft: MessageDraft,
  among: readonly P[],
): P[] {
  return among.filter((permission) => isNeeded[permission](draft));
}

/** The bytes that count towards the longest message: the text, and the descriptions of embeds. */
export function draftBytes(draft: Pick<MessageDraft, "content" | "embeds">): number {
  let bytes = Buffer.byteLength(draft.content ?? "");
  for (const { description = "" } of draft.embeds ?? []) bytes += Buffer.byteLength(description);
  return bytes;
}

/** Whether a draft has neither text, files nor embeds. White space counts as text. */
export function isEmptyDraft(draft: Pick<MessageDraft, "content" | "attachments" | "embeds">): boolean {
  return !draft.content && !draft.attachments?.length && !draft.embeds?.length;
}

/** Whether a draft claims files, which nothing else can claim from then on. */
export function claimsFiles({ attachments, embeds, attachment_descriptions }: MessageDraft): boolean {
  return (attachments ?? embeds ?? attachment_descriptions) !== undefined;
}

/** Throws FailedValidation, with the path of the first value that is not a colour. */
export function assertColours({
  embeds = [],
  masquerade,
}: Pick<MessageDraft, "embeds" | "masquerade">): void {
  assertColour("masquerade.colour", masquerade?.colour);
  for (const [index, { colour }] of embeds.entries()) assertColour(`embeds.${index}.colour`, colour);
}

function assertColour(path: string, colour: string | undefined): void {
  if (colour !== undefined && !isColour(colour)) throw invalid(`${path}: must be a colour`);
}

/** The flags that a sender may set. */
interface DraftFlags {
  /** No mentions are stored, and nobody is notified. */
  suppress: boolean;
  /** Mentions everyone. */
  everyone: boolean;
}

/** Clients send the first bit, the published description names the second. */
const suppressIn = 1 | 2;
const suppressOut = 2;
const everyone = 4;
const online = 8;

/** Decodes the flags of a draft, or names the error in them. */
export function readFlags(
  flags: number | undefined,
  sender: { bot: boolean },
): DraftFlags | "InvalidProperty" | "IsNotBot" {
  const given = flags ?? 0;
  if (given > (suppressIn | everyone)) return "InvalidProperty";
  const decoded = { suppress: (given & suppressIn) !== 0, everyone: (given & everyone) !== 0 };
  return decoded.everyone && !sender.bot ? "IsNotBot" : decoded;
}

/** Encodes the flags of a message, as stored and as clients see them. */
export function writeFlags(flags: DraftFlags & { online: boolean }): number {
  return (flags.suppress ? suppressOut : 0) | (flags.everyone ? everyone : 0) | (flags.online ? online : 0);
}

/** Whether a message with these flags notifies nobody. */
export function isSuppressed(flags: number): boolean {
  return (flags & suppressOut) !== 0;
}

/** Whether a message with these flags mentions everyone. */
export function mentionsEveryone(flags: number): boolean {
  return (flags & everyone) !== 0;
}
