import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { configWith } from "../src/config/load.ts";
import { createLog } from "../src/platform/log/log.ts";
import { RedisLink } from "../src/platform/nodes/redis/redis-link.ts";
import { loadSecrets } from "../src/platform/secrets/secrets-file.ts";
import { topic } from "../src/visibility/announcement.ts";
import { newPostgresDatabase } from "../test/support/postgres/postgres.ts";
import { startRedis, type TestRedis } from "../test/support/redis/redis-process.ts";
import { type BenchChild, spawnChild } from "./child-process.ts";
import { load } from "./processes.ts";
import { median, printTable } from "./table.ts";

const [rounds, people] = [3, 64];
const body = { content: "What is said here is about as long as what people say." };

interface Node extends BenchChild {
  readonly first: {
    readonly port: number;
    readonly tokens: readonly string[];
    readonly channels: readonly string[];
  };
}

/** Who is connected to the further node. */
const audiences = ["nobody", "a user of another server", "a viewer of the channel"] as const;
/**
 * Few messages take longer: what a node does without messages differs by some milliseconds each second. Many that are
 * sent through one node share commits. In a large cluster they come through many nodes, each with a commit of its own:
 * such commits are written to the log, and announced, without any node that sends them.
 */
const loads = {
  few: { senders: 1, pauseMs: 5, seconds: 4 },
  many: { senders: people, pauseMs: 0, seconds: 1 },
  "many, each its own commit": { senders: 0, pauseMs: 10, seconds: 2 },
};
type Load = keyof typeof loads;
const commitsAtOnce = 50;

/** Measures what one more node costs for each message that is sent through another one. */
export async function benchOneMoreNode(): Promise<void> {
  await using redis = await startRedis();
  const rows: Record<string, string | number>[] = [];
  for (const link of [undefined, redis]) {
    const databaseUrl = (await newPostgresDatabase()) ?? "";
    await using cluster = await openCluster(databaseUrl, link);
    for (const audience of audiences) {
      // What the written commits contain is nothing that a viewer could be sent.
      const kinds = (Object.keys(loads) as Load[]).filter(
        (kind) => loads[kind].senders > 0 || audience !== "a viewer of the channel",
      );
      const results = new Map<Load, Costs[]>(kinds.map((kind) => [kind, []]));
      await using further = await cluster.addNode(audience);
      for (let round = 0; round <= rounds; round++)
        for (const kind of kinds) {
          const costs = await measure(cluster, further, link, loads[kind]);
          // The first round is a warm-up.
          if (round > 0) results.get(kind)?.push(costs);
        }
      for (const [kind, costs] of results) {
        const of = (key: keyof Costs) => median(costs.map((each) => each[key]));
        rows.push({
          between: link ? "Redis" : "PostgreSQL",
          "connected there": audience,
          messages: kind,
          "messages/s": Math.round(of("rate")),
          "its CPU, µs/message": of("node").toFixed(1),
          "CPU of Redis": of("redis").toFixed(1),
        });
      }
    }
  }
  printTable(
    `One more node: what it costs for each message that is sent through the other one, besides what it costs without messages; median of ${rounds} rounds of ${Object.values(
      loads,
    )
      .map(({ seconds }) => seconds)
      .join(", ")} s`,
    rows,
  );
}

interface Costs {
  readonly rate: number;
  readonly node: number;
  readonly redis: number;
}

interface FurtherNode extends AsyncDisposable {
  readonly pid: number;
}

type Cluster = Awaited<ReturnType<typeof openCluster>>;

async function openCluster(databaseUrl: string, redis: TestRedis | undefined) {
  const folders: string[] = [];
  const open = async (count: number): Promise<Node> => {
    const folder = mkdtempSync(join(tmpdir(), "ermine-bench-"));
    folders.push(folder);
    if (folders[1]) copyFileSync(join(folders[0] ?? "", "secrets.json"), join(folder, "secrets.json"));
    const options = { folder, databaseUrl, redisUrl: redis?.url ?? "", isCluster: true };
    // All messages are sent in the first of two servers.
    return spawnChild("cluster-node.ts", { ...options, people: count, serverCount: 2 });
  };
  const first = await open(2 * people);
  const stop = async ({ child }: Node) => {
    child.send({ order: "stop" });
    await child.exited;
  };
  const sql = new SQL({ url: databaseUrl, max: 1 });
  const { nodeNamespace: namespace } = loadSecrets(configWith({ data_dir: folders[0] ?? "" }));
  const link =
    redis && (await RedisLink.open({ node: "bench", url: redis.url, namespace, log: createLog("error") }));
  return {
    first,
    /** Writes commits as other nodes would, each with one message of a channel; returns how many. */
    async commit({ pauseMs, seconds }: { pauseMs: number; seconds: number }): Promise<number> {
      const topics = [topic.channel(first.first.channels[0] ?? "")] as const;
      const end = performance.now() + seconds * 1_000;
      let written = 0;
      for (; performance.now() < end; written += commitsAtOnce) {
        const rows = await sql`insert into stream (position, announcements, topics)
          select nextval('stream_position'), '[]', ${topics[0]} from generate_series(1, ${commitsAtOnce}::int)
          returning position, written_us as mark`;
        for (const { position, mark } of rows)
          link?.send({
            kind: "topic commit",
            position: Number(position),
            mark: Number(mark),
            topics,
            announcements: () => [],
          });
        await Bun.sleep(pauseMs);
      }
      return written;
    },
    async addNode(audience: (typeof audiences)[number]): Promise<FurtherNode> {
      const node = await open(0);
      const listeners = await spawnChild<unknown>("listeners.ts", {});
      const [member = "", stranger = ""] = [first.first.tokens[0], first.first.tokens.at(-1)];
      if (audience !== "nobody")
        await listeners.request({
          order: "connect",
          url: `ws://127.0.0.1:${node.first.port}/ws`,
          tokens: [audience === "a viewer of the channel" ? member : stranger],
          count: 1,
        });
      return {
        pid: node.child.pid,
        async [Symbol.asyncDispose]() {
          listeners.child.kill();
          await stop(node);
        },
      };
    },
    async [Symbol.asyncDispose]() {
      await link?.[Symbol.asyncDispose]();
      await sql.close();
      await stop(first);
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function measure(
  cluster: Cluster,
  { pid }: FurtherNode,
  redis: TestRedis | undefined,
  { senders, pauseMs, seconds }: (typeof loads)[Load],
): Promise<Costs> {
  const { first } = cluster.first;
  const cpu = () => ({
    node: cpuUs(pid),
    redis: redis ? cpuUs(redis.pid) : 0,
  });
  const idle = cpu();
  await Bun.sleep(seconds * 1_000);
  const before = cpu();
  const scripts = first.tokens.slice(0, senders).map((token) => [
    {
      method: "POST",
      path: `/api/channels/${first.channels[0]}/messages`,
      headers: { "x-session-token": token },
      body,
    },
  ]);
  const began = performance.now();
  const url = `http://127.0.0.1:${first.port}`;
  const send = async () => {
    if (senders === 0) return cluster.commit({ pauseMs, seconds });
    if (pauseMs > 0) return sendSlowly(url, scripts[0]?.[0], { pauseMs, seconds });
    return (await load({ url, scripts, connections: senders, seconds })).answered;
  };
  const answered = await send();
  const elapsed = performance.now() - began;
  const after = cpu();
  // What it takes without messages is no cost of a message.
  const each = (key: keyof typeof after) =>
    (after[key] - before[key] - ((before[key] - idle[key]) * elapsed) / (seconds * 1_000)) / answered;
  return {
    rate: (answered * 1_000) / elapsed,
    node: each("node"),
    redis: each("redis"),
  };
}

async function sendSlowly(
  url: string,
  call: { path: string; headers: Record<string, string> } | undefined,
  { pauseMs, seconds }: { pauseMs: number; seconds: number },
): Promise<number> {
  if (!call) return 0;
  const end = performance.now() + seconds * 1_000;
  let sent = 0;
  while (performance.now() < end) {
    const response = await fetch(url + call.path, {
      method: "POST",
      headers: call.headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    await response.arrayBuffer();
    sent += 1;
    await Bun.sleep(pauseMs);
  }
  return sent;
}

/** CPU time of a process so far, exact, where `cpuTimeMs` counts in steps of 10 ms. */
function cpuUs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, thread) => {
    const [onCpu = "0"] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ");
    return sum + Number(onCpu) / 1_000;
  }, 0);
}
