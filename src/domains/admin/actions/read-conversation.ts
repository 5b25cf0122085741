import type { Fail } from "../../../declare/error.ts";
import type { Reader } from "../../../declare/tx.ts";
import { findAnyChannel } from "../../channels/index.ts";
import { listMessages, pageMessageViews, readWindow } from "../../messages/index.ts";
import { nameUsers } from "../../users/index.ts";
import type { AdminConversation, ConversationQuery } from "../model.ts";

interface ConversationRequest {
  readonly id: string;
  readonly query: ConversationQuery;
  readonly fail: Fail<"NotFound">;
}

/** Messages of a channel without their reactions, oldest first, whoever can view the channel. */
export async function readConversation(
  db: Reader,
  { id, query, fail }: ConversationRequest,
): Promise<AdminConversation> {
  const channel = await findAnyChannel(db, id);
  if (!channel) throw fail("NotFound");
  const window = readWindow({ ...query, sort: query.after === undefined ? "Latest" : "Oldest" });
  const messages = pageMessageViews(id, await listMessages(db, id, window), []);
  messages.sort((one, other) => (one._id < other._id ? -1 : 1));
  const names = await nameUsers(
    db,
    messages.map(({ author }) => author),
  );
  return {
    channel_type: channel.channel_type,
    ...("name" in channel && { name: channel.name }),
    ...("server" in channel && { server: channel.server }),
    messages,
    names: Object.fromEntries(names),
  };
}
