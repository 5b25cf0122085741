import type { Channel } from "../model/channel.ts";
import type { Client } from "../session/client.ts";

/** Marks everything up to a message as read, before the server knows. */
export function readUpTo(client: Client, channelId: string, messageId: string): void {
  client.receive({ type: "ChannelAck", id: channelId, user: client.state.selfId, message_id: messageId });
}

/** Marks a channel as read. */
export async function markRead(client: Client, { id, lastMessageId }: Channel): Promise<void> {
  if (lastMessageId === undefined) return;
  readUpTo(client, id, lastMessageId);
  await client.api.put(`/channels/${id}/ack/${lastMessageId}`);
}
