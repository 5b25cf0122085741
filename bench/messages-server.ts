/** Ermine in a process of its own, with one server and messages in its channels. */
import { configWith } from "../src/config/load.ts";
import { createLog } from "../src/platform/log/log.ts";
import { startServer } from "../src/server/start-server.ts";
import { type InsideOrder, measureInside } from "./messages-inside.ts";
import { seedPeople } from "./seed.ts";
import { seedMessages } from "./seed-messages.ts";
import { seedServer } from "./seed-servers.ts";

const {
  folder,
  databaseUrl,
  people: count,
  channels: channelCount,
  messages,
  metrics = false,
} = JSON.parse(process.argv[2] ?? "{}");
const plenty = 1_000_000_000;
const config = configWith({
  port: 0,
  data_dir: folder,
  database_url: databaseUrl,
  // The rate limiter is on, with a limit above the load.
  ratelimits: {
    messaging: plenty,
    channels: plenty,
    servers: plenty,
    any: plenty,
    auth: plenty,
    total: plenty,
    total_address: plenty,
  },
  voice: { mode: "off" },
  metrics: { enabled: metrics, port: 0 },
  // All viewers come from one address.
  events: { connects_by_address: 0, ping_within_ms: 3_600_000, shutdown_spread_ms: 0 },
});
const open = () => startServer(config, { log: createLog("error") });

let running = await open();
const people = await seedPeople(running, count);
const { channels } = await seedServer(running, people, channelCount);
if (messages > 0) {
  await running.stop();
  await seedMessages({ folder, databaseUrl, channels, authors: people.map(({ id }) => id), messages });
  running = await open();
}

process.on("message", async (order: { order: "stop" } | InsideOrder) => {
  if ("part" in order) {
    const inside = { running, authors: people.map(({ id }) => id), channels };
    process.send?.(await measureInside(inside, order));
    return;
  }
  await running.stop();
  process.exit(0);
});
process.send?.({
  api: `http://127.0.0.1:${running.port}`,
  stream: `ws://127.0.0.1:${running.port}/ws`,
  tokens: people.map(({ token }) => token),
  channels,
  metricsPort: running.metricsPort,
});
