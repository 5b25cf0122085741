import { configWith } from "../../../src/config/load.ts";
import type { Log } from "../../../src/platform/log/log.ts";
import type { RunningServer } from "../../../src/server/start-server.ts";
import type { OwnClient } from "../../../src/web/client-source.ts";
import { startNodes } from "../cluster/nodes.ts";
import { newMigratedHome } from "../database/migrated-home.ts";
import { type Client, createClient } from "../http/client.ts";
import { alsoNoted, openTestLog } from "../log/test-log.ts";
import { noteSecretsOf } from "../log/used-secrets.ts";
import { checkingServerLocks } from "../servers/server-lock.ts";
import { type Engine, nodeCount, type TestHome } from "./engines.ts";
import { postponePeriodicJobs } from "./postpone-jobs.ts";
import { TestClock } from "./test-clock.ts";
import { verifySharing } from "./verify-sharing.ts";

export interface TestServer extends AsyncDisposable {
  readonly engine: Engine;
  readonly home: TestHome;
  readonly url: string;
  readonly clock: TestClock;
  /** The first node, where there are several. */
  readonly running: RunningServer;
  readonly nodes: readonly RunningServer[];
  readonly client: Client;
  /** Does at once what depends on time alone, on every node. */
  tick(): void;
  /** Whether some node knows of a connection of the user. */
  isConnected(userId: string): boolean;
  /** Waits until all due jobs are done, on whatever node they run. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

export interface TestServerOptions {
  /** Merged over the defaults for tests: rate limits and voice off, cheap password hashes, few connections. */
  readonly config?: Record<string, unknown>;
  /** Called between the steps of every Ready. */
  readonly betweenReadySteps?: (step: string) => Promise<void>;
  /** Besides it, the checks of the run read every line (`test-log.ts`). */
  readonly log?: Log;
  /** Starts on existing data, which is kept on disposal. */
  readonly home?: TestHome;
  /** Absent: the plain pages. */
  readonly ownClient?: OwnClient;
  /** How many nodes there are with PostgreSQL. */
  readonly nodes?: number;
}

/** For tests of races: as many connections to PostgreSQL as usual, so that as many transactions meet. */
export const usualConnections = { database: { pool_size: 10 } };

/** Starts a real server on a free port that checks every reply against its declaration. */
export async function openServer(
  engine: Engine,
  { config = {}, home, log, betweenReadySteps, ownClient, nodes: wanted = nodeCount }: TestServerOptions = {},
): Promise<TestServer> {
  const place = home ?? (await newMigratedHome(engine));
  const clock = new TestClock();
  const settings = configWith({
    port: 0,
    data_dir: place.dataDir,
    database_url: place.databaseUrl,
    passwords: { memory_kib: 64, passes: 1 },
    ...config,
    database: {
      // PostgreSQL starts a process for each connection. A Ready that a test delays keeps its connection meanwhile.
      pool_size: betweenReadySteps ? usualConnections.database.pool_size : 2,
      ...(config.database as object | undefined),
    },
    ratelimits: { enabled: false, ...(config.ratelimits as object | undefined) },
    // Otherwise every test would start the LiveKit server of a machine that has one.
    voice: { mode: "off", ...(config.voice as object | undefined) },
    events: { shutdown_spread_ms: 0, ...(config.events as object | undefined) },
  });
  const overrides = {
    clock,
    log: log ? alsoNoted(log) : openTestLog(),
    checkReplies: true,
    checkWrites: checkingServerLocks,
    // The clients of tests have their responses when a test stops its server.
    quietMs: 0,
    ...(betweenReadySteps && { betweenReadySteps }),
    ...(ownClient && { ownClient }),
  };
  const count = engine === "postgres" ? wanted : 1;
  const { nodes, port, stop } = await startNodes(count, settings, overrides);
  const running = nodes[0] as RunningServer;
  if (!home) await postponePeriodicJobs(running.store);
  noteSecretsOf(place.dataDir);
  const url = `http://127.0.0.1:${port}`;
  for (const { services } of nodes) verifySharing(services);
  return {
    engine,
    home: place,
    url,
    clock,
    running,
    nodes,
    client: createClient(`${url}/api`),
    tick() {
      for (const { gateway } of nodes) gateway.tick();
    },
    isConnected: (userId) => nodes.some(({ services }) => services.presence.isConnected(userId)),
    async drain() {
      // A job of one node may have added a job that another one has begun since.
      for (const _ of nodes) await Promise.all(nodes.map(({ worker }) => worker.drain()));
    },
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      if (!home) place.remove();
    },
  };
}
