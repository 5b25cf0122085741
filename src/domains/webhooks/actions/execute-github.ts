import { invalid } from "../../../declare/error.ts";
import type { Tx } from "../../../declare/tx.ts";
import { LazyValidator } from "../../../platform/memoize/lazy-validator.ts";
import type { ChannelUpdated } from "../../channels/index.ts";
import { emptyFields, type MessageSent, postMessage, SendableEmbed } from "../../messages/index.ts";
import { unreadable } from "../rules/github/event-formatter.ts";
import { readEvent } from "../rules/github/read-event.ts";
import { webhookAuthor } from "../rules/webhook-view.ts";
import type { WebhookRow } from "../tables.ts";
import { loadCreatorAccess } from "./creator-permissions.ts";
import { assertMaySend, type WebhookSteps } from "./execute-webhook.ts";
import { authenticateWebhook, type WebhookCredentials } from "./webhook-access.ts";

interface GithubDelivery {
  /** The value of the header X-GitHub-Event. */
  readonly event: string;
  readonly payload: Parameters<typeof readEvent>[1];
}

/** Posts an embed about an event on GitHub. Events without an embed are accepted and ignored. */
export async function executeGithubWebhook(
  {
    read,
    write,
    fail,
  }: WebhookSteps<"NotFound" | "NotAuthenticated" | "InvalidOperation" | "MissingPermission">,
  credentials: WebhookCredentials,
  { event, payload }: GithubDelivery,
): Promise<void> {
  const { channel_id: channelId } = await read((db) => authenticateWebhook({ db, fail }, credentials));
  const embed = readEvent(event, payload);
  if (embed === unreadable) throw fail("InvalidOperation");
  if (embed === undefined) return;
  await write(async (tx) => postEmbed(tx, await authenticateWebhook({ db: tx, fail }, credentials), embed), {
    turns: { exclusive: [channelId] },
  });
}

const sendable = new LazyValidator(SendableEmbed);
const mentions = { users: [], roles: [], everyone: false, online: false };

/** Posts an embed without mentions. The permissions of the webhook itself do not matter, those of its creator do. */
async function postEmbed(
  tx: Tx<typeof MessageSent | typeof ChannelUpdated, "NotFound" | "MissingPermission">,
  webhook: WebhookRow,
  embed: SendableEmbed,
): Promise<void> {
  if (!sendable.check(embed)) throw invalid("embed: too long");
  const { channel, held } = await loadCreatorAccess(tx, webhook, tx.fail);
  assertMaySend(tx, { permissions: held, held }, { embeds: [embed] });
  // No client waits for this message, so it needs no nonce to be recognised by.
  const { userId: author_id, webhook: shown } = webhookAuthor(webhook);
  const embeds = JSON.stringify([{ type: "Text", ...embed }]);
  const fields = {
    ...emptyFields,
    channel_id: channel._id,
    author_id,
    webhook: JSON.stringify(shown),
    embeds,
  };
  await postMessage(tx, { fields, mentions });
}
