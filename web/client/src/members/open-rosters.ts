import { type Client, sessionState } from "../session/client.ts";
import type { Connection } from "../session/connection.ts";
import { fetchOnce, sharedForMs } from "../session/fetch-once.ts";
import { type MemberData, withUsers } from "./member-data.ts";
import { createRoster, type Roster, subscribeToMembers } from "./roster.ts";

/** As many as the server keeps subscriptions of one connection: what is not subscribed to becomes stale. */
const mostRosters = 5;
const subscriptionLastsMs = 15 * 60_000;

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

/** All members of a server: those in memory, if they are up to date, or else fetched. */
export function fetchMembers(client: Client, serverId: string): Promise<readonly MemberData[]> {
  const open = openRosters(client).get(serverId);
  if (open?.roster.state() === "ready" && Date.now() - open.subscribedAt <= subscriptionLastsMs)
    return Promise.resolve(open.roster.all());
  return fetchOnce(client, {
    key: `fetched members ${serverId}`,
    maxAgeMs: sharedForMs,
    isForced: false,
    fetch: async () => withUsers(await client.api.get(`/servers/${serverId}/members`)),
  });
}
