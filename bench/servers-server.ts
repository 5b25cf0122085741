/** Ermine with users and servers, in a process of its own. */
import { configWith } from "../src/config/load.ts";
import { createLog } from "../src/platform/log.ts";
import { startServer } from "../src/server.ts";
import { seedPeople } from "./seed.ts";
import { seedServer } from "./seed-servers.ts";

const { folder, people: count, members, servers, channels } = JSON.parse(process.argv[2] ?? "{}");
const config = configWith({
  port: 0,
  data_dir: folder,
  ratelimits: { enabled: false },
  events: { connections: 10_000, ping_within_ms: 3_600_000, shutdown_spread_ms: 0 },
});
const running = await startServer(config, { log: createLog("error") });
const people = await seedPeople(running, count);
const seeded = [];
for (let made = 0; made < servers; made++)
  seeded.push(await seedServer(running, people.slice(0, members), channels));

process.on("message", async () => {
  await running.stop();
  process.exit(0);
});
process.send?.({
  api: `http://127.0.0.1:${running.port}/api`,
  url: `ws://127.0.0.1:${running.port}/ws`,
  tokens: people.map(({ token }) => token),
  seeded,
});
