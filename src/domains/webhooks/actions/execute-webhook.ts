import { bitsetOf, type Permission } from "../../../permissions/bits.ts";
import { union } from "../../../permissions/bitset.ts";
import type { Fail } from "../../../protocol/error.ts";
import type { MutexOptions, Reader, Tx } from "../../../store/tx.ts";
import { assertChannelPermission, findAnyChannel } from "../../channels/index.ts";
import type { Channel, ChannelUpdated } from "../../conversations/index.ts";
import {
  type Message,
  type MessageDraft,
  type MessageSent,
  permissionsForDraft,
  type SendTx,
  sendErrors,
  sendMessage,
  takeKey,
} from "../../messages/index.ts";
import { webhookAuthor } from "../rules/webhook-view.ts";
import type { WebhookRow } from "../tables.ts";
import { authenticateWebhook, type WebhookCredentials } from "./webhook-access.ts";

export const executeErrors = [...sendErrors, "NotAuthenticated"] as const;
type ExecuteError = (typeof executeErrors)[number];
type SendEvents = typeof MessageSent | typeof ChannelUpdated;

export interface WebhookSteps<E extends ExecuteError | "InvalidOperation"> {
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
  write<T>(work: (tx: Tx<SendEvents, E>) => Promise<T>, options?: MutexOptions): Promise<T>;
  readonly fail: Fail<E>;
}

interface WebhookExecution {
  /** Validated already, colours included. */
  readonly draft: MessageDraft;
  /** The idempotency key. */
  readonly key?: string | undefined;
}

/** Sends a message through the webhook that the credentials are for. */
export async function executeWebhook(
  { read, write, fail }: WebhookSteps<ExecuteError>,
  credentials: WebhookCredentials,
  execution: WebhookExecution,
): Promise<Message> {
  const { channel_id: mutexKey } = await read((db) => authenticateWebhook({ db, fail }, credentials));
  return write(
    async (tx) => {
      const webhook = await authenticateWebhook({ db: tx, fail }, credentials);
      return sendThroughWebhook(tx, webhook, execution);
    },
    { mutexKey },
  );
}

/** Granted to all webhooks: mentions and embeds of links need no permission of theirs. */
const granted = bitsetOf("MentionEveryone", "MentionRoles", "SendEmbeds");

/** Sends a message to the channel of a webhook, as far as the webhook's permissions allow. */
export async function sendThroughWebhook(
  tx: Tx<SendEvents, (typeof sendErrors)[number]>,
  webhook: WebhookRow,
  { draft, key }: WebhookExecution,
): Promise<Message> {
  const { id, permissions } = webhook;
  if (key !== undefined && !(await takeKey(tx, id, key))) throw tx.fail("DuplicateNonce");
  for (const permission of neededFor(draft)) assertChannelPermission(tx, webhook, permission);
  const channel = await findWebhookChannel(tx, webhook);
  const context = { channel, permissions: union(permissions, granted) };
  // The author counts as a bot, so IsNotBot, which no webhook route declares, cannot be thrown.
  const sendTx = tx as unknown as SendTx & Tx<SendEvents>;
  return sendMessage(sendTx, context, { draft, key, caller: webhookAuthor(webhook) });
}

/** The permissions that a webhook itself must hold to send a draft, in the order of their checks. */
export function neededFor(draft: MessageDraft): Permission[] {
  return ["SendMessage", ...permissionsForDraft(draft, ["UploadFiles", "SendEmbeds", "Masquerade", "React"])];
}

export async function findWebhookChannel(
  tx: Tx<never, "NotFound">,
  { channel_id }: WebhookRow,
): Promise<Channel> {
  const channel = await findAnyChannel(tx, channel_id);
  // The channel may have been deleted since the webhook was read.
  if (!channel) throw tx.fail("NotFound");
  return channel;
}
