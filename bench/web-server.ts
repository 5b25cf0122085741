/** Ermine with its web client in a process of its own: one server, and messages in some of its channels. */
import { configWith } from "../src/config/load.ts";
import { createLog } from "../src/platform/log/log.ts";
import { startServer } from "../src/server/start-server.ts";
import { seedPeople } from "./seed.ts";
import { seedMessages } from "./seed-messages.ts";
import { seedServer } from "./seed-servers.ts";

/** How many channels have a few messages, besides the one with many. */
const small = 40;
const eachSmall = 100;

const {
  folder,
  build,
  people: count,
  channels: channelCount,
  messages,
} = JSON.parse(process.argv[2] ?? "{}");
const config = configWith({
  port: 0,
  data_dir: folder,
  ratelimits: { enabled: false },
  voice: { mode: "off" },
  events: { shutdown_spread_ms: 0 },
});
const open = () => startServer(config, { log: createLog("error"), ownClient: { build } });

let running = await open();
const people = await seedPeople(running, count);
const { id, channels } = await seedServer(running, people, channelCount);
if (messages > 0) {
  const authors = people.slice(0, 200).map((person) => person.id);
  await running.stop();
  await seedMessages({ folder, databaseUrl: "", channels: channels.slice(0, 1), authors, messages });
  const others = channels.slice(1, small + 1);
  await seedMessages({ folder, databaseUrl: "", channels: others, authors, messages: small * eachSmall });
  running = await open();
}

process.on("message", async () => {
  await running.stop();
  process.exit(0);
});
process.send?.({ url: `http://127.0.0.1:${running.port}`, person: people[1], server: id, channels });
