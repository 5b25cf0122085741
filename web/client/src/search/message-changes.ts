import type { PartialMessage } from "../../../protocol/types.ts";
import type { Client } from "../session/client.ts";

interface Observer {
  removed(messageIds: readonly string[]): void;
  changed(messageId: string, data: PartialMessage): void;
}

/** Tells what happens to the messages of a channel, also to those that the state does not hold. */
export function onMessageChange(client: Client, channelId: string, observer: Observer): () => void {
  const stops = [
    client.on("MessageDelete", ({ channel, id }) => {
      if (channel === channelId) observer.removed([id]);
    }),
    client.on("BulkMessageDelete", ({ channel, ids }) => {
      if (channel === channelId) observer.removed(ids);
    }),
    client.on("MessageUpdate", ({ channel, id, data, clear }) => {
      if (channel === channelId)
        observer.changed(id, clear.includes("Pinned") ? { ...data, pinned: false } : data);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
