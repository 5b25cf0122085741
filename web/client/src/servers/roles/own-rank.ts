import type { Server } from "../../model/server.ts";
import type { Client } from "../../session/client.ts";

/** The rank of the user in a server: they act on roles and people of a greater number only. The owner is above all. */
export function ownRank(client: Client, server: Server): number {
  if (server.ownerId === client.user?.id) return -Infinity;
  return server.member?.ranking ?? Infinity;
}
