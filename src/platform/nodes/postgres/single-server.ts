import { PostgresPool } from "../../database/postgres/pool.ts";
import { enterNode } from "./presence-reports.ts";
import { NodeRegistry, type NodeRegistryOptions } from "./registry.ts";

export interface SingleServerOptions
  extends Pick<
    NodeRegistryOptions,
    "version" | "schemaVersion" | "onNewerSchema" | "onError" | "state" | "host"
  > {
  readonly url: string;
  readonly queryTimeoutMs: number;
}

/**
 * Keeps a server that has the PostgreSQL database for itself in the table of nodes. Its lock belongs to a connection,
 * and a broken connection takes a moment to be replaced; an upgrade must not treat the server as stopped in that time.
 */
export async function registerSingleServer(options: SingleServerOptions): Promise<AsyncDisposable> {
  const { url, queryTimeoutMs } = options;
  await using opening = new AsyncDisposableStack();
  const pool = new PostgresPool({ url, poolSize: 1, queryTimeoutMs, readOnly: false });
  opening.defer(() => pool.close());
  const id = crypto.randomUUID();
  const registry = await NodeRegistry.open({
    ...options,
    pool,
    id,
    // No other server has the lock, so there are no other servers whose transactions might have to be ended.
    onFrozen: () => {},
    // And none whose clock could differ from this one's.
    onClockDifference: () => {},
    // Nobody reads the users of a single server.
    enter: async ({ host, version, position, connections, schemaVersion }) => {
      await pool.execute(enterNode, [id, host, version, position, connections, schemaVersion, "[]"]);
    },
  });
  opening.use(registry);
  return opening.move();
}
