import type { Client } from "stoat.js";

/** Asks the server for changes of a server's members who are not friends. It ends by itself, unless renewed. */
export function subscribeToMembers(client: Client, serverId: string): void {
  const send = client.events.send as unknown as (message: object) => void;
  send.call(client.events, { type: "Subscribe", server_id: serverId });
}
