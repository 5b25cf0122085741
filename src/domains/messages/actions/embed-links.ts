import type { JobContext } from "../../../declare/job.ts";
import { findLinks, unfurl } from "../../unfurl/index.ts";
import { MessageAppended } from "../events.ts";
import { messageView } from "../rules/message-view.ts";
import { findMessage, updateMessage } from "../store/messages.ts";

export interface LinkEmbedRequest {
  readonly channel: string;
  readonly message: string;
}

/** Adds embeds for the links of a message, unless it was edited in the meantime. */
export async function embedLinks(
  { services, read, write }: JobContext,
  { channel, message: id }: LinkEmbedRequest,
): Promise<void> {
  const before = await read((db) => findMessage(db, channel, id));
  if (!before?.content) return;
  const links = findLinks(before.content, services.config.limits.global.message_embeds);
  const unfurled = await Promise.all(links.map((link) => unfurl(services, link)));
  const embeds = unfurled.filter((embed) => embed !== undefined);
  if (embeds.length === 0) return;
  await write(async (tx) => {
    const now = await findMessage(tx, channel, id);
    if (now?.content !== before.content || now.edited_at !== before.edited_at) return;
    const { embeds: existing = [] } = messageView(now);
    // The job may run twice, and the embeds may be there already.
    if (existing.some(({ type }) => type !== "Text")) return;
    await updateMessage(tx, now, { embeds: JSON.stringify([...existing, ...embeds]) });
    tx.emit(MessageAppended, { id, channel, append: { embeds } });
  });
}
