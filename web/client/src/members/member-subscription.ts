import type { Client } from "../session/client.ts";

/** Asks the server for changes of a server's members who are not friends. It ends by itself, unless renewed. */
export function subscribeToMembers(client: Client, serverId: string): void {
  client.send({ type: "Subscribe", server_id: serverId });
}
