import type { Client, Server } from "stoat.js";

/** The rank of the user in a server: they act on roles and people of a greater number only. The owner is above all. */
export function ownRank(client: Client, server: Server): number {
  if (server.ownerId === client.user?.id || client.user?.privileged) return -Infinity;
  return server.member?.ranking ?? Infinity;
}
