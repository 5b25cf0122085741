import { hostname } from "node:os";
import type { Config } from "../config/schema.ts";
import { PostgresPool } from "../platform/database/postgres/pool.ts";
import type { Log } from "../platform/log/log.ts";
import { CombinedLink } from "../platform/nodes/combined-link.ts";
import type { NodeLink } from "../platform/nodes/port.ts";
import { PostgresLink } from "../platform/nodes/postgres/postgres-link.ts";
import { PresenceReports, type PresenceReportsOptions } from "../platform/nodes/postgres/presence-reports.ts";
import {
  type ClusterNode,
  NodeRegistry,
  type NodeRegistryOptions,
} from "../platform/nodes/postgres/registry.ts";
import type { Secrets } from "../platform/secrets/secrets-file.ts";

export interface ClusterOptions
  extends Pick<NodeRegistryOptions, "version" | "schemaVersion" | "onNewerSchema" | "onError">,
    Pick<PresenceReportsOptions, "entries" | "node"> {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly log: Log;
}

/** Connections of its own, so that the reports of this node never wait behind requests. */
const poolSize = 4;
/** Well below the lease: a connection that died without a sign must not end it. */
const maxQueryMs = 5_000;

/** What connects this node with the others of its cluster. */
export class Cluster implements AsyncDisposable {
  readonly link: NodeLink;
  readonly reports: PresenceReports;
  readonly #options: ClusterOptions;
  readonly #pool: PostgresPool;
  #registry: NodeRegistry | undefined;

  private constructor(options: ClusterOptions, pool: PostgresPool, link: NodeLink) {
    this.#options = options;
    this.#pool = pool;
    this.link = link;
    this.reports = new PresenceReports({ ...options, pool, link });
  }

  static async open(options: ClusterOptions): Promise<Cluster> {
    const { config, secrets, log, node, onError } = options;
    const { database_url: url, redis_url, database } = config;
    await using opening = new AsyncDisposableStack();
    const queryTimeoutMs = Math.min(database.query_timeout_ms, maxQueryMs);
    const pool = new PostgresPool({ url, poolSize, queryTimeoutMs, readOnly: false });
    opening.defer(() => pool.close());
    const postgres = opening.use(await PostgresLink.open({ node, url, pool, onError }));
    let link: NodeLink = postgres;
    if (redis_url !== "") {
      const { RedisLink } = await import("../platform/nodes/redis/redis-link.ts");
      const namespace = secrets.nodeNamespace;
      const redis = await RedisLink.open({
        node,
        url: redis_url,
        namespace,
        log: log.child({ use: "nodes" }),
      });
      link = new CombinedLink({ fast: redis, durable: postgres });
    }
    opening.move();
    return new Cluster(options, pool, link);
  }

  /** Enters this node in the table of nodes. */
  async register(state: () => Pick<ClusterNode, "position" | "connections">): Promise<NodeRegistry> {
    const registry = await NodeRegistry.open({
      ...this.#options,
      pool: this.#pool,
      id: this.node,
      // With the port, which tells nodes of one machine apart.
      host: `${hostname()}:${this.#options.config.port}`,
      state,
      enter: (row) => this.reports.enter(row),
      onClockDifference: (aheadMs) => {
        const { log } = this.#options;
        if (aheadMs === 0) log.info("the clock of this machine agrees with that of the database again");
        else
          log.warn(
            { aheadMs },
            "the clock of this machine differs from that of the database, and so from those of other nodes: keep the time of all machines with NTP",
          );
      },
      onFrozen: (frozen) =>
        this.#options.log.warn(
          frozen,
          "a node does not respond; its transactions were ended, because others were waiting for them",
        ),
    });
    registry.onLeave((node) => this.link.forget(node));
    this.#registry = registry;
    return registry;
  }

  /** The id of this node. */
  get node(): string {
    return this.#options.node;
  }

  /** The number of live nodes. */
  get size(): number {
    return this.#registry?.count ?? 1;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.reports[Symbol.asyncDispose]();
    await this.#registry?.[Symbol.asyncDispose]();
    await this.link[Symbol.asyncDispose]();
    await this.#pool.close();
  }
}
