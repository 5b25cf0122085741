import { PostgresPool } from "../../../src/platform/database/postgres/pool.ts";
import type { NodeMessage } from "../../../src/platform/nodes/port.ts";
import { PostgresLink } from "../../../src/platform/nodes/postgres/postgres-link.ts";
import { PresenceReports } from "../../../src/platform/nodes/postgres/presence-reports.ts";
import { NodeRegistry } from "../../../src/platform/nodes/postgres/registry.ts";
import type { PresenceTable } from "../../../src/platform/presence/presence-table.ts";

/** What connects one node with the others, without a server. */
export interface TestConnections extends AsyncDisposable {
  readonly node: string;
  readonly pool: PostgresPool;
  readonly link: PostgresLink;
  readonly reports: PresenceReports;
  readonly registry: NodeRegistry;
  readonly received: { readonly from: string; readonly message: NodeMessage }[];
  /** The nodes that have left, as this one noticed. */
  readonly left: string[];
  readonly counts: { losses: number; entries: number };
  readonly errors: unknown[];
}

export interface TestConnectionsOptions {
  readonly beatMs?: number;
  readonly leaseMs?: number;
  readonly position?: number;
  readonly presence?: PresenceTable;
  /** Called before each report of the node. */
  readonly onBeat?: () => void;
}

/** The node is known by this name. Only what it has opened itself closes on disposal; a second disposal does nothing. */
export async function openTestConnections(
  url: string,
  node: string,
  { beatMs = 50, leaseMs = 60_000, position = 0, presence, onBeat }: TestConnectionsOptions = {},
): Promise<TestConnections> {
  const pool = new PostgresPool({ url, poolSize: 4, queryTimeoutMs: 5_000, readOnly: false });
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const link = await PostgresLink.open({ node, url, pool, onError });
  const entries = () => presence?.entriesHere() ?? [];
  const reports = new PresenceReports({ node, pool, link, entries, onError });
  const counts = { losses: 0, entries: 0 };
  const registry = await NodeRegistry.open({
    pool,
    id: node,
    host: "host",
    version: "1",
    schemaVersion: 0,
    onNewerSchema: () => {},
    onFrozen: () => {},
    onClockDifference: () => {},
    state() {
      onBeat?.();
      return { position, connections: 0 };
    },
    async enter(row) {
      await reports.enter(row);
      counts.entries++;
    },
    onError,
    beatMs,
    leaseMs,
  });
  const received: TestConnections["received"] = [];
  const left: string[] = [];
  link.onMessage((from, message) => isNews(message) && received.push({ from, message }));
  link.onLoss(() => counts.losses++);
  registry.onLeave((id) => left.push(id));
  return {
    node,
    pool,
    link,
    reports,
    registry,
    received,
    left,
    counts,
    errors,
    async [Symbol.asyncDispose]() {
      await reports[Symbol.asyncDispose]();
      await registry[Symbol.asyncDispose]();
      await link[Symbol.asyncDispose]();
      await pool.close();
    },
  };
}

/** Not what every node sends at its start and from time to time. */
function isNews(message: NodeMessage): boolean {
  if (message.kind === "presence") return !message.isComplete || message.changes.length > 0;
  return message.kind !== "check";
}
