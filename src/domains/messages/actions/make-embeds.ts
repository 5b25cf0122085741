import type { Tx } from "../../../declare/tx.ts";
import type { Embed } from "../../../protocol/embed.ts";
import { claimFile } from "../../files/index.ts";
import type { SendableEmbed } from "../draft-model.ts";

interface EmbedSource {
  readonly messageId: string;
  /** The user who must have uploaded the files; `anybody` for webhooks. */
  readonly uploader: string;
}

/** Makes embeds as they are stored, and claims their files. */
export async function makeEmbeds(
  tx: Tx<never, "NotFound">,
  embeds: readonly SendableEmbed[],
  { messageId, uploader }: EmbedSource,
): Promise<Embed[]> {
  const made: Embed[] = [];
  for (const { media: id, ...text } of embeds) {
    const media =
      id === undefined ? undefined : await claimFile(tx, { id, use: "Message", by: messageId, uploader });
    made.push({ type: "Text", ...text, ...(media && { media }) });
  }
  return made;
}
