import { copyFileSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../src/config/schema.ts";
import { type RunningServer, type ServerOverrides, startServer } from "../../src/server.ts";
import { openRoundRobin } from "./round-robin.ts";

interface RunningNodes {
  readonly running: RunningServer;
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts one server, or several nodes on one database behind a proxy that passes each connection to the next. */
export async function startNodes(
  count: number,
  config: Config,
  overrides: ServerOverrides,
): Promise<RunningNodes> {
  if (count === 1) {
    const running = await startServer(config, overrides);
    return { running, port: running.port, stop: () => running.stop() };
  }
  const shared: Config = {
    ...config,
    cluster: { ...config.cluster, enabled: true, shared_files: true },
    // The nodes of many test servers share one PostgreSQL.
    database: { ...config.database, pool_size: 4 },
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
  return {
    running,
    port: proxy.port,
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
      proxy[Symbol.dispose]();
      for (let node = 2; node <= count; node++)
        rmSync(`${config.data_dir}-node-${node}`, { recursive: true, force: true });
    },
  };
}
