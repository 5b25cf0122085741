import type { Client } from "../session/client.ts";

/** What happens to the messages of a channel. */
export interface ChannelObserver {
  arrived(messageId: string): void;
  /** Something about messages has changed, whether or not they are loaded. */
  touched(messageIds: readonly string[]): void;
}

/** Tells the observer of a channel what happens there. */
export function observeChannels(
  client: Client,
  observerOf: (channelId: string) => ChannelObserver | undefined,
): void {
  // Also comes for one's own message when the answer to sending it is there before the event.
  client.on("Message", ({ channel, _id }) => observerOf(channel)?.arrived(_id));
  for (const type of ["MessageUpdate", "MessageAppend", "MessageDelete"] as const)
    client.on(type, ({ channel, id }) => observerOf(channel)?.touched([id]));
  client.on("BulkMessageDelete", ({ channel, ids }) => observerOf(channel)?.touched(ids));
  for (const type of ["MessageReact", "MessageUnreact", "MessageRemoveReaction"] as const)
    client.on(type, ({ channel_id, id }) => observerOf(channel_id)?.touched([id]));
}
