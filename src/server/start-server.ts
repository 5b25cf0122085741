import type { Cluster } from "../compose/cluster.ts";
import type { ServiceOverrides } from "../compose/open-services.ts";
import type { Config } from "../config/schema.ts";
import type { Services } from "../declare/services.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { BetweenSteps } from "../gateway/ready.ts";
import type { Bus } from "../platform/bus/port.ts";
import type { Database } from "../platform/database/port.ts";
import type { Store } from "../store/store.ts";
import type { OwnClient } from "../web/client-source.ts";
import type { Worker } from "../worker/worker.ts";
import { connectNodes, joinNodes } from "./connect-nodes.ts";
import { listen } from "./listen.ts";
import { openInstance } from "./open-instance.ts";
import { openInterfaces } from "./open-interfaces.ts";
import { Shutdown } from "./shutdown.ts";
import { startWork } from "./start-work.ts";

/** Replacements for tests. */
export interface ServerOverrides extends ServiceOverrides {
  /** For tests: checks replies and permissions against their declarations. */
  readonly checkReplies?: boolean;
  /** The database that routes and jobs write to. */
  readonly checkWrites?: (database: Database) => Database;
  /** Called between the steps of every Ready. */
  readonly betweenReadySteps?: BetweenSteps;
  /** How long no request must come before a stop closes the connections of clients. */
  readonly quietMs?: number;
  /** The web client to serve, unless the configuration says otherwise. Without it there are only plain pages. */
  readonly ownClient?: OwnClient;
  /** Called right before the port opens: from then on, requests have to be answered. */
  readonly beforeListening?: () => void;
}

export interface RunningServer {
  readonly port: number;
  /** Undefined if metrics are off. */
  readonly metricsPort: number | undefined;
  readonly services: Services;
  readonly store: Store;
  readonly bus: Bus;
  readonly worker: Worker;
  readonly gateway: Gateway;
  readonly cluster: Cluster | undefined;
  /** Resolves with the reason once the process has to end, because the disk failed or another server has its place. */
  readonly failed: Promise<unknown>;
  /** Finishes the requests and jobs that run, then closes everything. */
  stop(): Promise<void>;
}

/** Opens all parts of the server, the listener last. They close in reverse order, also when a step fails. */
export async function startServer(config: Config, overrides: ServerOverrides = {}): Promise<RunningServer> {
  await using opening = new AsyncDisposableStack();
  const shutdown = new Shutdown(config.http.shutdown_grace_ms);
  const { checkReplies = false, checkWrites, betweenReadySteps, ownClient, quietMs } = overrides;
  const instance = await openInstance(config, overrides, opening);
  const connections = await connectNodes(instance, opening);
  const work = await startWork(instance, { ...connections, checkWrites, shutdown }, opening);
  const interfaces = openInterfaces(
    instance,
    { ...connections, ...work, shutdown, checkReplies, betweenReadySteps, ownClient },
    opening,
  );
  const { gateway } = interfaces;
  await joinNodes(instance, { ...connections, gateway }, opening);
  overrides.beforeListening?.();
  const metricsPort = await listen(
    instance,
    {
      ...interfaces,
      store: work.store,
      counters: connections.counters.approximate,
      live: ownClient && "live" in ownClient ? ownClient.live : undefined,
      shutdown,
      quietMs,
    },
    opening,
  );
  const opened = opening.move();
  const { services, database, listening, replaced } = instance;
  return {
    port: listening.port,
    metricsPort,
    services,
    store: work.store,
    bus: connections.bus,
    worker: work.worker,
    gateway,
    cluster: connections.cluster,
    failed: Promise.race([replaced, ...(config.database.exit_on_failed_sync ? [database.failed] : [])]),
    async stop() {
      // From now on `/ready` fails. A load balancer gets the time to notice it.
      shutdown.begin();
      await Bun.sleep(config.http.shutdown_delay_ms);
      shutdown.begin();
      await opened.disposeAsync();
    },
  };
}
