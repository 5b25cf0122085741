import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { configWith } from "../src/config/load.ts";
import type { CommitPosition } from "../src/platform/database/port.ts";
import { PostgresPool } from "../src/platform/database/postgres/pool.ts";
import { createLog } from "../src/platform/log/log.ts";
import { PostgresLink } from "../src/platform/nodes/postgres/postgres-link.ts";
import { RedisLink } from "../src/platform/nodes/redis/redis-link.ts";
import { loadSecrets } from "../src/platform/secrets/secrets-file.ts";
import type { Announcement } from "../src/visibility/announcement.ts";
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
 * sent through one node share commits. In a large cluster they come through many nodes, at any moment and each with a
 * commit of its own: such commits are written to the log, and announced, without any node that sends them.
 */
const loads = {
  few: { senders: 1, pauseMs: 5, seconds: 4 },
  many: { senders: people, pauseMs: 0, seconds: 1 },
  "many, each its own commit": { senders: 0, seconds: 2 },
} satisfies Record<string, LoadOptions>;
type Load = keyof typeof loads;
interface LoadOptions {
  readonly senders: number;
  readonly seconds: number;
  readonly pauseMs?: number;
}
/** Nodes run for months, so their code is compiled. */
const warmUpSeconds = 10;
const commitsAtOnce = 40;
const commitsPerSecond = 4_000;

/** Measures what one more node costs for each message that is sent through another one. */
export async function benchOneMoreNode(): Promise<void> {
  await using redis = await startRedis();
  const rows: Record<string, string | number>[] = [];
  for (const link of [undefined, redis]) {
    const databaseUrl = (await newPostgresDatabase()) ?? "";
    await using cluster = await openCluster(databaseUrl, link);
    for (const audience of audiences) {
      const kinds = Object.keys(loads) as Load[];
      const results = new Map<Load, Costs[]>(kinds.map((kind) => [kind, []]));
      await using further = await cluster.addNode(audience);
      for (const kind of kinds) await send(cluster, { ...loads[kind], seconds: warmUpSeconds });
      for (let round = 0; round < rounds; round++)
        for (const kind of kinds) results.get(kind)?.push(await measure(cluster, further, link, loads[kind]));
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
  await using opening = new AsyncDisposableStack();
  const pool = new PostgresPool({ url: databaseUrl, poolSize: 2, queryTimeoutMs: 15_000, readOnly: false });
  opening.defer(() => pool.close());
  const link = opening.use(
    redis
      ? await RedisLink.open({ node: "bench", url: redis.url, namespace, log: createLog("error") })
      : await PostgresLink.open({ node: "bench", url: databaseUrl, pool, onError: console.error }),
  );
  await sendSlowly(`http://127.0.0.1:${first.first.port}`, messageOf(first, 1), {
    pauseMs: 0,
    seconds: 0.01,
  });
  const [{ announcements: text }] =
    await sql`select announcements from stream order by position desc limit 1`;
  const announcements: Announcement[] = JSON.parse(text);
  const write = (): Promise<CommitPosition[]> =>
    sql`insert into stream (position, announcements)
      select nextval('stream_position'), ${text} from generate_series(1, ${commitsAtOnce}::int)
      returning position, written_us as mark`;
  const links = opening.move();
  return {
    first,
    /** Writes commits as other nodes would, each with one message of a channel; returns how many. */
    async commit({ seconds }: LoadOptions): Promise<number> {
      const began = performance.now();
      let [sent, next] = [0, write()];
      while (performance.now() < began + seconds * 1_000) {
        const commits = await next;
        next = write();
        for (const { position, mark } of commits) {
          const due = began + (sent * 1_000) / commitsPerSecond;
          while (performance.now() < due) await new Promise(setImmediate);
          const content = { mark: Number(mark), announcements };
          link.send({ kind: "commit", position: Number(position), content });
          sent += 1;
        }
      }
      await next;
      return sent;
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
      await links.disposeAsync();
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
  options: LoadOptions,
): Promise<Costs> {
  const { seconds } = options;
  const cpu = () => ({
    node: cpuUs(pid),
    redis: redis ? cpuUs(redis.pid) : 0,
  });
  const idle = cpu();
  await Bun.sleep(seconds * 1_000);
  const before = cpu();
  const began = performance.now();
  const answered = await send(cluster, options);
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

/** Returns how many messages were sent. */
async function send(cluster: Cluster, options: LoadOptions): Promise<number> {
  const { senders, seconds, pauseMs = 0 } = options;
  if (senders === 0) return cluster.commit(options);
  const scripts = Array.from({ length: senders }, (_, sender) => [messageOf(cluster.first, sender)]);
  const url = `http://127.0.0.1:${cluster.first.first.port}`;
  if (pauseMs > 0) return sendSlowly(url, scripts[0]?.[0], { pauseMs, seconds });
  return (await load({ url, scripts, connections: senders, seconds })).answered;
}

function messageOf({ first: { channels, tokens } }: Node, sender: number) {
  return {
    method: "POST",
    path: `/api/channels/${channels[0]}/messages`,
    headers: { "x-session-token": tokens[sender] ?? "" },
    body,
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
