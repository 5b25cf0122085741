import type { Fail } from "../../../declare/error.ts";
import type { Reader, SharingOptions, Tx } from "../../../declare/tx.ts";
import { bitsetOf } from "../../../permissions/bits.ts";
import { intersection, union } from "../../../permissions/bitset.ts";
import { assertChannelPermission, type ChannelUpdated } from "../../channels/index.ts";
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
import type { WebhookRights } from "../rules/foreign/permissions.ts";
import { webhookAuthor } from "../rules/webhook-view.ts";
import type { WebhookRow } from "../tables.ts";
import { loadCreatorAccess } from "./creator-permissions.ts";
import { authenticateWebhook, type WebhookCredentials } from "./webhook-access.ts";

export const executeErrors = [...sendErrors, "NotAuthenticated"] as const;
type ExecuteError = (typeof executeErrors)[number];
type SendEvents = typeof MessageSent | typeof ChannelUpdated;

export interface WebhookSteps<E extends ExecuteError | "InvalidOperation"> {
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
  write<T>(work: (tx: Tx<SendEvents, E>) => Promise<T>, options?: SharingOptions): Promise<T>;
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
  const { channel_id: channelId } = await read((db) => authenticateWebhook({ db, fail }, credentials));
  return write(
    async (tx) => {
      const webhook = await authenticateWebhook({ db: tx, fail }, credentials);
      return sendThroughWebhook(tx, webhook, execution);
    },
    { turns: { exclusive: [channelId] } },
  );
}

/** Mentions, colours of names, embeds of links and emoji need no permission of the webhook, only of its creator. */
const granted = bitsetOf("MentionEveryone", "MentionRoles", "ManageRole", "SendEmbeds", "UseExternalEmojis");

/** Sends a message to the channel of a webhook, as far as the permissions of the webhook and its creator allow. */
export async function sendThroughWebhook(
  tx: Tx<SendEvents, (typeof sendErrors)[number]>,
  webhook: WebhookRow,
  { draft, key }: WebhookExecution,
): Promise<Message> {
  const { id, permissions } = webhook;
  if (key !== undefined && !(await takeKey(tx, id, key))) throw tx.fail("DuplicateNonce");
  const { channel, held } = await loadCreatorAccess(tx, webhook, tx.fail);
  assertMaySend(tx, { permissions, held }, draft);
  const context = { channel, permissions: intersection(union(permissions, granted), held) };
  // The author counts as a bot, so IsNotBot, which no webhook route declares, cannot be thrown.
  const sendTx = tx as unknown as SendTx & Tx<SendEvents>;
  return sendMessage(sendTx, context, { draft, key, author: webhookAuthor(webhook) });
}

/** A draft may use what both the webhook and its creator may do. */
export function assertMaySend(
  tx: Pick<Tx<never, "MissingPermission">, "fail">,
  { permissions, held }: WebhookRights,
  draft: MessageDraft,
): void {
  const both = { permissions: intersection(permissions, held) };
  const needed = permissionsForDraft(draft, ["UploadFiles", "SendEmbeds", "Masquerade", "React"]);
  for (const permission of ["SendMessage", ...needed] as const) assertChannelPermission(tx, both, permission);
  for (const permission of permissionsForDraft(draft, ["ManageRole"]))
    assertChannelPermission(tx, { permissions: held }, permission);
}
