import { fetchPage } from "../history/fetch-page.ts";
import { describeError, t } from "../i18n/i18n.ts";
import { messageFlags } from "../model/reduce-messages.ts";
import { ApiError, readApiError } from "../session/api-error.ts";
import type { Client } from "../session/client.ts";
import type { Outcome, PendingMessage } from "./outbox-queue.ts";

/** How long an attempt may take. A later answer does no harm, as the nonce is the same. */
const patience = 30_000;
/** The errors after which the same message can go through without any change. */
const passing = new Set(["NetworkError", "InternalError", "DatabaseError", "RateLimited"]);

/** Makes one attempt to send a message. */
export async function deliverMessage(client: Client, message: PendingMessage): Promise<Outcome> {
  if (!client.channels.has(message.channelId)) return { kind: "refused", error: t().errors.NotFound };
  try {
    await withPatience(post(client, message));
    return { kind: "sent" };
  } catch (thrown) {
    const { type, retryAfter } = readApiError(thrown);
    if (passing.has(type)) return { kind: "unreachable", error: t().composer.waitsForServer };
    if (type === "DuplicateNonce") return await findSent(client, message);
    if (type === "InSlowmode") client.startSlowmode(message.channelId, retryAfter ?? 0);
    return { kind: "refused", error: describeError(thrown) };
  }
}

async function post(client: Client, { channelId, nonce, ...message }: PendingMessage): Promise<void> {
  const descriptions = message.attachments.flatMap(({ id, description }) =>
    description ? [{ id, description }] : [],
  );
  const draft = {
    content: message.content,
    replies: message.replies.map(({ messageId, mention }) => ({
      id: messageId,
      mention,
      fail_if_not_exists: false,
    })),
    attachments: message.attachments.map(({ id }) => id),
    ...(message.interactions && { interactions: message.interactions }),
    ...(descriptions.length > 0 && { attachment_descriptions: descriptions }),
    ...(message.isSilent && { flags: messageFlags.suppressNotifications }),
  };
  const options = { headers: { "idempotency-key": nonce }, isSentOnce: true };
  client.receiveSent(await client.api.post(`/channels/${channelId}/messages`, draft, options));
}

/** The server has seen this nonce before: an earlier attempt has got through although its answer was lost. */
async function findSent(client: Client, { channelId, nonce }: PendingMessage): Promise<Outcome> {
  try {
    const { messages } = await fetchPage(client, channelId, { limit: 100 });
    const sent = messages.find((message) => message.nonce === nonce);
    if (!sent) return { kind: "refused", error: t().composer.sentBefore };
    client.receiveSent(sent);
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
    timer = setTimeout(() => reject(new ApiError("NetworkError")), patience);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
