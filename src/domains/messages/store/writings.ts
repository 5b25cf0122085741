import type { Reader } from "../../../declare/tx.ts";
import type { ChannelsTables } from "../../channels/index.ts";
import type { MessageRow, MessagesTables } from "../tables.ts";

/** What somebody wrote: everywhere and ever, or less. */
export interface Writings {
  readonly authorId: string;
  /** In the channels of this server alone. */
  readonly serverId?: string | undefined;
  /** An id, or the beginning of one; this and what came after. */
  readonly from?: string | undefined;
  /** An id; what came before it. */
  readonly before?: string | undefined;
}

export type MessageKey = Pick<MessageRow, "channel_id" | "id">;

/** The newest first. */
export function listWritings(
  db: Reader,
  { authorId, serverId, from, before }: Writings,
  limit: number,
): Promise<MessageKey[]> {
  let query = db
    .sql<MessagesTables & ChannelsTables>()
    .selectFrom("messages")
    .select(["channel_id", "id"])
    .where("author_id", "=", authorId);
  if (serverId !== undefined)
    query = query.where("channel_id", "in", (channels) =>
      channels.selectFrom("channels").select("channels.id").where("server_id", "=", serverId),
    );
  if (from !== undefined) query = query.where("id", ">=", from);
  if (before !== undefined) query = query.where("id", "<", before);
  return query.orderBy("id", "desc").limit(limit).execute();
}
