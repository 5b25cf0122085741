import { assertKnownVersion } from "../database/migrate.ts";
import type { PostgresPool } from "../database/postgres/pool.ts";
import { leaseMs as defaultLeaseMs, nowUs } from "./lease.ts";
import type { OtherNodes } from "./port.ts";

/** A server process of the cluster. */
export interface ClusterNode {
  readonly id: string;
  /** The machine that it runs on. */
  readonly host: string;
  readonly version: string;
  /** The position up to which it has delivered events. */
  readonly position: number;
  readonly connections: number;
  /** How long ago it reported, and started, by the clock of the database. */
  readonly seenMs: number;
  readonly startedMs: number;
}

export interface NodeRegistryOptions {
  readonly pool: PostgresPool;
  readonly id: string;
  readonly host: string;
  readonly version: string;
  /** The newest version of the schema that this node knows. */
  readonly schemaVersion: number;
  readonly state: () => Pick<ClusterNode, "position" | "connections">;
  /** Called once if another program has migrated the database to a version that this node does not know. */
  readonly onNewerSchema: (version: number) => void;
  readonly onError: (error: unknown) => void;
  /** How often a node reports. */
  readonly beatMs?: number;
  /** A node that has not reported for this long is gone. */
  readonly leaseMs?: number;
}

/**
 * Reports this node, removes those whose lease is over, and returns the others. A row that is locked belongs to a node
 * that reports at this moment: two nodes that both come back late would otherwise wait for each other.
 */
const beat = `
  with overdue as (
      select id from nodes where id <> $1 and seen_us < ${nowUs} - $7::bigint * 1000 for update skip locked
    ),
    removed as (delete from nodes where id in (select id from overdue) returning id),
    own as (
      insert into nodes (id, host, version, position, connections, schema_version, started_us, seen_us)
      values ($1, $2, $3, $4, $5, $6, ${nowUs}, ${nowUs})
      on conflict (id) do update
        set position = excluded.position, connections = excluded.connections, seen_us = excluded.seen_us
      returning xmax = 0 as is_new
    )
  select nodes.id, host, version, position, connections, (${nowUs} - seen_us) / 1000 as "seenMs",
    (${nowUs} - started_us) / 1000 as "startedMs", own.is_new as "isNew",
    (select max(version) from schema_version) as "databaseVersion"
  from own left join nodes on nodes.id <> $1 and nodes.id not in (select id from removed)`;

/** Keeps this node in the table of nodes and knows the others. Leases run by the clock of the database. */
export class NodeRegistry implements OtherNodes, AsyncDisposable {
  readonly #options: NodeRegistryOptions;
  readonly #timer: Timer;
  readonly #leaveListeners: ((id: string) => void)[] = [];
  readonly #returnListeners: (() => void)[] = [];
  #others = new Map<string, ClusterNode>();
  /** The nodes whose end the listeners are to learn of. */
  readonly #awaited = new Set<string>();
  #beating: Promise<void> | undefined;
  #hasReported = false;
  /** When the table was last found without this node and without older ones, by `performance.now()`. */
  #missedAt = Number.NEGATIVE_INFINITY;
  #knowsDatabase = true;

  private constructor(options: NodeRegistryOptions) {
    this.#options = options;
    this.#timer = setInterval(() => {
      this.#beating ??= this.#beat()
        .catch(options.onError)
        .finally(() => {
          this.#beating = undefined;
        });
    }, options.beatMs ?? 1_000);
  }

  static async open(options: NodeRegistryOptions): Promise<NodeRegistry> {
    const registry = new NodeRegistry(options);
    try {
      await registry.#beat();
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

  /** Notes a node that was heard of, so that its end is reported even if it never was among the others. */
  expect(id: string): void {
    this.#awaited.add(id);
  }

  /** Calls back when a node has stopped, or has not reported for too long. */
  onLeave(listener: (id: string) => void): void {
    this.#leaveListeners.push(listener);
  }

  /** Calls back when this node reports again after the others had to think that it was gone. */
  onReturn(listener: () => void): void {
    this.#returnListeners.push(listener);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
    await this.#options.pool
      .execute("delete from nodes where id = $1", [this.#options.id])
      .catch(this.#options.onError);
  }

  async #beat(): Promise<void> {
    const { pool, id, host, version, schemaVersion, state, leaseMs = defaultLeaseMs } = this.#options;
    const { position, connections } = state();
    // Those that were heard of before the query: a node reports before it says anything, so the query would find them.
    const awaited = [...this.#awaited];
    const values = [id, host, version, position, connections, schemaVersion, leaseMs];
    const { rows } = await pool.execute(beat, values);
    // At least one row; without a node in it if there is no other.
    const nodes = rows as unknown as (ClusterNode & { isNew: boolean; databaseVersion: number })[];
    const [{ isNew, databaseVersion } = { isNew: true, databaseVersion: 0 }] = nodes;
    this.#compareSchema(databaseVersion);
    const others = new Map(nodes.filter((node) => node.id !== null).map((node) => [node.id, node]));
    const hasReturned = isNew && this.#hasReported;
    // A crash of PostgreSQL empties the table. The others get the time of a lease to report again.
    const isTableOld = [...others.values()].some(({ startedMs }) => startedMs > leaseMs);
    if (hasReturned && !isTableOld) this.#missedAt = performance.now();
    const isComplete = performance.now() - this.#missedAt > leaseMs;
    const left = isComplete ? awaited.filter((other) => !others.has(other)) : [];
    this.#others = others;
    for (const other of others.keys()) this.#awaited.add(other);
    for (const other of left) {
      this.#awaited.delete(other);
      for (const listener of this.#leaveListeners) listener(other);
    }
    if (hasReturned) for (const listener of this.#returnListeners) listener();
    this.#hasReported = true;
  }

  /** A node does not join a database that was migrated while it started; one that runs goes on. */
  #compareSchema(databaseVersion: number): void {
    const { schemaVersion, onNewerSchema } = this.#options;
    if (!this.#hasReported) assertKnownVersion(databaseVersion, schemaVersion);
    const isKnown = databaseVersion <= schemaVersion;
    if (this.#knowsDatabase && !isKnown) onNewerSchema(databaseVersion);
    this.#knowsDatabase = isKnown;
  }
}
