import type { Packet } from "../support/stream.ts";
import type { Reference } from "./reference.ts";
import type { Change } from "./reference-state.ts";

/** Nobody hears of channels that they cannot see. Messages themselves are not kept. */
const heard =
  (channelOf: (packet: Packet) => string): Change =>
  ({ state }, packet) => {
    if (!state.channels.has(channelOf(packet))) throw new Error("told of something that one cannot see");
  };
const inChannel = heard(({ channel }) => channel);
const toMessage = heard(({ channel_id }) => channel_id);

/** What is deleted mentions nobody any more. */
function forgetMentions({ state: { unreads } }: Reference, channel: string, ids: readonly string[]): void {
  const { mentions, ...unread } = unreads.get(channel) ?? { _id: undefined };
  if (!mentions) return;
  const left = mentions.filter((id: string) => !ids.includes(id));
  if (left.length > 0) unreads.set(channel, { ...unread, mentions: left });
  else if ("last_id" in unread) unreads.set(channel, unread);
  else unreads.delete(channel);
}

/** What the specification says that events change for who has messages in view. */
export const changesOfMessages: Readonly<Record<string, Change>> = {
  MessageUpdate: inChannel,
  MessageDelete(client, packet) {
    inChannel(client, packet);
    forgetMentions(client, packet.channel, [packet.id]);
  },
  BulkMessageDelete(client, packet) {
    inChannel(client, packet);
    forgetMentions(client, packet.channel, packet.ids);
  },
  MessageReact: toMessage,
  MessageUnreact: toMessage,
  MessageRemoveReaction: toMessage,
  WebhookCreate: toMessage,
  // Nobody is told of webhooks at the beginning, so there is nothing that these could change.
  WebhookUpdate: () => {},
  WebhookDelete: () => {},
};
