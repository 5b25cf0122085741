import { copyFileSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../../src/config/schema.ts";
import type { Bus } from "../../../src/platform/bus/port.ts";
import { type RunningServer, type ServerOverrides, startServer } from "../../../src/server/start-server.ts";
import { topic } from "../../../src/visibility/announcement.ts";
import { startRedis } from "../redis/redis.ts";
import { openRoundRobin } from "./round-robin.ts";
import { settledName, settlers } from "./settle-nodes.ts";

/** Whether several nodes have a Redis. */
const useRedis = process.env.ERMINE_TEST_REDIS === "1";

interface RunningNodes {
  readonly nodes: readonly RunningServer[];
  readonly port: number;
  stop(): Promise<void>;
}

/** Messages between nodes may be lost, for example with a connection that a test breaks; so they are sent again. */
const sendAgainMs = 2_000;

async function repeatUntil(allReceived: Promise<void>, send: () => void): Promise<void> {
  send();
  const timer = setInterval(send, sendAgainMs);
  await allReceived.finally(() => clearInterval(timer));
}

/** Waits until the nodes have received each other's reports of presence, which have a way of their own. */
function createPresenceSettler(nodes: readonly RunningServer[]): () => Promise<void> {
  const receivers = new Set<(link: string) => void>();
  for (const [index, { cluster }] of nodes.entries())
    cluster?.link.onMessage((from, message) => {
      if (message.kind !== "presence" || message.changes.length > 0) return;
      for (const receive of receivers) receive(`${from} ${index}`);
    });
  return async () => {
    await Promise.all(nodes.map(({ cluster }) => cluster?.reports.settle()));
    // The reports of a node arrive in order, so its empty one is the last.
    const send = () => {
      for (const { cluster } of nodes) cluster?.link.send({ kind: "presence", changes: [] });
    };
    const [links, all] = [new Set<string>(), Promise.withResolvers<void>()];
    const receive = (link: string) => {
      if (links.add(link).size === nodes.length * (nodes.length - 1)) all.resolve();
    };
    receivers.add(receive);
    await repeatUntil(all.promise, send);
    receivers.delete(receive);
  };
}

async function settle(nodes: readonly RunningServer[], settlePresence: () => Promise<void>): Promise<void> {
  await settlePresence();
  // The messages of a node arrive in order.
  const marker = topic.private(crypto.randomUUID());
  const [links, all] = [new Set<string>(), Promise.withResolvers<void>()];
  const subscriptions = await Promise.all(
    nodes.map(({ bus }, to) =>
      bus.subscribe([marker], ({ payload }) => {
        const { from } = payload as { from: number };
        if (links.add(`${from} ${to}`).size === nodes.length ** 2) all.resolve();
      }),
    ),
  );
  await repeatUntil(all.promise, () => {
    for (const [from, { bus }] of nodes.entries())
      void bus.publish({ name: settledName, payload: { from }, topics: [marker] });
  });
  await deliverAll(nodes);
  for (const subscription of subscriptions) await subscription.end();
}

/** Waits until the nodes have delivered everything that is committed. A database that fails commits nothing. */
async function deliverAll(nodes: readonly RunningServer[]): Promise<void> {
  const snapshot = nodes[0]?.store.snapshot(async () => {}).catch(() => undefined);
  const { position } = (await snapshot) ?? { position: 0 };
  await Promise.all(nodes.map(({ bus }) => bus.waitFor(position)));
}

/** The same for the only node, of which the log alone is asked: every call of a test waits for this. */
async function deliverOwn(bus: Bus): Promise<void> {
  const lag = await bus.lag().catch(() => 0);
  if (lag > 0) await bus.waitFor(bus.position + lag);
}

/** Starts one server, or several nodes on one database behind a proxy that passes each connection to the next. */
export async function startNodes(
  count: number,
  config: Config,
  overrides: ServerOverrides,
): Promise<RunningNodes> {
  if (count === 1) {
    const running = await startServer(config, overrides);
    // A commit whose predecessor failed is delivered once the log was read, which may be after its response.
    if (config.database_url !== "") settlers.set(String(running.port), () => deliverOwn(running.bus));
    const stop = async () => {
      settlers.delete(String(running.port));
      await running.stop();
    };
    return { nodes: [running], port: running.port, stop };
  }
  // Of its own, because calls from one address count together there.
  const needsRedis = useRedis && config.redis_url === "";
  const redis = needsRedis ? await startRedis() : undefined;
  const shared: Config = {
    ...config,
    ...(redis && { redis_url: redis.url }),
    cluster: { ...config.cluster, enabled: true, shared_files: true },
  };
  mkdirSync(join(config.data_dir, "files"), { recursive: true });
  const running = await startServer(shared, overrides);
  const others: RunningServer[] = [];
  for (let node = 2; node <= count; node++) {
    const data_dir = `${config.data_dir}-node-${node}`;
    mkdirSync(data_dir, { mode: 0o700, recursive: true });
    copyFileSync(join(config.data_dir, "secrets.json"), join(data_dir, "secrets.json"));
    rmSync(join(data_dir, "files"), { force: true });
    symlinkSync(join(config.data_dir, "files"), join(data_dir, "files"));
    others.push(await startServer({ ...shared, data_dir }, overrides));
  }
  const nodes = [running, ...others];
  const proxy = await openRoundRobin(nodes.map(({ port }) => port));
  const settlePresence = createPresenceSettler(nodes);
  const ports = [proxy, ...nodes].map(({ port }) => String(port));
  for (const port of ports) settlers.set(port, () => settle(nodes, settlePresence));
  return {
    nodes,
    port: proxy.port,
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
      for (const port of ports) settlers.delete(port);
      proxy[Symbol.dispose]();
      await redis?.[Symbol.asyncDispose]();
      for (let node = 2; node <= count; node++)
        rmSync(`${config.data_dir}-node-${node}`, { recursive: true, force: true });
    },
  };
}
