import type { Client } from "stoat.js";
import type { ServerEvent } from "../session/mend-events.ts";

/** What happens to the messages of a channel. */
export interface ChannelObserver {
  arrived(messageId: string): void;
  /** Something about messages has changed, whether or not they are loaded. */
  touched(messageIds: readonly string[]): void;
}

/** Tells the observer of a channel what happens there, after the library has taken it in. */
export function observeChannels(
  client: Client,
  observerOf: (channelId: string) => ChannelObserver | undefined,
): void {
  // Also comes for one's own message when the answer to sending it is there before the event.
  client.on("messageCreate", (message) => observerOf(message.channelId)?.arrived(message.id));
  const listen = client.events.on as (name: string, handler: (event: ServerEvent) => void) => void;
  listen.call(client.events, "event", (event) => handle(event, observerOf));
}

function handle(event: ServerEvent, observerOf: (channelId: string) => ChannelObserver | undefined): void {
  switch (event.type) {
    case "Bulk":
      for (const item of event.v as ServerEvent[]) handle(item, observerOf);
      break;
    case "MessageUpdate":
    case "MessageAppend":
    case "MessageDelete":
      observerOf(event.channel as string)?.touched([event.id as string]);
      break;
    case "BulkMessageDelete":
      observerOf(event.channel as string)?.touched(event.ids as string[]);
      break;
    case "MessageReact":
    case "MessageUnreact":
    case "MessageRemoveReaction":
      observerOf(event.channel_id as string)?.touched([event.id as string]);
      break;
  }
}
