import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { type ServerProcess, startProcess } from "../processes/server-process.ts";
import type { TestServer } from "../server/server.ts";

export interface NodeProcess extends ServerProcess {
  /** In the table of nodes. */
  readonly id: string;
}

/** Starts one more node of a test server that has several, as a process of its own. */
export async function startNodeProcess(
  { home }: Pick<TestServer, "home">,
  more: Record<string, string> = {},
  program?: string,
): Promise<NodeProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), "ermine-test-"));
  copyFileSync(join(home.dataDir, "secrets.json"), join(dataDir, "secrets.json"));
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  const cluster = { ERMINE_CLUSTER_ENABLED: "true", ERMINE_CLUSTER_SHARED_FILES: "true" };
  const node = await startProcess({ ...home, dataDir, remove }, { ...cluster, ...more }, program);
  await using database = new SQL({ url: home.databaseUrl, max: 1 });
  const [{ id }] = await database`select id from nodes order by started_us desc limit 1`;
  return {
    ...node,
    id,
    async [Symbol.asyncDispose]() {
      await node[Symbol.asyncDispose]();
      remove();
    },
  };
}
