/** Ermine with users, in a process of its own, which publishes events on command. */
import { configWith } from "../src/config/load.ts";
import { createLog } from "../src/platform/log.ts";
import { topic } from "../src/protocol/event.ts";
import { startServer } from "../src/server.ts";
import { serveBench, sizedText } from "./gateway-control.ts";
import { seedConversation, seedFriends, seedPeople } from "./seed.ts";

const { folder, people: count, reach } = JSON.parse(process.argv[2] ?? "{}");
const config = configWith({
  port: 0,
  data_dir: folder,
  database: { fsync: false },
  ratelimits: { enabled: false },
  events: { connections: 10_000, ping_within_ms: 3_600_000, shutdown_spread_ms: 0 },
});
const running = await startServer(config, { log: createLog("error") });
const people = await seedPeople(running, count);
await seedFriends(running, people, reach);
const channel = topic.channel(await seedConversation(running, people));

serveBench({
  url: `ws://127.0.0.1:${running.port}/ws`,
  tokens: people.map(({ token }) => token),
  publish: (bytes) => {
    const payload = { id: "01BENCH0000000000000000000", text: sizedText("Bench", bytes) };
    void running.bus.publish({ name: "Bench", payload, topics: [channel] });
  },
  stop: () => running.stop(),
});
