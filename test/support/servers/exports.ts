import { putExport } from "../../../src/domains/exports/store/server-exports.ts";
import type { TestServer } from "../server/server.ts";

/** Makes a server look as if its archive was being written. */
export async function holdExport({ running }: TestServer, serverId: string): Promise<void> {
  const stored = { id: "held", state: "running", requested_at: 0, messages: 0, files: 0 } as const;
  await running.store.write((tx) => putExport(tx, serverId, stored));
}
