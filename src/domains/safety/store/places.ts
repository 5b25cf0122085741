import type { Kysely } from "kysely";
import { prepare } from "../../../platform/database/prepared.ts";
import type { Reader } from "../../../store/tx.ts";
import type { ChannelsTables } from "../../conversations/index.ts";
import type { MessagesTables } from "../../messages/index.ts";

const someChannels = prepare(
  (db: Kysely<ChannelsTables & MessagesTables>, messageId: string, after: string, limit: number) =>
    db
      .selectFrom("channels")
      .select(({ selectFrom }) => [
        "channels.id",
        // Not a join: PostgreSQL would rather go through all messages once than ask each channel for one.
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

/** The channels that come after this one, and which of them holds the message. */
export async function lookForMessage(
  db: Reader,
  messageId: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<{ readonly id: string; readonly message: string | null }[]> {
  return db.all(someChannels, messageId, after, limit);
}

/** What a snapshot tells of a channel. */
export function findChannelOutline(db: Reader, id: string) {
  const channels = db
    .sql<ChannelsTables>()
    .selectFrom("channels")
    .select(["id", "kind", "name", "server_id"]);
  return channels.where("id", "=", id).executeTakeFirst();
}
