/** One node of a cluster in a process of its own. The first one creates users and a server. */
import { configWith } from "../src/config/load.ts";
import { createLog } from "../src/platform/log/log.ts";
import { startServer } from "../src/server/start-server.ts";
import { seedPeople } from "./seed.ts";
import { seedServer } from "./seed-servers.ts";

const {
  folder,
  databaseUrl,
  redisUrl,
  isCluster,
  people: count,
  outsiders: outsiderCount = 0,
  serverCount = 1,
  channelCount = 4,
} = JSON.parse(process.argv[2] ?? "{}");
const plenty = 1_000_000_000;
const config = configWith({
  port: 0,
  data_dir: folder,
  database_url: databaseUrl,
  redis_url: redisUrl,
  cluster: { enabled: isCluster, shared_files: isCluster },
  ratelimits: {
    messaging: plenty,
    channels: plenty,
    servers: plenty,
    any: plenty,
    total: plenty,
    total_address: plenty,
  },
  voice: { mode: "off" },
  // All viewers come from one address, and each user has several connections.
  events: {
    connections: 10_000,
    connects_by_address: 0,
    connects_by_user: 0,
    ping_within_ms: 3_600_000,
    shutdown_spread_ms: 0,
  },
});
const running = await startServer(config, { log: createLog("error") });
const people = count > 0 ? await seedPeople(running, count) : [];
/** Users who are not in the server. */
const outsiders = await seedPeople(running, outsiderCount);
/** Of all servers, one after another, with as many of the people in each. */
const channels: string[] = [];
for (let at = 0; at < count; at += count / serverCount)
  channels.push(
    ...(await seedServer(running, people.slice(at, at + count / serverCount), channelCount)).channels,
  );

process.on("message", async () => {
  await running.stop();
  process.exit(0);
});
process.send?.({
  port: running.port,
  tokens: people.map(({ token }) => token),
  outsiders: outsiders.map(({ token }) => token),
  channels,
});
