/** Ermine with one user, in which files can be marked as used without an object that uses them. */
import { configWith } from "../src/config/load.ts";
import type { FilesTables } from "../src/domains/files/index.ts";
import { createLog } from "../src/platform/log/log.ts";
import { startServer } from "../src/server/start-server.ts";
import { seedPeople } from "./seed.ts";

const { folder } = JSON.parse(process.argv[2] ?? "{}");
const config = configWith({
  port: 0,
  data_dir: folder,
  ratelimits: { enabled: false },
  voice: { mode: "off" },
});
const running = await startServer(config, { log: createLog("error") });
const [person] = await seedPeople(running, 1);

process.on("message", async ({ order }: { order: "claim" | "stop" }) => {
  if (order === "stop") {
    await running.stop();
    process.exit(0);
  }
  await running.store.write((tx) =>
    tx.sql<FilesTables>().updateTable("files").set({ used_as: "Message", used_by: "bench" }).execute(),
  );
  process.send?.({ done: true });
});
process.send?.({ url: `http://127.0.0.1:${running.port}/autumn`, token: person?.token });
