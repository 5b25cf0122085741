import { copyFileSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../src/config/schema.ts";
import { topic } from "../../src/protocol/event.ts";
import { type RunningServer, type ServerOverrides, startServer } from "../../src/server.ts";
import { openRoundRobin } from "./round-robin.ts";
import { settledName, settlers } from "./settle-nodes.ts";

interface RunningNodes {
  readonly nodes: readonly RunningServer[];
  readonly port: number;
  stop(): Promise<void>;
}

async function settle(nodes: readonly RunningServer[]): Promise<void> {
  const [first] = nodes;
  if (!first) return;
  await Promise.all(nodes.map(({ cluster }) => cluster?.reports.settle()));
  // The messages of a node arrive in order.
  const marker = topic.private(crypto.randomUUID());
  const received = Promise.withResolvers<void>();
  let missing = nodes.length ** 2;
  const subscriptions = nodes.map(({ bus }) =>
    bus.subscribe([marker], () => --missing || received.resolve()),
  );
  await Promise.all(subscriptions);
  for (const { bus } of nodes) await bus.publish({ name: settledName, payload: {}, topics: [marker] });
  await received.promise;
  const { position } = await first.store.snapshot(async () => {});
  await Promise.all(nodes.map(({ bus }) => bus.waitFor(position)));
  for (const subscription of subscriptions) await (await subscription).end();
}

/** Starts one server, or several nodes on one database behind a proxy that passes each connection to the next. */
export async function startNodes(
  count: number,
  config: Config,
  overrides: ServerOverrides,
): Promise<RunningNodes> {
  if (count === 1) {
    const running = await startServer(config, overrides);
    return { nodes: [running], port: running.port, stop: () => running.stop() };
  }
  const shared: Config = {
    ...config,
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
  const ports = [proxy, ...nodes].map(({ port }) => String(port));
  for (const port of ports) settlers.set(port, () => settle(nodes));
  return {
    nodes,
    port: proxy.port,
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
      for (const port of ports) settlers.delete(port);
      proxy[Symbol.dispose]();
      for (let node = 2; node <= count; node++)
        rmSync(`${config.data_dir}-node-${node}`, { recursive: true, force: true });
    },
  };
}
