import type { PostgresPool } from "../database/postgres/pool.ts";

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
  readonly state: () => Pick<ClusterNode, "position" | "connections">;
  readonly onError: (error: unknown) => void;
}

/** How often a node reports. */
const beatMs = 1_000;
/** A node that has not reported for this long is gone. */
export const leaseMs = 10_000;

const nowUs = "(extract(epoch from clock_timestamp()) * 1000000)::bigint";

/** Reports this node, removes those whose lease is over, and returns the others. */
const beat = `
  with removed as (delete from nodes where id <> $1 and seen_us < ${nowUs} - ${leaseMs * 1_000} returning id),
    own as (
      insert into nodes (id, host, version, position, connections, started_us, seen_us)
      values ($1, $2, $3, $4, $5, ${nowUs}, ${nowUs})
      on conflict (id) do update
        set position = excluded.position, connections = excluded.connections, seen_us = excluded.seen_us
      returning xmax = 0 as is_new
    )
  select id, host, version, position, connections, (${nowUs} - seen_us) / 1000 as "seenMs",
    (${nowUs} - started_us) / 1000 as "startedMs", (select is_new from own) as "isNew"
  from nodes where id not in (select id from removed)`;

/** Keeps this node in the table of nodes and knows the others. Leases run by the clock of the database. */
export class NodeRegistry implements AsyncDisposable {
  readonly #options: NodeRegistryOptions;
  readonly #timer: Timer;
  readonly #leaveListeners: ((id: string) => void)[] = [];
  readonly #returnListeners: (() => void)[] = [];
  #others = new Map<string, ClusterNode>();
  #beating: Promise<void> | undefined;
  #hasReported = false;

  private constructor(options: NodeRegistryOptions) {
    this.#options = options;
    this.#timer = setInterval(() => {
      this.#beating ??= this.#beat()
        .catch(options.onError)
        .finally(() => {
          this.#beating = undefined;
        });
    }, beatMs);
  }

  static async open(options: NodeRegistryOptions): Promise<NodeRegistry> {
    const registry = new NodeRegistry(options);
    try {
      await registry.#beat();
      return registry;
    } catch (error) {
      clearInterval(registry.#timer);
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
    const { pool, id, host, version, state } = this.#options;
    const { position, connections } = state();
    const { rows } = await pool.execute(beat, [id, host, version, position, connections]);
    const nodes = rows as unknown as (ClusterNode & { isNew: boolean })[];
    const others = new Map(nodes.filter((node) => node.id !== id).map((node) => [node.id, node]));
    const left = [...this.#others.keys()].filter((other) => !others.has(other));
    this.#others = others;
    for (const other of left) for (const listener of this.#leaveListeners) listener(other);
    const isNew = nodes.some((node) => node.isNew) || nodes.length === 0;
    if (isNew && this.#hasReported) for (const listener of this.#returnListeners) listener();
    this.#hasReported = true;
  }
}
