import type { EndpointCall } from "../../../declare/endpoint.ts";
import { storeUpload, type Upload } from "../../files/index.ts";
import type { MessageDraft } from "../../messages/index.ts";
import { sortFiles } from "../rules/foreign/files.ts";
import { stack } from "../rules/foreign/markdown.ts";
import { fitDraft, type Translation } from "../rules/foreign/translation.ts";

type House = Pick<EndpointCall<string, "none", never>, "services" | "read" | "write">;

interface Brought {
  readonly uploads: readonly Upload[];
  /** The webhook through which they came. */
  readonly uploader: string;
}

/** What is to be said, within our limits, with the files that came along. */
export async function draftMessage(
  house: House,
  translation: Translation,
  { uploads, uploader }: Brought,
): Promise<MessageDraft> {
  const { default: tier, global } = house.services.config.limits;
  const most = { embeds: global.message_embeds, attachments: tier.message_attachments };
  const { shown, attached, left } = sortFiles(uploads, translation.embeds, most);
  const max = tier.file_upload_size_limits.attachments;
  const keep = (upload: Upload) => storeUpload({ upload, tag: "attachments", max, uploader }, house);
  const media = new Map<string, string>();
  for (const upload of shown) media.set(upload.filename, await keep(upload));
  const attachments: string[] = [];
  for (const upload of attached) attachments.push(await keep(upload));
  const content = stack([translation.content, left]);
  const draft = fitDraft(
    { ...translation, content },
    { text: tier.message_length, embeds: most.embeds },
    media,
  );
  return { ...draft, ...(attachments.length > 0 && { attachments }) };
}
