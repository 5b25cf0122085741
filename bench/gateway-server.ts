/** Ermine with users, in a process of its own, which publishes events on command. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { configWith } from "../src/config/load.ts";
import { readyFields } from "../src/declare/ready.ts";
import { readyParts } from "../src/domains/index.ts";
import { jsonCodec } from "../src/gateway/codec.ts";
import { performHandshakes } from "../src/gateway/handshake.ts";
import { createLog } from "../src/platform/log/log.ts";
import { digestToken } from "../src/platform/secrets/vault.ts";
import { startServer } from "../src/server/start-server.ts";
import { topic } from "../src/visibility/announcement.ts";
import { type ReadyTimes, serveBench } from "./gateway-control.ts";
import { type SeededPerson, seedConversation, seedFriends, seedPeople } from "./seed.ts";
import { seedServer } from "./seed-servers.ts";
import { median } from "./table.ts";

const { folder, people: count, reach, channels = 0 } = JSON.parse(process.argv[2] ?? "{}");
const config = configWith({
  port: 0,
  data_dir: folder,
  database: { fsync: false },
  ratelimits: { enabled: false },
  voice: { mode: "off" },
  events: { connections: 10_000, ping_within_ms: 3_600_000, shutdown_spread_ms: 0 },
});
const running = await startServer(config, { log: createLog("error") });
const seedFile = join(folder, "seeded.json");
if (!existsSync(seedFile)) {
  const seeded = await seedPeople(running, count);
  await seedFriends(running, seeded, reach);
  const [shared] = channels > 0 ? (await seedServer(running, seeded, channels)).channels : [];
  const conversation = await seedConversation(running, seeded);
  await Bun.write(seedFile, JSON.stringify({ people: seeded, channel: shared ?? conversation }));
}
const { people, channel }: { people: SeededPerson[]; channel: string } = await Bun.file(seedFile).json();
/** A message of a stranger to all receivers, as the event of a message is what most receivers get. */
const message = {
  _id: "01BENCH0000000000000000000",
  channel,
  author: "01BENCHAUTHR00000000000000",
  user: { _id: "01BENCHAUTHR00000000000000", relationship: "None", online: false },
};
const envelopeBytes = JSON.stringify({ type: "Message", ...message, content: "" }).length;

/** Builds the Ready of one user after another, and serialises the same packets in turns with it. */
async function measureReady(rounds: number): Promise<ReadyTimes> {
  const { store, services, bus } = running;
  const parts = { store, services, bus, readyParts, relay: async () => {}, between: undefined };
  const selection = { fields: new Set(readyFields), settings: "all" as const };
  const [buildMs, stringifyMs]: [number[], number[]] = [[], []];
  let bytes = 0;
  for (let round = 0; round < rounds; round++) {
    const { id: userId, token } = people[round % people.length] ?? { id: "", token: "" };
    const digest = digestToken(token);
    // So that the build begins with a slice that nobody has used.
    await new Promise((resolve) => setImmediate(resolve));
    const began = performance.now();
    const request = { userId, bot: false, selection, codec: jsonCodec };
    const result = (await performHandshakes(parts, request, [digest])).get(digest);
    const built = performance.now();
    if (typeof result !== "object") throw new Error("no Ready");
    const payload = JSON.parse(String(result.packet));
    const parsed = performance.now();
    bytes += JSON.stringify(payload).length;
    stringifyMs.push(performance.now() - parsed);
    buildMs.push(built - began);
  }
  return { bytes: bytes / rounds, buildMs: median(buildMs), stringifyMs: median(stringifyMs) };
}

let position = 1_000_000;

serveBench({
  commit: (bytes) => {
    const payload = { ...message, content: "x".repeat(bytes - envelopeBytes) };
    const announcement = { name: "Message", payload, topics: [topic.channel(channel)] };
    running.bus.publishCommit({ position: position++, mark: 0 }, [announcement]);
  },
  measureReady,
  url: `ws://127.0.0.1:${running.port}/ws`,
  tokens: people.map(({ token }) => token),
  publish: (bytes) => {
    const payload = { ...message, content: "x".repeat(bytes - envelopeBytes) };
    void running.bus.publish({ name: "Message", payload, topics: [topic.channel(channel)] });
  },
  stop: () => running.stop(),
});
