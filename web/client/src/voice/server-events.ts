import { onCleanup } from "solid-js";
import type { Client } from "stoat.js";
import type { ServerEvent } from "../session/mend-events.ts";

/** Listens to events that the library has no events for, as the server sends them. Ends with the owner of the caller. */
export function listenToServer(client: Client, listener: (event: ServerEvent) => void): void {
  const handle = (event: ServerEvent): void => {
    if (event.type === "Bulk") for (const item of event.v as ServerEvent[]) handle(item);
    else listener(event);
  };
  const events = client.events as unknown as Emitter;
  events.on("event", handle);
  onCleanup(() => events.off("event", handle));
}

interface Emitter {
  on(name: "event", handler: (event: ServerEvent) => void): void;
  off(name: "event", handler: (event: ServerEvent) => void): void;
}
