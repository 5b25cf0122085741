import type { JobContext } from "../../../declare/job.ts";
import type { Embed } from "../../../protocol/embed.ts";
import { findLinks, unfurl } from "../../unfurl/index.ts";
import { MessageAppended } from "../events.ts";
import { messagePart } from "../rules/message-view.ts";
import { findMessage, updateMessage } from "../store/messages.ts";

interface LinkEmbedRequest {
  readonly channel: string;
  readonly message: string;
  /** Of the author; older versions left it out. */
  readonly account?: string;
}

/** Adds embeds for the links of a message, unless it was edited in the meantime. */
export async function embedLinks(
  { services, read, write }: JobContext,
  { channel, message: id, account }: LinkEmbedRequest,
): Promise<void> {
  const before = await read((db) => findMessage(db, channel, id));
  if (!before?.content) return;
  const links = findLinks(before.content, services.config.limits.global.message_embeds);
  const embeds: Embed[] = [];
  const timeout = AbortSignal.timeout(services.config.unfurl.timeout_ms);
  // One after another, so that an author takes one slot for requests, however slow the hosts are that they link to.
  for (const link of links) {
    if (timeout.aborted) break;
    const embed = await unfurl(services, link, account ?? before.author_id);
    if (embed) embeds.push(embed);
  }
  if (embeds.length === 0) return;
  await write(async (tx) => {
    const now = await findMessage(tx, channel, id);
    if (now?.content !== before.content || now.edited_at !== before.edited_at) return;
    const existing = messagePart(now, "embeds") ?? [];
    // The job may run twice, and the embeds may be there already.
    if (existing.some(({ type }) => type !== "Text")) return;
    await updateMessage(tx, now, { embeds: JSON.stringify([...existing, ...embeds]) });
    tx.emit(MessageAppended, { id, channel, append: { embeds } });
  });
}
