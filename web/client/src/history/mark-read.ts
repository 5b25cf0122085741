import { notify } from "@ui/toasts.tsx";
import { attempt } from "../components/attempt.ts";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import type { Server } from "../model/server.ts";
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

/** Marks all channels of a server as read, and says so: what was unread is usually out of sight. */
export async function markServerRead(client: Client, server: Server): Promise<void> {
  if (await attempt(() => client.api.put(`/servers/${server.id}/ack`)))
    notify(t().servers.markedRead(server.name));
}

/** Marks everything as read, one server or conversation after another. */
export async function markAllRead(client: Client): Promise<void> {
  const hasNews = ({ unread, mentions }: Channel | Server) => unread || mentions.length > 0;
  const servers = client.servers.list().filter(hasNews);
  const conversations = client.channels.list().filter((channel) => !channel.serverId && hasNews(channel));
  const hasWorked = await attempt(async () => {
    for (const { id } of servers) await client.api.put(`/servers/${id}/ack`);
    for (const channel of conversations) await markRead(client, channel);
  });
  if (hasWorked) notify(t().inbox.allRead);
}
