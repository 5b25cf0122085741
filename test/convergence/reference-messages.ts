import type { Packet } from "../support/stream.ts";
import type { Reference } from "./reference.ts";
import type { Change } from "./reference-state.ts";

/** Checks that the channel of an event is visible. Messages themselves are not stored. */
const visible =
  (channelOf: (packet: Packet) => string): Change =>
  ({ state }, packet) => {
    if (!state.channels.has(channelOf(packet))) throw new Error("received an event of an invisible channel");
  };
const inChannel = visible(({ channel }) => channel);
const toMessage = visible(({ channel_id }) => channel_id);

/** Removes the mentions of deleted messages. */
function removeMentions({ state: { unreads } }: Reference, channel: string, ids: readonly string[]): void {
  const { mentions, ...unread } = unreads.get(channel) ?? { _id: undefined };
  if (!mentions) return;
  const left = mentions.filter((id: string) => !ids.includes(id));
  if (left.length > 0) unreads.set(channel, { ...unread, mentions: left });
  else if ("last_id" in unread) unreads.set(channel, unread);
  else unreads.delete(channel);
}

/** The changes by events about messages, as specified. */
export const changesOfMessages: Readonly<Record<string, Change>> = {
  MessageUpdate: inChannel,
  MessageDelete(client, packet) {
    inChannel(client, packet);
    removeMentions(client, packet.channel, [packet.id]);
  },
  BulkMessageDelete(client, packet) {
    inChannel(client, packet);
    removeMentions(client, packet.channel, packet.ids);
  },
  MessageReact: toMessage,
  MessageUnreact: toMessage,
  MessageRemoveReaction: toMessage,
  WebhookCreate: toMessage,
  // Ready holds no webhooks, so these change nothing.
  WebhookUpdate: () => {},
  WebhookDelete: () => {},
};
