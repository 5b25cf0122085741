import { Compile } from "typebox/compile";
import { invalid } from "../../../protocol/error.ts";
import type { Tx } from "../../../store/tx.ts";
import type { ChannelUpdated } from "../../conversations/index.ts";
import { composeMessage, type MessageSent, postMessage, SendableEmbed } from "../../messages/index.ts";
import { webhookAuthor } from "../rules/webhook-view.ts";
import type { WebhookRow } from "../tables.ts";
import { lookThroughWebhook } from "./look-through-webhook.ts";

const sendable = Compile(SendableEmbed);
const noMentions = { users: [], roles: [], everyone: false, online: false };
const validated = { nonce: undefined, suppress: false, mentions: noMentions, replies: [], repliedTo: [] };

/** Says in the channel of a webhook what somebody else's program has told; nobody is mentioned by it. */
export async function postEmbed(
  tx: Tx<typeof MessageSent | typeof ChannelUpdated, "NotFound">,
  webhook: WebhookRow,
  embed: SendableEmbed,
): Promise<void> {
  if (!sendable.Check(embed)) throw invalid("embed: too long");
  const stage = { channel: await lookThroughWebhook(tx, webhook), permissions: 0 };
  const draft = { embeds: [embed] };
  const author = webhookAuthor(webhook);
  const { row, mentions } = await composeMessage(tx, stage, { draft, validated, author });
  // Nobody waits for this message, so there is nothing to know it by.
  const unnamed = { ...row, nonce: null };
  await postMessage(tx, { row: unnamed, mentions, suppress: false, author: {}, reopens: false });
}
