import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { newPostgresDatabase } from "../test/support/postgres/postgres.ts";
import { type BenchChild, spawnChild } from "./child-process.ts";
import { load } from "./processes.ts";
import { median, percentile, printTable } from "./table.ts";

const [nodeCount, serverCount] = [3, 4];
/** In each server. */
const [members, channelCount] = [12, 4];
const [rounds, seconds, warmUpSeconds] = [5, 4, 6];
const body = { content: "What is said here is about as long as what people say." };

interface Node extends BenchChild {
  readonly first: {
    readonly port: number;
    readonly tokens: readonly string[];
    readonly outsiders: readonly string[];
    readonly channels: readonly string[];
  };
}

const kinds = ["edit", "join", "kick", "channel create", "channel delete"] as const;
type Kind = (typeof kinds)[number];

/** How long each call took, by kind, and what the round cost PostgreSQL. */
interface Round {
  readonly times: ReadonlyMap<Kind, number[]>;
  readonly messages: number;
  /** Transactions that have written something or were to, for each commit. */
  readonly begun: number;
}

/** Calls that change a server, and edits of messages, while others send messages in that server through all nodes. */
export async function benchClusterMixed(): Promise<void> {
  const databaseUrl = (await newPostgresDatabase()) ?? "";
  const folders = Array.from({ length: nodeCount }, () => mkdtempSync(join(tmpdir(), "ermine-bench-")));
  const nodes: Node[] = [];
  for (const [index, folder] of folders.entries()) {
    if (index > 0) copyFileSync(join(folders[0] ?? folder, "secrets.json"), join(folder, "secrets.json"));
    const seeded = index === 0 ? { people: serverCount * members, outsiders: nodeCount } : { people: 0 };
    const options = {
      folder,
      databaseUrl,
      redisUrl: "",
      isCluster: true,
      serverCount,
      channelCount,
      ...seeded,
    };
    nodes.push(await spawnChild("cluster-node.ts", options));
  }
  const sql = new SQL({ url: databaseUrl, max: 1 });
  const people = await prepare(nodes);
  const results: Round[] = [];
  for (let round = -1; round < rounds; round++) {
    const result = await measure(nodes, people, sql, round < 0 ? warmUpSeconds : seconds);
    // The first round is a warm-up.
    if (round >= 0) results.push(result);
  }
  await sql.close();
  for (const { child } of nodes) {
    child.send({ order: "stop" });
    await child.exited;
  }
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  const at = (kind: Kind, share: number) =>
    results.map(({ times }) => percentile(times.get(kind) ?? [], share));
  const ratio = (kind: Kind, share: number) =>
    median(at(kind, share).map((value, round) => value / (at("edit", share)[round] ?? Number.NaN)));
  printTable(
    `Changes of servers, one of each kind at a time through each of ${nodeCount} nodes, while ${members} members of each of ${serverCount} servers send messages (${Math.round(median(results.map(({ messages }) => messages)))} messages/s, ${median(results.map(({ begun }) => begun)).toFixed(2)} transactions for each commit); all processes share the cores, PostgreSQL's fsync is off; median of ${rounds} rounds of ${seconds} s`,
    kinds.map((kind) => ({
      what: kind,
      calls: results.reduce((sum, { times }) => sum + (times.get(kind)?.length ?? 0), 0),
      "p50 ms": median(at(kind, 0.5)).toFixed(0),
      "of an edit": ratio(kind, 0.5).toFixed(2),
      "p95 ms": median(at(kind, 0.95)).toFixed(0),
      "p95 of an edit's": ratio(kind, 0.95).toFixed(2),
    })),
  );
}

interface Server {
  readonly id: string;
  readonly owner: string;
  readonly tokens: readonly string[];
  readonly channels: readonly string[];
  readonly invite: string;
}

interface People {
  readonly servers: readonly Server[];
  readonly joining: readonly { readonly token: string; readonly id: string }[];
}

/** Joins and kicks are reported in a channel that others write in, as in servers that people create. */
async function prepare(nodes: readonly Node[]): Promise<People> {
  const { tokens = [], channels = [], outsiders = [] } = nodes[0]?.first ?? {};
  const call = caller(nodes, 0);
  const servers = Array.from({ length: serverCount }, async (_, number): Promise<Server> => {
    const own = {
      tokens: tokens.slice(number * members, (number + 1) * members),
      channels: channels.slice(number * channelCount, (number + 1) * channelCount),
    };
    const [owner = "", channel] = [own.tokens[0], own.channels[0]];
    const { server: id } = (await call(owner, "GET", `/channels/${channel}`)) as { server: string };
    const system_messages = { user_joined: channel, user_kicked: channel };
    await call(owner, "PATCH", `/servers/${id}`, { system_messages });
    const { _id: invite } = (await call(owner, "POST", `/channels/${channel}/invites`)) as { _id: string };
    return { id, owner, invite, ...own };
  });
  const joining = outsiders.map(async (token) => {
    const { _id: id } = (await call(token, "GET", "/users/@me")) as { _id: string };
    return { token, id };
  });
  return { servers: await Promise.all(servers), joining: await Promise.all(joining) };
}

async function measure(nodes: readonly Node[], people: People, sql: SQL, seconds: number): Promise<Round> {
  const { servers, joining } = people;
  const times = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]));
  const end = performance.now() + seconds * 1_000;
  const timed = async <T>(kind: Kind, work: () => Promise<T>): Promise<T> => {
    const before = performance.now();
    const result = await work();
    times.get(kind)?.push(performance.now() - before);
    return result;
  };
  /** Repeats calls, each time through the next node and in the next server. */
  const repeat = async (number: number, work: (call: Caller, server: Server) => Promise<unknown>) => {
    for (let at = number; performance.now() < end; at++)
      await work(caller(nodes, at), servers[at % serverCount] as Server);
  };
  const before = await countTransactions(sql);
  const sent = nodes.map(({ first: { port } }, node) => {
    const scripts = servers.flatMap(({ tokens, channels }) =>
      tokens
        .map((token, sender) => {
          const path = `/api/channels/${channels[Math.floor(sender / nodeCount) % channelCount]}/messages`;
          return [{ method: "POST", path, headers: { "x-session-token": token }, body }];
        })
        .filter((_, sender) => sender % nodeCount === node),
    );
    return load({ url: `http://127.0.0.1:${port}`, scripts, connections: scripts.length, seconds });
  });
  await Promise.all([
    ...nodes.map((_, number) =>
      repeat(number, async (call, { owner, channels }) => {
        const path = `/channels/${channels[number]}/messages`;
        const { _id: id } = (await call(owner, "POST", path, body)) as { _id: string };
        await timed("edit", () => call(owner, "PATCH", `${path}/${id}`, body));
      }),
    ),
    ...joining.map((user, number) =>
      repeat(number, async (call, { id, owner, invite }) => {
        await timed("join", () => call(user.token, "POST", `/invites/${invite}`));
        await timed("kick", () => call(owner, "DELETE", `/servers/${id}/members/${user.id}`));
      }),
    ),
    ...nodes.map((_, number) =>
      repeat(number, async (call, { id: server, owner }) => {
        const create = () => call(owner, "POST", `/servers/${server}/channels`, { name: "for a moment" });
        const { _id: id } = (await timed("channel create", create)) as { _id: string };
        await timed("channel delete", () => call(owner, "DELETE", `/channels/${id}`));
      }),
    ),
  ]);
  const messages = (await Promise.all(sent)).reduce((sum, each) => sum + each.requestsPerSecond, 0);
  const after = await countTransactions(sql);
  return { times, messages, begun: (after.begun - before.begun) / (after.commits - before.commits) };
}

type Caller = (token: string, method: string, path: string, body?: object) => Promise<unknown>;

/** Calls one of the nodes. */
function caller(nodes: readonly Node[], number: number): Caller {
  const port = nodes[number % nodes.length]?.first.port;
  return async (token, method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method,
      headers: { "x-session-token": token },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  };
}

/** Transactions that have written something or were to, and those of them that are in the log of commits. */
export async function countTransactions(sql: SQL): Promise<{ begun: number; commits: number }> {
  const [row] = await sql`select pg_snapshot_xmax(pg_current_snapshot())::text as begun,
    (select last_value from stream_position) as commits`;
  return { begun: Number(row.begun), commits: Number(row.commits) };
}
