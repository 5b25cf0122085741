import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../src/compose/open-database.ts";
import { configWith } from "../src/config/load.ts";
import { topic } from "../src/visibility/announcement.ts";
import { newPostgresDatabase, postgresPid, stopPostgres } from "../test/support/postgres/postgres.ts";
import { startRedis, type TestRedis } from "../test/support/redis/redis-process.ts";
import { type BenchChild, spawnChild } from "./child-process.ts";
import { benchClusterMixed } from "./cluster-mixed.ts";
import { benchOneMoreNode } from "./cluster-one-more.ts";
import { benchClusterSending } from "./cluster-sending.ts";
import { cpuTimeMs, familyCpuTimeMs } from "./processes.ts";
import { selectParts } from "./select-parts.ts";
import { median, printTable } from "./table.ts";

const nodeCounts = [1, 2, 4];
const connectionCounts = [1_000, 2_000, 4_000];
const [people, senders, rounds] = [200, 16, 3];
/** So many in each round, whatever the number of connections: a round then takes about as long in every row. */
const deliveries = 320_000;
const content = "What is said here is about as long as what people say.";

interface Node extends BenchChild {
  readonly first: {
    readonly port: number;
    readonly tokens: readonly string[];
    readonly channels: readonly string[];
  };
}

interface Measured {
  readonly messages: number;
  readonly deliveries: number;
  readonly nodes: number;
  readonly database: number;
  readonly redis: number;
}

const parts: Record<string, () => Promise<void>> = {
  nodes: benchNodes,
  sending: benchClusterSending,
  mixed: benchClusterMixed,
  "one-more": benchOneMoreNode,
  log: benchLog,
};

/** Measures what several nodes cost, and the log of commits that they share. */
export async function benchCluster(selected?: string): Promise<void> {
  const chosen = selectParts("cluster", parts, selected);
  if ((await newPostgresDatabase()) === undefined) return;
  for (const [, bench] of chosen) await bench();
  await stopPostgres();
}

/** Sends messages to viewers who are spread over the nodes. */
async function benchNodes(): Promise<void> {
  await using redis = await startRedis();
  const rows: Record<string, string | number>[] = [];
  for (const connections of connectionCounts)
    for (const count of nodeCounts)
      for (const link of count === 1 ? [undefined] : [undefined, redis]) {
        const result = await measureNodes(count, connections, link);
        rows.push({
          nodes: count,
          between: count === 1 ? "–" : link ? "Redis" : "PostgreSQL",
          connections,
          "messages/s": Math.round(result.messages),
          "deliveries/s": Math.round(result.deliveries),
          "CPU of all nodes, µs/message": Math.round(result.nodes),
          "of PostgreSQL": Math.round(result.database),
          "of Redis": Math.round(result.redis),
          "nodes, µs/delivery": (result.nodes / connections).toFixed(2),
        });
      }
  printTable(
    `Cluster: ${deliveries} deliveries of messages by ${senders} senders in 4 channels that all see, to connections spread over the nodes; all processes share the cores, PostgreSQL's fsync is off; median of ${rounds} rounds`,
    rows,
  );
}

async function measureNodes(
  count: number,
  connections: number,
  redis: TestRedis | undefined,
): Promise<Measured> {
  const messages = deliveries / connections;
  const databaseUrl = (await newPostgresDatabase()) ?? "";
  const folders = Array.from({ length: count }, () => mkdtempSync(join(tmpdir(), "ermine-bench-")));
  const options = { databaseUrl, redisUrl: redis?.url ?? "", isCluster: count > 1 };
  const nodes: Node[] = [];
  for (const [index, folder] of folders.entries()) {
    const first = folders[0] ?? folder;
    if (index > 0) copyFileSync(join(first, "secrets.json"), join(folder, "secrets.json"));
    nodes.push(await spawnChild("cluster-node.ts", { ...options, folder, people: index === 0 ? people : 0 }));
  }
  const listeners = await spawnChild<unknown>("listeners.ts", {});
  const { tokens = [], channels = [] } = nodes[0]?.first ?? {};
  const ports = nodes.map(({ first }) => first.port);
  for (const port of ports)
    await listeners.request({
      order: "connect",
      url: `ws://127.0.0.1:${port}/ws`,
      tokens,
      count: connections / count,
    });
  const send = async (sender: number, number: number) => {
    const port = ports[(sender + number) % ports.length];
    const channel = channels[sender % channels.length];
    const response = await fetch(`http://127.0.0.1:${port}/api/channels/${channel}/messages`, {
      method: "POST",
      headers: { "x-session-token": tokens[sender] ?? "" },
      body: JSON.stringify({ content }),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  };
  const received = async () => (await listeners.request<{ bytes: number }>({ order: "count" })).bytes;
  const settle = async () => {
    for (let last = -1, now = await received(); now !== last; now = await received()) {
      last = now;
      await Bun.sleep(1_000);
    }
    return received();
  };
  const before = await settle();
  await send(0, 0);
  const frame = ((await settle()) - before) / connections;
  const cpu = async () => ({
    nodes: nodes.reduce((sum, { child }) => sum + cpuTimeMs(child.pid), 0),
    database: familyCpuTimeMs((await postgresPid()) ?? Number.NaN),
    redis: redis ? cpuTimeMs(redis.pid) : 0,
  });
  const results: Measured[] = [];
  for (let round = 0; round <= rounds; round++) {
    const goal = (await received()) + messages * connections * frame;
    const began = { at: performance.now(), cpu: await cpu() };
    const done = listeners.request({ order: "until", bytes: Math.round(goal) });
    await Promise.all(
      Array.from({ length: senders }, async (_, sender) => {
        for (let number = 0; number < messages / senders; number++) await send(sender, number);
      }),
    );
    const sentAt = performance.now();
    await done;
    const [ended, seconds] = [await cpu(), (performance.now() - began.at) / 1_000];
    const each = (key: keyof typeof ended) => ((ended[key] - began.cpu[key]) * 1_000) / messages;
    // The first round is a warm-up.
    if (round > 0)
      results.push({
        messages: (messages * 1_000) / (sentAt - began.at),
        deliveries: deliveries / seconds,
        nodes: each("nodes"),
        database: each("database"),
        redis: each("redis"),
      });
  }
  listeners.child.kill();
  for (const { child } of nodes) {
    child.send({ order: "stop" });
    await child.exited;
  }
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  const mid = (key: keyof Measured) => median(results.map((result) => result[key]));
  return {
    messages: mid("messages"),
    deliveries: mid("deliveries"),
    nodes: mid("nodes"),
    database: mid("database"),
    redis: mid("redis"),
  };
}

const [writes, parallel] = [2_000, 8];

/** Measures small writes with and without the log: the control is the same write without announcements. */
async function benchLog(): Promise<void> {
  const url = (await newPostgresDatabase()) ?? "";
  const folder = mkdtempSync(join(tmpdir(), "ermine-bench-"));
  // Migrates the database.
  const node = await spawnChild("cluster-node.ts", {
    folder,
    databaseUrl: url,
    redisUrl: "",
    isCluster: false,
    people: 0,
  });
  node.child.send({ order: "stop" });
  await node.child.exited;
  const database = await openDatabase(configWith({ database_url: url, database: { pool_size: parallel } }));
  const announcement = { name: "Message", payload: { content: content.repeat(8) }, topics: [topic.none] };
  const cases = { "without the log": [], "with the log, 500 bytes": [announcement] };
  const results = new Map(Object.keys(cases).map((what) => [what, [] as number[][]]));
  for (let round = 0; round <= rounds; round++)
    for (const [what, announcements] of Object.entries(cases)) {
      const before = [performance.now(), process.cpuUsage(), await postgresPid()] as const;
      const database0 = familyCpuTimeMs(before[2] ?? Number.NaN);
      await Promise.all(
        Array.from({ length: parallel }, async (_, writer) => {
          for (let write = 0; write < writes / parallel; write++)
            await database.write(
              (queries) =>
                queries
                  .sql<{ meta: { key: string; value: string } }>()
                  .insertInto("meta")
                  .values({ key: `${round} ${what} ${writer} ${write}`, value: "" })
                  .execute(),
              { announcements: () => announcements },
            );
        }),
      );
      const { user, system } = process.cpuUsage(before[1]);
      const own = (user + system) / writes;
      const postgres = ((familyCpuTimeMs(before[2] ?? Number.NaN) - database0) * 1_000) / writes;
      if (round > 0)
        results.get(what)?.push([(writes * 1_000) / (performance.now() - before[0]), own, postgres]);
    }
  await database[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
  printTable(
    `The log: ${writes} inserts of one row by ${parallel} at once, median of ${rounds} rounds in turns`,
    [...results].map(([what, rows]) => {
      const mid = (index: number) => median(rows.map((row) => row[index] ?? 0));
      return {
        what,
        "writes/s": Math.round(mid(0)),
        "CPU µs each": mid(1).toFixed(0),
        "of PostgreSQL": mid(2).toFixed(0),
      };
    }),
  );
}
