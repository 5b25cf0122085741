import packageFile from "../../package.json" with { type: "json" };
import { scheduledBackups } from "../backup/scheduled.ts";
import { hooks, jobs, providers } from "../domains/index.ts";
import { Interval } from "../platform/concurrency/interval.ts";
import type { Database } from "../platform/database/port.ts";
import { measureProcess } from "../platform/metrics/process-metrics.ts";
import { createStore, type Store } from "../store/store.ts";
import { createRelay } from "../worker/outbox-relay.ts";
import { systemJobs } from "../worker/system-jobs.ts";
import { Worker } from "../worker/worker.ts";
import type { NodeConnections } from "./connect-nodes.ts";
import type { Instance } from "./open-instance.ts";
import { registerMetrics } from "./register-metrics.ts";
import type { Shutdown } from "./shutdown.ts";

const pollMs = 1_000;

export interface Work {
  readonly store: Store;
  /** The store that routes and jobs use: in tests, one that checks their writes. */
  readonly checkedStore: Store;
  readonly worker: Worker;
  /** Publishes what other processes left in the outbox. */
  readonly relay: () => Promise<number>;
}

/** Creates the store, and runs jobs from now on. */
export async function startWork(
  { config, database, services, logFailure }: Instance,
  {
    bus,
    cluster,
    checkWrites,
    shutdown,
  }: NodeConnections & {
    readonly checkWrites: ((database: Database) => Database) | undefined;
    readonly shutdown: Shutdown;
  },
  opening: AsyncDisposableStack,
): Promise<Work> {
  const storeOn = (database: Database): Store =>
    createStore({
      database,
      services,
      hooks,
      providers,
      publish: bus,
      onJobs: () => void worker.drain().catch(logFailure),
    });
  const store = storeOn(database);
  registerMetrics({ services, store, database, bus });
  opening.use(measureProcess(services.metrics, packageFile.version));
  const checkedStore = checkWrites ? storeOn(checkWrites(database)) : store;
  const worker = new Worker({
    store: checkedStore,
    services,
    jobs: [...jobs, ...systemJobs, ...scheduledBackups(config, database)],
  });
  opening.defer(() => worker.stop(shutdown.remainingGraceMs()));
  await worker.schedulePeriodic({ isAlone: cluster === undefined });
  // The interval does not wait for the jobs: the worker itself waits for them when it stops.
  const jobPolling = new Interval(pollMs, async () => void worker.drain().catch(logFailure), logFailure);
  opening.defer(() => jobPolling.stop());
  const relay = createRelay(store, bus);
  const outboxPolling = new Interval(pollMs, relay, logFailure);
  opening.defer(() => outboxPolling.stop());
  return { store, checkedStore, worker, relay };
}
