import { openServices } from "../../../src/compose/open-services.ts";
import { configWith } from "../../../src/config/load.ts";
import type { Job } from "../../../src/declare/job.ts";
import type { Services } from "../../../src/declare/services.ts";
import type { Bus } from "../../../src/platform/bus/port.ts";
import type { Clock } from "../../../src/platform/clock/clock.ts";
import type { Database } from "../../../src/platform/database/port.ts";
import { CommitLog } from "../../../src/platform/database/postgres/commit-log.ts";
import type { Log } from "../../../src/platform/log/log.ts";
import { createStore, type Store } from "../../../src/store/store.ts";
import type { JobRow, SystemTables } from "../../../src/store/system-tables.ts";
import type { Announcement } from "../../../src/visibility/announcement.ts";
import { Worker } from "../../../src/worker/worker.ts";
import { newMigratedHome } from "../database/migrated-home.ts";
import { openTestLog } from "../log/test-log.ts";
import type { Engine } from "./engines.ts";

/** A clock that is stopped until the test moves it, so that no job becomes due by itself. */
export class StillClock implements Clock {
  #now = Date.now();

  now(): number {
    return this.#now;
  }

  advance(ms: number): void {
    this.#now += ms;
  }
}

/** The services of a server, without a listener. */
export interface TestRuntime extends AsyncDisposable {
  readonly clock: StillClock;
  readonly database: Database;
  readonly services: Services;
  /** How many commits would have notified a worker of new jobs. */
  readonly jobNotifications: () => number;
  newStore(publish: Bus | "outbox"): Store;
  newWorker(jobs: readonly Job[], leaseMs?: number): Worker;
  readonly store: Store;
  jobRows(): Promise<JobRow[]>;
  /** What a store without a bus has left to the servers. */
  storedAnnouncements(): Promise<Announcement[]>;
}

export async function openTestRuntime(engine: Engine, log: Log = openTestLog()): Promise<TestRuntime> {
  const home = await newMigratedHome(engine);
  const clock = new StillClock();
  const config = configWith({
    data_dir: home.dataDir,
    database_url: home.databaseUrl,
    voice: { mode: "off" },
  });
  const opened = await openServices(config, { clock, log });
  const { database, services } = opened;
  let notifications = 0;
  const newStore = (publish: Bus | "outbox") =>
    createStore({ database, services, hooks: [], providers: [], publish, onJobs: () => notifications++ });
  const store = newStore("outbox");
  return {
    clock,
    database,
    services,
    jobNotifications: () => notifications,
    newStore,
    newWorker: (jobs, leaseMs) => new Worker({ store, services, jobs, ...(leaseMs && { leaseMs }) }),
    store,
    jobRows: () =>
      database.read((queries) =>
        queries.sql<SystemTables>().selectFrom("jobs").selectAll().orderBy("id").execute(),
      ),
    async storedAnnouncements() {
      if (engine === "postgres") {
        await using log = new CommitLog({ url: home.databaseUrl, queryTimeoutMs: 15_000 });
        return (await log.readFrom(0)).flatMap(({ announcements }) => announcements());
      }
      const rows = await database.read((queries) =>
        queries.sql<SystemTables>().selectFrom("outbox").selectAll().orderBy("id").execute(),
      );
      return rows.map(({ announcement }) => JSON.parse(announcement));
    },
    async [Symbol.asyncDispose]() {
      await opened[Symbol.asyncDispose]();
      home.remove();
    },
  };
}
