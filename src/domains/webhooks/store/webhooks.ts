import type { Kysely } from "kysely";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import { maxListed } from "../../../protocol/schema.ts";
import type { ChannelsTables } from "../../channels/index.ts";
import { countBoundTo } from "../../operators/index.ts";
import { lostToken, type WebhookRow, type WebhooksTables } from "../tables.ts";

const webhookById = prepare((db: Kysely<WebhooksTables>, id: string) =>
  db.selectFrom("webhooks").selectAll().where("id", "=", id),
);

const webhooksByChannel = prepare((db: Kysely<WebhooksTables>, channelId: string) =>
  db.selectFrom("webhooks").selectAll().where("channel_id", "=", channelId).orderBy("id").limit(maxListed),
);

export async function findWebhook(db: Reader, id: string): Promise<WebhookRow | undefined> {
  return db.one(webhookById, id);
}

/** In the order of their creation. */
export async function listWebhooks(db: Reader, channelId: string): Promise<WebhookRow[]> {
  return db.all(webhooksByChannel, channelId);
}

export async function insertWebhook(tx: Tx, webhook: WebhookRow): Promise<void> {
  await tx.sql<WebhooksTables>().insertInto("webhooks").values(webhook).execute();
}

export async function updateWebhook(tx: Tx, id: string, changes: Partial<WebhookRow>): Promise<void> {
  await tx.sql<WebhooksTables>().updateTable("webhooks").set(changes).where("id", "=", id).execute();
}

export async function deleteWebhookRow(tx: Tx, id: string): Promise<void> {
  await tx.sql<WebhooksTables>().deleteFrom("webhooks").where("id", "=", id).execute();
}

interface Departure {
  readonly userId: string;
  readonly cause: "left" | "expelled";
}

/** Records, in the webhooks of a user in servers or in one channel, how the user left them. */
export async function setCreatorDeparture(
  tx: Tx,
  scope: { readonly serverIds: readonly string[] } | { readonly channelId: string },
  { userId, cause }: Departure,
): Promise<void> {
  const update = tx
    .sql<WebhooksTables & ChannelsTables>()
    .updateTable("webhooks")
    .set({ creator_expelled: cause === "expelled" ? 1 : 0 })
    .where("creator_id", "=", userId);
  const located =
    "channelId" in scope
      ? update.where("channel_id", "=", scope.channelId)
      : update.where("channel_id", "in", ({ selectFrom }) =>
          selectFrom("channels").select("channels.id").where("server_id", "in", scope.serverIds),
        );
  await located.execute();
}

/** The avatars of the webhooks of these channels, as stored. */
export async function listAvatars(db: Reader, channelIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .sql<WebhooksTables>()
    .selectFrom("webhooks")
    .select("avatar")
    .where("channel_id", "in", channelIds)
    .where("avatar", "is not", null)
    .execute();
  return rows.flatMap(({ avatar }) => avatar ?? []);
}

export const countTokens = countBoundTo<WebhooksTables>(
  {
    what: "tokens of webhooks",
    afterwards: "They keep working, but cannot be shown any more. A new webhook has a new token.",
  },
  (db) => db.selectFrom("webhooks").where("token", "<>", lostToken),
);

/** Keeps the digests, so that programs that post with a token keep working. */
export async function forgetTokens(tx: Tx): Promise<void> {
  await tx.sql<WebhooksTables>().updateTable("webhooks").set({ token: lostToken }).execute();
}
