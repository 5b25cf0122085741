import { assertKnownVersion } from "../../database/migrate.ts";
import type { PostgresPool } from "../../database/postgres/pool.ts";
import { endFrozenWriters, maybeFrozen } from "../../database/postgres/writer-sessions.ts";
import { clockAheadMs, maxClockDifferenceMs } from "../clock-difference.ts";
import { leaseMs as defaultLeaseMs, nowUs } from "../lease.ts";
import type { OtherNodes } from "../port.ts";

/** A server process of the cluster. */
export interface ClusterNode {
  readonly id: string;
  /** The machine that it runs on, and its port. */
  readonly host: string;
  readonly version: string;
  /** The position up to which it has delivered events. */
  readonly position: number;
  readonly connections: number;
  /** The newest version of the schema that the node knows. */
  readonly schemaVersion: number;
  /** How long ago it reported, and started, by the clock of the database. */
  readonly seenMs: number;
  readonly startedMs: number;
}

/** What a node stores of itself when it enters the table. */
export type NodeRow = Pick<ClusterNode, "host" | "version" | "position" | "connections" | "schemaVersion">;

/** A node that has stopped, and how many of its transactions were ended. */
interface FrozenNode extends Pick<ClusterNode, "id" | "host"> {
  readonly transactions: number;
}

export interface NodeRegistryOptions extends Pick<NodeRow, "host" | "version" | "schemaVersion"> {
  readonly pool: PostgresPool;
  readonly id: string;
  readonly state: () => Pick<ClusterNode, "position" | "connections">;
  /** Stores the row of this node together with its users: nobody may read one without the others. */
  readonly enter: (row: NodeRow) => Promise<void>;
  /** Called once if another program has migrated the database to a version that this node does not know. */
  readonly onNewerSchema: (version: number) => void;
  /** Called when this node has ended transactions of another one that has stopped in the middle of them. */
  readonly onFrozen: (frozen: FrozenNode) => void;
  /** Called when the clock of this machine has come to differ from that of the database, and with 0 when it agrees again. */
  readonly onClockDifference: (aheadMs: number) => void;
  readonly onError: (error: unknown) => void;
  /** How often a node reports. */
  readonly beatMs?: number;
  /** A node that has not reported for this long is gone. */
  readonly leaseMs?: number;
}

/**
 * Reports this node if it is in the table, then removes those whose lease is over, and returns the others. A row that
 * is locked belongs to a node that reports at this moment: two nodes that both come back late would otherwise wait for
 * each other.
 */
const beat = `
  with own as (
      update nodes set position = $2, connections = $3, seen_us = ${nowUs} where id = $1 returning started_us
    ),
    reported as materialized (select (${nowUs} - max(started_us)) / 1000 as "enteredMs" from own),
    overdue as (
      select id from reported, nodes where id <> $1 and seen_us < ${nowUs} - $4::bigint * 1000
      for update of nodes skip locked
    ),
    removed as (delete from nodes where id in (select id from overdue) returning id)
  select reported.*, ${nowUs} as "nowUs", nodes.id, host, version, position, connections,
    schema_version as "schemaVersion", (${nowUs} - seen_us) / 1000 as "seenMs",
    (${nowUs} - started_us) / 1000 as "startedMs", (select max(version) from schema_version) as "databaseVersion"
  from reported left join nodes on nodes.id <> $1 and nodes.id not in (select id from removed)`;

/** At least one row; without a node in it if there is no other. */
type BeatRow = Omit<ClusterNode, "id"> & {
  readonly id: string | null;
  readonly databaseVersion: number | null;
  readonly nowUs: number;
  /** How long ago this node entered the table; null if it is not in it. */
  readonly enteredMs: number | null;
};

/** Keeps this node in the table of nodes and knows the others. Leases run by the clock of the database. */
export class NodeRegistry implements OtherNodes, AsyncDisposable {
  readonly #options: NodeRegistryOptions;
  #timer: Timer | undefined;
  readonly #leaveListeners: ((id: string) => void)[] = [];
  #others = new Map<string, ClusterNode>();
  /** The nodes whose end will be reported to the listeners. */
  readonly #awaited = new Set<string>();
  /** Nodes that have sent something since the table was last read: they may have entered it after that. */
  readonly #heard = new Set<string>();
  #beating: Promise<void> | undefined;
  #hasReported = false;
  /** Until it is known that this node has entered the table: a response may be lost. */
  #mustEnter = true;
  /** Whether a crash of PostgreSQL has emptied the table, less than a lease ago. */
  #wasEmptied = false;
  #knowsDatabase = true;
  #clockDiffers = false;

  private constructor(options: NodeRegistryOptions) {
    this.#options = options;
  }

  static async open(options: NodeRegistryOptions): Promise<NodeRegistry> {
    const registry = new NodeRegistry(options);
    try {
      await registry.#beat();
      registry.#timer = setInterval(() => {
        registry.#beating ??= registry
          .#beat()
          .catch(options.onError)
          .finally(() => {
            registry.#beating = undefined;
          });
      }, options.beatMs ?? 1_000);
      return registry;
    } catch (error) {
      await registry[Symbol.asyncDispose]();
      throw error;
    }
  }

  get others(): ReadonlyMap<string, ClusterNode> {
    return this.#others;
  }

  /** The number of live nodes, this one included. */
  get count(): number {
    return this.#others.size + 1;
  }

  /** The position that every live node has reached. */
  get reachedByAll(): number {
    const positions = [...this.#others.values()].map(({ position }) => position);
    return Math.min(this.#options.state().position, ...positions);
  }

  /**
   * Records a node that has sent something, so that its end is reported even if it was never listed among the others.
   */
  expect(id: string): void {
    this.#awaited.add(id);
    this.#heard.add(id);
  }

  /** Calls back when a node has stopped, or has not reported for too long. */
  onLeave(listener: (id: string) => void): void {
    this.#leaveListeners.push(listener);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
    await this.#options.pool
      .execute("delete from nodes where id = $1", [this.#options.id])
      .catch(this.#options.onError);
  }

  async #beat(): Promise<void> {
    const { pool, id, host, version, schemaVersion, state, enter, leaseMs = defaultLeaseMs } = this.#options;
    const { position, connections } = state();
    this.#heard.clear();
    const before = Date.now();
    const rows = (await pool.execute(beat, [id, position, connections, leaseMs]))
      .rows as unknown as BeatRow[];
    const after = Date.now();
    const { enteredMs = null, databaseVersion = null } = rows[0] ?? {};
    if (rows[0]) this.#compareClocks(clockAheadMs(rows[0].nowUs / 1_000, { before, after }));
    this.#compareSchema(databaseVersion ?? 0);
    const others = new Map(rows.filter(isNode).map((node) => [node.id, node]));
    // After a crash of PostgreSQL the others have the length of a lease to enter the table again.
    const oldestMs = Math.max(enteredMs ?? 0, ...[...others.values()].map(({ startedMs }) => startedMs));
    if (oldestMs > leaseMs) this.#wasEmptied = false;
    else if (enteredMs === null && this.#hasReported) this.#wasEmptied = true;
    this.#others = others;
    for (const other of others.keys()) this.#awaited.add(other);
    if (!this.#wasEmptied) this.#reportEnds();
    this.#mustEnter ||= enteredMs === null;
    if (this.#mustEnter) await enter({ host, version, position, connections, schemaVersion });
    this.#mustEnter = false;
    this.#hasReported = true;
    if ([...others.values()].some(({ seenMs }) => maybeFrozen(seenMs))) await this.#endFrozenWriters();
  }

  async #endFrozenWriters(): Promise<void> {
    const { pool, id, onFrozen } = this.#options;
    for (const frozen of (await pool.execute(endFrozenWriters, [id])).rows)
      onFrozen(frozen as unknown as FrozenNode);
  }

  #reportEnds(): void {
    for (const other of this.#awaited) {
      if (this.#others.has(other) || this.#heard.has(other)) continue;
      this.#awaited.delete(other);
      for (const listener of this.#leaveListeners) listener(other);
    }
  }

  #compareClocks(aheadMs: number): void {
    const differs = Math.abs(aheadMs) > maxClockDifferenceMs;
    if (differs !== this.#clockDiffers) this.#options.onClockDifference(differs ? aheadMs : 0);
    this.#clockDiffers = differs;
  }

  /** A node does not join a database that was migrated while it started; a running one continues. */
  #compareSchema(databaseVersion: number): void {
    const { schemaVersion, onNewerSchema } = this.#options;
    if (!this.#hasReported) assertKnownVersion(databaseVersion, schemaVersion);
    const isKnown = databaseVersion <= schemaVersion;
    if (this.#knowsDatabase && !isKnown) onNewerSchema(databaseVersion);
    this.#knowsDatabase = isKnown;
  }
}

const isNode = (row: BeatRow): row is BeatRow & ClusterNode => row.id !== null;
