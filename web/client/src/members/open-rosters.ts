import type { Connection } from "../session/connection.ts";
import { sessionState } from "../session/session-state.ts";
import { subscribeToMembers } from "./member-subscription.ts";
import { createRoster, type Roster } from "./roster.ts";

/** As many as the server keeps subscriptions of one connection: what is not subscribed to becomes stale. */
const mostRosters = 5;
const subscriptionLastsMs = 15 * 60_000;
export const renewAfterMs = 10 * 60_000;

interface OpenRoster {
  readonly roster: Roster;
  subscribedAt: number;
}

const openRosters = sessionState(() => new Map<string, OpenRoster>());

/** The members of a server: those in memory, if they were kept up to date, or else loaded again. */
export function openRoster(connection: Connection, serverId: string): Roster {
  const open = openRosters(connection.client);
  const known = open.get(serverId);
  if (known && Date.now() - known.subscribedAt > subscriptionLastsMs) void known.roster.load();
  const entry = known ?? { roster: createRoster(connection, serverId), subscribedAt: Date.now() };
  open.delete(serverId);
  open.set(serverId, entry);
  for (const [id, { roster }] of open) {
    if (open.size <= mostRosters) break;
    roster.close();
    open.delete(id);
  }
  return entry.roster;
}

/** Keeps receiving changes of a server's members who are not friends. */
export function renewSubscription({ client }: Connection, serverId: string): void {
  subscribeToMembers(client, serverId);
  const open = openRosters(client).get(serverId);
  if (open) open.subscribedAt = Date.now();
}
