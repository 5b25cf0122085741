import { bitsetOf, type Permission } from "../../../permissions/bits.ts";
import { union } from "../../../permissions/bitset.ts";
import type { Tx } from "../../../store/tx.ts";
import { assertChannelPermission } from "../../channels/index.ts";
import type { ChannelUpdated } from "../../conversations/index.ts";
import {
  type Message,
  type MessageDraft,
  type MessageSent,
  permissionsForDraft,
  type SendTx,
  type sendErrors,
  sendMessage,
  takeKey,
} from "../../messages/index.ts";
import { webhookAuthor } from "../rules/webhook-view.ts";
import type { WebhookRow } from "../tables.ts";
import { lookThroughWebhook } from "./look-through-webhook.ts";

export interface Execution {
  /** What was validated already, colours included. */
  readonly draft: MessageDraft;
  /** By which a call that is made twice is recognised. */
  readonly key?: string | undefined;
}

type Told = typeof MessageSent | typeof ChannelUpdated;

/** What is not asked of webhooks: whom they mention, and whether their links are shown. */
const granted = bitsetOf("MentionEveryone", "MentionRoles", "SendEmbeds");

/** Says something in the channel of a webhook, as far as its permissions go. */
export async function executeWebhook(
  tx: Tx<Told, (typeof sendErrors)[number]>,
  webhook: WebhookRow,
  { draft, key }: Execution,
): Promise<Message> {
  const { id, permissions } = webhook;
  if (key !== undefined && !(await takeKey(tx, id, key))) throw tx.fail("DuplicateNonce");
  for (const permission of neededFor(draft)) assertChannelPermission(tx, webhook, permission);
  const channel = await lookThroughWebhook(tx, webhook);
  const stage = { channel, permissions: union(permissions, granted) };
  // It speaks as a bot does, so it is never told that it is none.
  const speaking = tx as unknown as SendTx & Tx<Told>;
  return sendMessage(speaking, stage, { draft, key, caller: webhookAuthor(webhook) });
}

/** The permissions that a webhook itself must hold to send a draft, in the order of their checks. */
export function neededFor(draft: MessageDraft): Permission[] {
  return ["SendMessage", ...permissionsForDraft(draft, ["UploadFiles", "SendEmbeds", "Masquerade", "React"])];
}
