import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Log } from "../../src/platform/log/log.ts";
import { newMigratedHome } from "../support/database/migrated-home.ts";
import type { TestHome } from "../support/server/engines.ts";
import { openServer, type TestServer } from "../support/server/server.ts";

type NodeConfig = Record<string, unknown>;

export interface TwoNodes extends AsyncDisposable {
  readonly home: TestHome;
  readonly nodes: readonly [TestServer, TestServer];
}

/** The first node of a cluster, whose directory of files the others share. */
export async function openFirstNode(config: NodeConfig = {}): Promise<TestServer> {
  const home = await newMigratedHome("postgres");
  mkdirSync(join(home.dataDir, "files"));
  const server = await openServer("postgres", { home, nodes: 1, config: clusterConfig(config) });
  return withRemoval(server, home.remove);
}

/** A further node of the cluster, with a data directory of its own. */
export async function openFurtherNode(
  { home }: Pick<TestServer, "home">,
  { config = {}, log }: { readonly config?: NodeConfig; readonly log?: Log } = {},
): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), "ermine-test-"));
  copyFileSync(join(home.dataDir, "secrets.json"), join(dataDir, "secrets.json"));
  symlinkSync(join(home.dataDir, "files"), join(dataDir, "files"));
  const server = await openServer("postgres", {
    home: { ...home, dataDir },
    nodes: 1,
    config: clusterConfig(config),
    ...(log && { log }),
  });
  return withRemoval(server, () => rmSync(dataDir, { recursive: true, force: true }));
}

/** Two nodes of one cluster, each at its own address. They share one directory of files. */
export async function openTwoNodes(config: NodeConfig = {}): Promise<TwoNodes> {
  const first = await openFirstNode(config);
  const second = await openFurtherNode(first, { config });
  return {
    home: first.home,
    nodes: [first, second],
    async [Symbol.asyncDispose]() {
      await second[Symbol.asyncDispose]();
      await first[Symbol.asyncDispose]();
    },
  };
}

const clusterConfig = (config: NodeConfig) => ({
  ...config,
  cluster: { enabled: true, shared_files: true },
});

function withRemoval(server: TestServer, remove: () => void): TestServer {
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server.stop();
      remove();
    },
  };
}
