import type { Reader, Tx } from "../../../declare/tx.ts";
import { webhookDefault } from "../../../permissions/defaults.ts";
import { canSetOverride } from "../../../permissions/granting.ts";
import { randomToken } from "../../../platform/ids/ids.ts";
import { digestToken, type Vault } from "../../../platform/secrets/vault.ts";
import type { File } from "../../../protocol/file.ts";
import { recordAudit } from "../../audit/index.ts";
import type { Channel } from "../../channels/index.ts";
import { claimFile, releaseFile, releaseFiles, releaseFilesOf } from "../../files/index.ts";
import { WebhookCreated, WebhookDeleted, WebhookUpdated } from "../events.ts";
import type { Webhook, WebhookDraft, WebhookEdit } from "../model.ts";
import { planWebhookEdit } from "../rules/webhook-edit.ts";
import { avatarOf, webhookView } from "../rules/webhook-view.ts";
import {
  deleteWebhookRow,
  insertWebhook,
  listAvatars,
  listWebhooks,
  updateWebhook,
} from "../store/webhooks.ts";
import { lostToken, type WebhookRow } from "../tables.ts";
import { authenticateWebhook, type WebhookAccess, type WebhookCredentials } from "./webhook-access.ts";

interface WebhookCreation {
  readonly draft: WebhookDraft;
  readonly creator: string;
  readonly reason: string | undefined;
}

export const hasWebhooks = ({ channel_type }: Channel) =>
  channel_type === "TextChannel" || channel_type === "Group";

/** Creates a webhook in a channel whose row is locked; returns it with its token. */
export async function createWebhook(
  tx: Tx<typeof WebhookCreated, "NotFound" | "InvalidOperation">,
  channel: Channel,
  { draft: { name, avatar }, creator, reason }: WebhookCreation,
): Promise<Webhook> {
  if (!hasWebhooks(channel)) throw tx.fail("InvalidOperation");
  const max = tx.services.config.caps.channel_webhooks;
  if (max > 0 && (await listWebhooks(tx, channel._id)).length >= max) throw tx.fail("InvalidOperation");
  const id = tx.services.ids.next();
  const file = await claimAvatar(tx, avatar, { by: id, uploader: creator });
  const token = randomToken(64);
  const row = {
    id,
    channel_id: channel._id,
    creator_id: creator,
    creator_expelled: 0,
    name,
    avatar: file ? JSON.stringify(file) : null,
    permissions: webhookDefault,
    ...sealWebhookToken(tx.services.vault, id, token),
  };
  await insertWebhook(tx, row);
  tx.emit(WebhookCreated, { ...webhookView(row, null), token: null });
  if (channel.channel_type === "TextChannel") {
    const action = { type: "WebhookCreate", webhook: id, name, channel: channel._id } as const;
    await recordAudit(tx, { server: channel.server, by: creator, reason, action });
  }
  return webhookView(row, token);
}

export async function viewWebhooks(db: Reader, channelId: string): Promise<Webhook[]> {
  return (await listWebhooks(db, channelId)).map((row) => viewWithToken(db, row));
}

/** A webhook with its token, unless that is lost; for users who manage webhooks, and for clients that hold the token. */
export function viewWithToken({ services }: Reader, row: WebhookRow): Webhook {
  const token = row.token === lostToken ? null : services.vault.open(row.token, purposeOf(row.id));
  return webhookView(row, token);
}

type EditTx = Tx<typeof WebhookUpdated, "NotFound" | "CannotGiveMissingPermissions">;

/** Edits a webhook, which may get the permissions that it and its editor have. */
export async function editWebhook(
  tx: EditTx,
  { webhook, permissions }: WebhookAccess,
  { edit, editor }: { edit: WebhookEdit; editor: string },
): Promise<Webhook> {
  return applyEdit(tx, webhook, { edit, uploader: editor, held: permissions });
}

/** Edits a webhook for a client that holds its token, and so cannot give it further permissions. */
export async function editWebhookByToken(
  tx: EditTx & Tx<never, "NotAuthenticated">,
  credentials: WebhookCredentials,
  edit: WebhookEdit,
): Promise<Webhook> {
  const webhook = await authenticateWebhook({ db: tx, fail: tx.fail }, credentials);
  return applyEdit(tx, webhook, { edit, uploader: "anybody", held: 0 });
}

interface AuthorizedEdit {
  readonly edit: WebhookEdit;
  /** The user whose uploads may become the avatar. */
  readonly uploader: string | "anybody";
  /** The permissions that the editor may grant. */
  readonly held: number;
}

async function applyEdit(
  tx: EditTx,
  row: WebhookRow,
  { edit, uploader, held }: AuthorizedEdit,
): Promise<Webhook> {
  const { id, channel_id: channel } = row;
  const { permissions = row.permissions } = edit;
  if (!canSetOverride(held, { a: row.permissions, d: 0 }, { a: permissions, d: 0 }))
    throw tx.fail("CannotGiveMissingPermissions");
  const avatar = await claimAvatar(tx, edit.avatar, { by: id, uploader });
  const { changes, data, clear, before } = planWebhookEdit(row, edit, avatar);
  if (Object.keys(changes).length === 0) return viewWithToken(tx, row);
  await updateWebhook(tx, id, changes);
  if (before.avatar) await releaseFile(tx, before.avatar._id);
  tx.emit(WebhookUpdated, { id, data, remove: clear }, { channel });
  return viewWithToken(tx, { ...row, ...changes });
}

/** Deletes a webhook; its messages stay. */
export async function deleteWebhook(
  tx: Tx<typeof WebhookDeleted>,
  { webhook, channel }: WebhookAccess,
  { by, reason }: { by: string; reason: string | undefined },
): Promise<void> {
  await removeWebhook(tx, webhook);
  if (channel.channel_type !== "TextChannel") return;
  const { id, name, creator_id: target } = webhook;
  const action = { type: "WebhookDelete", webhook: id, name, channel: channel._id } as const;
  await recordAudit(tx, { server: channel.server, by, target, reason, action });
}

export async function deleteWebhookByToken(
  tx: Tx<typeof WebhookDeleted, "NotFound" | "NotAuthenticated">,
  credentials: WebhookCredentials,
): Promise<void> {
  await removeWebhook(tx, await authenticateWebhook({ db: tx, fail: tx.fail }, credentials));
}

async function removeWebhook(
  tx: Tx<typeof WebhookDeleted>,
  { id, channel_id: channel }: WebhookRow,
): Promise<void> {
  await deleteWebhookRow(tx, id);
  await releaseFilesOf(tx, id);
  tx.emit(WebhookDeleted, { id }, { channel });
}

/** Releases the avatars of the webhooks that are deleted with their channels. */
export async function releaseAvatars(
  tx: Tx,
  { channelIds }: { readonly channelIds: readonly string[] },
): Promise<void> {
  if (channelIds.length === 0) return;
  const avatars = await listAvatars(tx, channelIds);
  const ids = avatars.flatMap((avatar) => avatarOf({ avatar })?._id ?? []);
  await releaseFiles(tx, ids);
}

async function claimAvatar(
  tx: Tx<never, "NotFound">,
  avatar: string | undefined,
  { by, uploader }: { by: string; uploader: string },
): Promise<File | undefined> {
  return avatar === undefined ? undefined : claimFile(tx, { id: avatar, use: "WebhookAvatar", by, uploader });
}

/** The purpose that the token is sealed for: the vault opens it for no other row. */
const purposeOf = (id: string) => `webhook ${id}`;

/** A token as it is stored: a digest to compare with, and sealed to be read again. */
export function sealWebhookToken(
  vault: Vault,
  id: string,
  token: string,
): Pick<WebhookRow, "token" | "token_digest"> {
  return { token: vault.seal(token, purposeOf(id)), token_digest: digestToken(token) };
}
