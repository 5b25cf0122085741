/** Ermine with users and servers, in a process of its own. */
import { configWith } from "../src/config/load.ts";
import { createLog } from "../src/platform/log/log.ts";
import { startServer } from "../src/server/start-server.ts";
import { seedPeople } from "./seed.ts";
import { seedOverrides, seedServer } from "./seed-servers.ts";

const {
  folder,
  people: count,
  members,
  servers,
  channels,
  roles = 1,
  ratelimits = { enabled: false },
} = JSON.parse(process.argv[2] ?? "{}");
const config = configWith({
  port: 0,
  data_dir: folder,
  ratelimits,
  voice: { mode: "off" },
  events: { connections: 10_000, ping_within_ms: 3_600_000, shutdown_spread_ms: 0 },
});
const running = await startServer(config, { log: createLog("error") });
const people = await seedPeople(running, count);
const seeded = [];
for (let made = 0; made < servers; made++) {
  const server = await seedServer(running, people.slice(0, members), channels);
  if (roles > 1) await seedOverrides(running, server, roles);
  seeded.push(server);
}

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
