import type { Kysely } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import type { ChannelsTables } from "../../channels/index.ts";
import type { MessagesTables } from "../../messages/index.ts";

const channelsWithMessage = prepare(
  (db: Kysely<ChannelsTables & MessagesTables>, messageId: string, after: string, limit: number) =>
    db
      .selectFrom("channels")
      .select(({ selectFrom }) => [
        "channels.id",
        // Not a join: PostgreSQL would scan all messages instead of probing each channel.
        selectFrom("messages")
          .select("messages.id")
          .whereRef("messages.channel_id", "=", "channels.id")
          .where("messages.id", "=", messageId)
          .as("message"),
      ])
      .where("channels.id", ">", after)
      .orderBy("channels.id")
      .limit(limit),
);

/** The channels after `after`; `message` is null in all except the one that holds the message. */
export async function scanChannels(
  db: Reader,
  messageId: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<{ readonly id: string; readonly message: string | null }[]> {
  return db.all(channelsWithMessage, messageId, after, limit);
}

/** The columns that a snapshot shows. */
export function findChannelOutline(db: Reader, id: string) {
  const channels = db
    .sql<ChannelsTables>()
    .selectFrom("channels")
    .select(["id", "kind", "name", "server_id"]);
  return channels.where("id", "=", id).executeTakeFirst();
}
