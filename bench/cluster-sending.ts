import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { newPostgresDatabase, postgresPid } from "../test/support/postgres/postgres.ts";
import { type BenchChild, spawnChild } from "./child-process.ts";
import { countTransactions } from "./cluster-mixed.ts";
import type { LoadRequest, LoadResult } from "./load.ts";
import { cpuTimeMs, familyCpuTimeMs, load } from "./processes.ts";
import { median, printTable } from "./table.ts";

const [nodeCount, senders, channelCount] = [4, 256, 16];
const [rounds, seconds, warmUpSeconds] = [5, 2, 8];
const body = { content: "What is said here is about as long as what people say." };

interface Node extends BenchChild {
  readonly first: {
    readonly port: number;
    readonly tokens: readonly string[];
    readonly channels: readonly string[];
  };
}

interface Contestant {
  readonly what: string;
  readonly nodes: number;
  /** The channel of a sender. */
  channelOf(sender: number): number;
}

const contestants: Contestant[] = [
  { what: "through one node", nodes: 1, channelOf: (sender) => sender % channelCount },
  // Senders take the nodes in turn, so each group of as many senders as there are nodes has one channel.
  ...[2, 4].map((nodes) => ({
    what: `through ${nodes} nodes, same channels`,
    nodes,
    channelOf: (sender: number) => Math.floor(sender / nodes) % channelCount,
  })),
  { what: "through 4 nodes, one channel", nodes: 4, channelOf: () => 0 },
  { what: "through 4 nodes, each its own channels", nodes: 4, channelOf: (sender) => sender % channelCount },
];

interface Measured {
  readonly rate: number;
  readonly nodes: number;
  readonly database: number;
  readonly begun: number;
  readonly commits: number;
  readonly p50: number;
  readonly p99: number;
  readonly failures: number;
}

/** Sends the same messages through one and through several nodes of a cluster. */
export async function benchClusterSending(): Promise<void> {
  const databaseUrl = (await newPostgresDatabase()) ?? "";
  const folders = Array.from({ length: nodeCount }, () => mkdtempSync(join(tmpdir(), "ermine-bench-")));
  const nodes: Node[] = [];
  for (const [index, folder] of folders.entries()) {
    if (index > 0) copyFileSync(join(folders[0] ?? folder, "secrets.json"), join(folder, "secrets.json"));
    const people = index === 0 ? senders : 0;
    const options = { folder, databaseUrl, redisUrl: "", isCluster: true, people, channelCount };
    nodes.push(await spawnChild("cluster-node.ts", options));
  }
  const sql = new SQL({ url: databaseUrl, max: 1 });
  const results = contestants.map(() => [] as Measured[]);
  for (let round = -1; round < rounds; round++)
    for (const [index, contestant] of contestants.entries()) {
      const result = await measure(contestant, nodes, sql, round < 0 ? warmUpSeconds : seconds);
      // The first round is a warm-up.
      if (round >= 0) results[index]?.push(result);
    }
  await sql.close();
  for (const { child } of nodes) {
    child.send({ order: "stop" });
    await child.exited;
  }
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  printTable(
    `Sending in a cluster of ${nodeCount} nodes: ${senders} senders, ${channelCount} channels; all processes share the cores, PostgreSQL's fsync is off; median of ${rounds} rounds of ${seconds} s in turns`,
    contestants.map(({ what }, index) => {
      const of = (key: keyof Measured) => median((results[index] ?? []).map((result) => result[key]));
      return {
        what,
        "messages/s": Math.round(of("rate")),
        "CPU of all nodes, µs/message": Math.round(of("nodes")),
        "of PostgreSQL": Math.round(of("database")),
        "messages/transaction": (1 / of("commits")).toFixed(1),
        "other transactions/1,000 messages": ((of("begun") - of("commits")) * 1_000).toFixed(1),
        "p50 ms": of("p50").toFixed(1),
        "p99 ms": of("p99").toFixed(1),
        failures: (results[index] ?? []).reduce((sum, { failures }) => sum + failures, 0),
      };
    }),
  );
}

async function measure(
  contestant: Contestant,
  nodes: readonly Node[],
  sql: SQL,
  seconds: number,
): Promise<Measured> {
  const { tokens = [], channels = [] } = nodes[0]?.first ?? {};
  const cpu = async () => ({
    nodes: nodes.reduce((sum, { child }) => sum + cpuTimeMs(child.pid), 0),
    database: familyCpuTimeMs((await postgresPid()) ?? Number.NaN),
    ...(await countTransactions(sql)),
  });
  const used = nodes.slice(0, contestant.nodes);
  const before = await cpu();
  const results: LoadResult[] = await Promise.all(
    used.map(({ first: { port } }, node) => {
      const scripts = tokens
        .map((token, sender): LoadRequest[] => {
          const path = `/api/channels/${channels[contestant.channelOf(sender)]}/messages`;
          return [{ method: "POST", path, headers: { "x-session-token": token }, body }];
        })
        .filter((_, sender) => sender % used.length === node);
      return load({ url: `http://127.0.0.1:${port}`, scripts, connections: scripts.length, seconds });
    }),
  );
  const after = await cpu();
  const sum = (of: (result: LoadResult) => number) =>
    results.reduce((total, result) => total + of(result), 0);
  const answered = sum((result) => result.answered);
  const each = (key: keyof typeof after) => (after[key] - before[key]) / answered;
  return {
    rate: sum((result) => result.requestsPerSecond),
    nodes: each("nodes") * 1_000,
    database: each("database") * 1_000,
    begun: each("begun"),
    commits: each("commits"),
    p50: median(results.map(({ p50Ms }) => p50Ms)),
    p99: Math.max(...results.map(({ p99Ms }) => p99Ms)),
    failures: sum(({ failures }) => failures),
  };
}
