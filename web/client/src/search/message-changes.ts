import type { PartialMessage } from "../../../protocol/types.ts";
import type { Client } from "../session/client.ts";

interface Observer {
  removed(messageIds: readonly string[]): void;
  changed(messageId: string, data: PartialMessage): void;
}

/** Tells what happens to messages, of one channel or of all, also to those that the state does not hold. */
export function onMessageChange(client: Client, observer: Observer, channelId?: string): () => void {
  const isWanted = (channel: string) => channelId === undefined || channel === channelId;
  const stops = [
    client.on("MessageDelete", ({ channel, id }) => {
      if (isWanted(channel)) observer.removed([id]);
    }),
    client.on("BulkMessageDelete", ({ channel, ids }) => {
      if (isWanted(channel)) observer.removed(ids);
    }),
    client.on("MessageUpdate", ({ channel, id, data, clear }) => {
      if (isWanted(channel))
        observer.changed(id, clear.includes("Pinned") ? { ...data, pinned: false } : data);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
