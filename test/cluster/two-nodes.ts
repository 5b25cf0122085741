import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestHome } from "../support/engines.ts";
import { newMigratedHome } from "../support/migrated-home.ts";
import { openServer, type TestServer } from "../support/server.ts";

export interface TwoNodes extends AsyncDisposable {
  readonly home: TestHome;
  readonly nodes: readonly [TestServer, TestServer];
}

/** Two nodes of one cluster, each at its own address. They share one directory of files. */
export async function openTwoNodes(config: Record<string, unknown> = {}): Promise<TwoNodes> {
  const home = await newMigratedHome("postgres");
  const settings = { ...config, cluster: { enabled: true, shared_files: true } };
  const files = join(home.dataDir, "files");
  mkdirSync(files);
  const first = await openServer("postgres", { home, config: settings });
  const dataDir = mkdtempSync(join(tmpdir(), "ermine-test-"));
  copyFileSync(join(home.dataDir, "secrets.json"), join(dataDir, "secrets.json"));
  symlinkSync(files, join(dataDir, "files"));
  const second = await openServer("postgres", { home: { ...home, dataDir }, config: settings });
  return {
    home,
    nodes: [first, second],
    async [Symbol.asyncDispose]() {
      await Promise.all([first.stop(), second.stop()]);
      home.remove();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
