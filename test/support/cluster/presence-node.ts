import { SharedPresence } from "../../../src/gateway/shared-presence.ts";
import type { PresenceEntry } from "../../../src/platform/presence/port.ts";
import { PresenceTable } from "../../../src/platform/presence/presence-table.ts";
import { openTestConnections, type TestConnections } from "./node-connections.ts";

/** A node with its connections, its table of presence and the changes that it has announced. */
export interface PresenceNode extends AsyncDisposable {
  readonly connections: TestConnections;
  readonly presence: PresenceTable;
  readonly announced: string[];
  /** Removes the nodes that are gone, as if the time to reconnect were over. */
  expire(): void;
  enter(user: string, isShown?: boolean): void;
  remove(user: string): void;
  report(user: string, entry: PresenceEntry | null): void;
}

export async function openPresenceNode(url: string, name: string, leaseMs = 60_000): Promise<PresenceNode> {
  const presence = new PresenceTable();
  const connections = await openTestConnections(url, name, { leaseMs, presence });
  const announced: string[] = [];
  const announce = (user: string, online: boolean) => announced.push(`${user} ${online}`);
  const shared = await SharedPresence.open({
    ...connections,
    presence,
    announcer: { announce },
    graceMs: 1_000,
    now: () => 0,
    onError: (error) => connections.errors.push(error),
  });
  const report = (user: string, entry: PresenceEntry | null) => connections.reports.report({ user, entry });
  return {
    connections,
    presence,
    announced,
    report,
    expire: () => {
      for (const user of presence.removeGoneNodes(1_000)) announce(user, false);
    },
    enter(user, isShown = true) {
      const appearance = presence.enter(user, isShown);
      if (appearance !== undefined) announce(user, appearance);
      report(user, presence.entryHere(user) ?? null);
    },
    remove(user) {
      const appearance = presence.remove(user);
      if (appearance !== undefined) announce(user, appearance);
      report(user, null);
    },
    async [Symbol.asyncDispose]() {
      await shared[Symbol.asyncDispose]();
      await connections[Symbol.asyncDispose]();
    },
  };
}

/** Ends the connections by which nodes receive messages, so that they read the tables again. */
export const endListeners = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and query ilike 'listen%'`;
