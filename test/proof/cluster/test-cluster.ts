import type pg from "pg";
import { findPostgres } from "../../support/install/postgres-programs.ts";
import {
  connectTo,
  type PostgresInstance,
  startPostgresInstance,
} from "../../support/postgres/postgres-instance.ts";
import { startRedis, type TestRedis } from "../../support/redis/redis-process.ts";
import { ClusterNode } from "./cluster-node.ts";

const clockStepMs = 500;

export interface ClusterOptions {
  readonly nodes: number;
  readonly redis: boolean;
}

/** Several server processes on a PostgreSQL of their own that survives crashes. */
export class TestCluster implements AsyncDisposable {
  readonly postgres: PostgresInstance;
  readonly redis: TestRedis | undefined;
  readonly nodes: readonly ClusterNode[];
  readonly #parts: AsyncDisposableStack;

  private constructor(
    { postgres, redis, nodes }: Pick<TestCluster, "postgres" | "redis" | "nodes">,
    parts: AsyncDisposableStack,
  ) {
    this.postgres = postgres;
    this.redis = redis;
    this.nodes = nodes;
    this.#parts = parts;
  }

  static async start({ nodes: count, redis: withRedis }: ClusterOptions): Promise<TestCluster> {
    await using parts = new AsyncDisposableStack();
    const programs = findPostgres();
    if (!programs) throw new Error("PostgreSQL is not on this machine and could not be installed");
    const postgres = parts.use(await startPostgresInstance(programs, { fsync: "on", max_connections: 300 }));
    const redis = withRedis ? parts.use(await startRedis()) : undefined;
    const databaseUrl = `postgres://postgres@127.0.0.1:${postgres.port}/postgres`;
    const nodes: ClusterNode[] = [];
    for (let number = 1; number <= count; number++) {
      const [first] = nodes;
      const node = await ClusterNode.start({
        number,
        databaseUrl,
        redisUrl: redis?.url,
        ...(first && { secretsOf: first.dataDir }),
        clockAheadMs: (number - 1) * clockStepMs,
      });
      nodes.push(parts.use(node));
    }
    return new TestCluster({ postgres, redis, nodes }, parts.move());
  }

  /** The nodes with a process. It may be frozen or cut off. */
  get running(): ClusterNode[] {
    return this.nodes.filter(({ url }) => url !== undefined);
  }

  /** A connection to the database that no fault of the network affects. */
  connect(): Promise<pg.Client> {
    return connectTo(this.postgres.port);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#parts.disposeAsync();
  }
}
