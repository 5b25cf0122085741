import type { Channel } from "../model/channel.ts";
import type { Server } from "../model/server.ts";
import type { Client } from "../session/client.ts";

/** Channels of one server, or conversations. */
interface InboxGroup {
  readonly server: Server | undefined;
  readonly channels: readonly Channel[];
}

/** Where the user is mentioned, muted or not, as the badges count these too. */
export const mentioned = (client: Client) =>
  latestFirst(client.channels.list().filter(({ mentions }) => mentions.length > 0));

/** Where anything else is unread, unless it is muted. */
export const unreadOnly = (client: Client) =>
  latestFirst(
    client.channels.list().filter(({ mentions, unread, muted }) => mentions.length === 0 && unread && !muted),
  );

/** In the order of their first channels. */
export function byServer(channels: readonly Channel[]): InboxGroup[] {
  return [...Map.groupBy(channels, ({ serverId }) => serverId)].map(([, group]) => ({
    server: group[0]?.server,
    channels: group,
  }));
}

const latestFirst = (channels: readonly Channel[]) =>
  channels.toSorted((a, b) => +b.updatedAt - +a.updatedAt);
