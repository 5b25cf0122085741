import type { Client } from "stoat.js";
import { readApiError } from "../session/api-error.ts";
import { startSlowMode } from "../session/extras.ts";
import { describeError } from "../texts/describe-error.ts";
import { t } from "../texts/texts.ts";
import type { Outcome, PendingMessage } from "./outbox-queue.ts";

/** How long an attempt may take. A later answer does no harm, as the nonce is the same. */
const patience = 30_000;
/** The errors after which the same message can go through without any change. */
const passing = new Set(["NetworkError", "InternalError", "DatabaseError", "RateLimited"]);

/** Makes one attempt to send a message. */
export async function deliverMessage(client: Client, message: PendingMessage): Promise<Outcome> {
  const channel = client.channels.get(message.channelId);
  if (!channel) return { kind: "refused", error: t().errors.NotFound };
  const data = {
    content: message.content,
    replies: message.replies.map(({ messageId, mention }) => ({
      id: messageId,
      mention,
      fail_if_not_exists: false,
    })),
    attachments: message.attachments.map(({ id }) => id),
  };
  try {
    await withPatience(channel.sendMessage(data, message.nonce));
    return { kind: "sent" };
  } catch (thrown) {
    const { type, retryAfter } = readApiError(thrown);
    if (passing.has(type)) return { kind: "unreachable", error: t().composer.waitsForServer };
    if (type === "DuplicateNonce") return await findSent(client, message);
    if (type === "InSlowmode") startSlowMode(message.channelId, retryAfter ?? 0);
    return { kind: "refused", error: describeError(thrown) };
  }
}

/** The server has seen this nonce before: an earlier attempt has got through although its answer was lost. */
async function findSent(client: Client, { channelId, nonce }: PendingMessage): Promise<Outcome> {
  try {
    const { messages } = (await client.api.get(`/channels/${channelId as ""}/messages`, {
      limit: 100,
      include_users: true,
    })) as { messages: Parameters<typeof client.messages.getOrCreate>[1][] };
    const sent = messages.find((message) => message.nonce === nonce);
    if (!sent) return { kind: "refused", error: t().composer.sentBefore };
    client.messages.getOrCreate(sent._id, sent, true);
    return { kind: "sent" };
  } catch (thrown) {
    const { type } = readApiError(thrown);
    if (passing.has(type)) return { kind: "unreachable", error: t().composer.waitsForServer };
    // The message was sent, and this person may not read it.
    return { kind: "sent" };
  }
}

async function withPatience<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TypeError("no answer")), patience);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
