import type { EndpointCall } from "../../../declare/endpoint.ts";
import { storeUpload, type Upload } from "../../files/index.ts";
import type { MessageDraft } from "../../messages/index.ts";
import { sortFiles } from "../rules/foreign/files.ts";
import { stack } from "../rules/foreign/markdown.ts";
import { fitDraft, type Translation } from "../rules/foreign/translation.ts";

type DraftSteps = Pick<EndpointCall<string, "none", never>, "services" | "read" | "write">;

interface ReceivedFiles {
  readonly uploads: readonly Upload[];
  /** The id of the webhook. */
  readonly uploader: string;
  /** The creator of the webhook. */
  readonly chargedTo: string;
}

/** Stores the files of a translated message and shortens it to the limits of this server. */
export async function draftMessage(
  steps: DraftSteps,
  translation: Translation,
  { uploads, ...owner }: ReceivedFiles,
): Promise<MessageDraft> {
  const { default: tier, global } = steps.services.config.limits;
  const maxCounts = { embeds: global.message_embeds, attachments: tier.message_attachments };
  const { shown, attached, left } = sortFiles(uploads, translation.embeds, maxCounts);
  const max = tier.file_upload_size_limits.attachments;
  const keep = (upload: Upload) => storeUpload({ upload, tag: "attachments", max, ...owner }, steps);
  const media = new Map<string, string>();
  for (const upload of shown) media.set(upload.filename, await keep(upload));
  const attachments: string[] = [];
  for (const upload of attached) attachments.push(await keep(upload));
  const content = stack([translation.content, left]);
  const draft = fitDraft(
    { ...translation, content },
    { text: tier.message_length, embeds: maxCounts.embeds },
    media,
  );
  return { ...draft, ...(attachments.length > 0 && { attachments }) };
}
