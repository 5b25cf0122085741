import type { API, Client } from "stoat.js";
import type { ServerEvent } from "../session/mend-events.ts";

interface Observer {
  removed(messageIds: readonly string[]): void;
  changed(messageId: string, data: Partial<API.Message>): void;
}

/** Tells what happens to the messages of a channel, also to those that the library does not hold. */
export function onMessageChange(client: Client, channelId: string, observer: Observer): () => void {
  const handle = (event: ServerEvent): void => {
    if (event.type === "Bulk") {
      for (const item of event.v as ServerEvent[]) handle(item);
      return;
    }
    if (event.channel !== channelId) return;
    switch (event.type) {
      case "MessageDelete":
        observer.removed([event.id as string]);
        break;
      case "BulkMessageDelete":
        observer.removed(event.ids as string[]);
        break;
      case "MessageUpdate": {
        const isUnpinned = (event.clear as string[] | undefined)?.includes("Pinned");
        const data = event.data as Partial<API.Message>;
        observer.changed(event.id as string, isUnpinned ? { ...data, pinned: false } : data);
        break;
      }
    }
  };
  type Events = Record<"on" | "off", (name: string, handler: typeof handle) => void>;
  const events = client.events as unknown as Events;
  events.on("event", handle);
  return () => events.off("event", handle);
}
