/** Ermine with users, voice channels and a voice node, in a process of its own. */

import { configWith } from "../src/config/load.ts";
import type { ChannelsTables } from "../src/domains/channels/index.ts";
import { createLog } from "../src/platform/log/log.ts";
import { startServer } from "../src/server/start-server.ts";
import { seedPeople } from "./seed.ts";
import { seedServer } from "./seed-servers.ts";

const { folder, people: count, channels: channelCount, node } = JSON.parse(process.argv[2] ?? "{}");
const config = configWith({
  port: 0,
  data_dir: folder,
  // The rate limiter is on, with a limit above the load.
  ratelimits: { channels: 1_000_000_000 },
  voice: { nodes: [node] },
});
const running = await startServer(config, { log: createLog("error") });
const people = await seedPeople(running, count);
const { channels } = await seedServer(running, people, channelCount);
await running.store.write((tx) =>
  tx.sql<ChannelsTables>().updateTable("channels").set({ voice: "{}" }).execute(),
);

process.on("message", async () => {
  await running.stop();
  process.exit(0);
});
process.send?.({ url: `http://127.0.0.1:${running.port}`, people, channels });
