/** Ermine with users, in a process of its own, which publishes events on command. */
import { configWith } from "../src/config/load.ts";
import { createLog } from "../src/platform/log.ts";
import { topic } from "../src/protocol/event.ts";
import { startServer } from "../src/server.ts";
import { serveBench } from "./gateway-control.ts";
import { seedConversation, seedFriends, seedPeople } from "./seed.ts";

const { folder, people: count, reach } = JSON.parse(process.argv[2] ?? "{}");
const config = configWith({
  port: 0,
  data_dir: folder,
  database: { fsync: false },
  ratelimits: { enabled: false },
  voice: { mode: "off" },
  events: { connections: 10_000, ping_within_ms: 3_600_000, shutdown_spread_ms: 0 },
});
const running = await startServer(config, { log: createLog("error") });
const people = await seedPeople(running, count);
await seedFriends(running, people, reach);
const channel = await seedConversation(running, people);
/** A message of a stranger to all receivers, as the event of a message is what most receivers get. */
const message = {
  _id: "01BENCH0000000000000000000",
  channel,
  author: "01BENCHAUTHR00000000000000",
  user: { _id: "01BENCHAUTHR00000000000000", relationship: "None", online: false },
};
const envelopeBytes = JSON.stringify({ type: "Message", ...message, content: "" }).length;

serveBench({
  url: `ws://127.0.0.1:${running.port}/ws`,
  tokens: people.map(({ token }) => token),
  publish: (bytes) => {
    const payload = { ...message, content: "x".repeat(bytes - envelopeBytes) };
    void running.bus.publish({ name: "Message", payload, topics: [topic.channel(channel)] });
  },
  stop: () => running.stop(),
});
