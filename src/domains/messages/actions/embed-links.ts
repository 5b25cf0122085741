import type { JobContext } from "../../../declare/job.ts";
import { findLinks, unfurl } from "../../unfurl/index.ts";
import { MessageAppended } from "../events.ts";
import { messageView } from "../rules/message-view.ts";
import { findMessage, updateMessage } from "../store/messages.ts";

export interface LinkEmbedRequest {
  readonly channel: string;
  readonly message: string;
}

/** Adds to a message what its links lead to; nothing, if it says something else by then. */
export async function embedLinks(
  { services, read, write }: JobContext,
  { channel, message: id }: LinkEmbedRequest,
): Promise<void> {
  const before = await read((db) => findMessage(db, channel, id));
  if (!before?.content) return;
  const links = findLinks(before.content, services.config.limits.global.message_embeds);
  const found = await Promise.all(links.map((link) => unfurl(services, link)));
  const embeds = found.filter((embed) => embed !== undefined);
  if (embeds.length === 0) return;
  await write(async (tx) => {
    const now = await findMessage(tx, channel, id);
    if (now?.content !== before.content || now.edited_at !== before.edited_at) return;
    const { embeds: shown = [] } = messageView(now);
    // The job may run twice, and what it added is there already.
    if (shown.some(({ type }) => type !== "Text")) return;
    await updateMessage(tx, now, { embeds: JSON.stringify([...shown, ...embeds]) });
    tx.emit(MessageAppended, { id, channel, append: { embeds } });
  });
}
