import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { RedisClient, SQL } from "bun";
import { newPostgresDatabase } from "../../../test/support/postgres/postgres.ts";
import { redisProgram, startRedis } from "../../../test/support/redis/redis.ts";
import { until } from "../../../test/support/until.ts";
import { topic } from "../../visibility/announcement.ts";
import { PostgresPool } from "../database/postgres/pool.ts";
import { createLog } from "../log/log.ts";
import { CombinedLink } from "./combined-link.ts";
import type { NodeLink, NodeMessage } from "./port.ts";
import { PostgresLink } from "./postgres/postgres-link.ts";
import { RedisLink } from "./redis/redis-link.ts";

setDefaultTimeout(60_000);

/** What the links of one test share. */
interface Medium extends AsyncDisposable {
  open(node: string): Promise<NodeLink>;
  /** Breaks the connections over which messages arrive. */
  interrupt(): Promise<void>;
  /** Sends a text that no node has written. */
  inject(text: string): Promise<void>;
}

async function openPostgresMedium(): Promise<Medium> {
  const url = (await newPostgresDatabase()) ?? "";
  const pool = new PostgresPool({ url, poolSize: 2, queryTimeoutMs: 15_000, readOnly: false });
  const admin = new SQL({ url, max: 1 });
  return {
    open: (node) => PostgresLink.open({ node, url, pool, onError: () => {} }),
    interrupt: async () => {
      await admin`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query ilike 'listen%'`;
    },
    inject: async (text) => {
      await admin`select pg_notify('ermine_nodes', ${text})`;
    },
    async [Symbol.asyncDispose]() {
      await pool.close();
      await admin.close();
    },
  };
}

async function openRedisMedium(): Promise<Medium> {
  const redis = await startRedis();
  const { url } = redis;
  const admin = new RedisClient(url);
  return {
    open: (node) =>
      RedisLink.open({ node, url, namespace: "contract", log: createLog("silent"), deadlineMs: 5_000 }),
    interrupt: async () => {
      await admin.send("CLIENT", ["KILL", "TYPE", "pubsub"]);
    },
    inject: async (text) => {
      await admin.send("PUBLISH", ["ermine:nodes:0:contract:0", text]);
    },
    async [Symbol.asyncDispose]() {
      admin.close();
      await redis[Symbol.asyncDispose]();
    },
  };
}

async function openBoth(): Promise<Medium> {
  const media = { postgres: await openPostgresMedium(), redis: await openRedisMedium() };
  const both = [media.postgres, media.redis];
  return {
    open: async (node) =>
      new CombinedLink({ durable: await media.postgres.open(node), fast: await media.redis.open(node) }),
    interrupt: async () => void (await Promise.all(both.map((medium) => medium.interrupt()))),
    inject: async (text) => void (await Promise.all(both.map((medium) => medium.inject(text)))),
    async [Symbol.asyncDispose]() {
      for (const medium of both) await medium[Symbol.asyncDispose]();
    },
  };
}

const hasPostgres = (await newPostgresDatabase()) !== undefined;
const engines = [
  { name: "PostgreSQL", isPresent: hasPostgres, openMedium: openPostgresMedium },
  { name: "Redis", isPresent: redisProgram !== undefined, openMedium: openRedisMedium },
  { name: "Redis and PostgreSQL", isPresent: hasPostgres && !!redisProgram, openMedium: openBoth },
].filter(({ isPresent }) => isPresent);

const saying = (text: string): NodeMessage => ({
  kind: "announcement",
  announcement: { name: "Said", payload: { text }, topics: [topic.channel(text.slice(0, 10))] },
  after: 0,
});

const textOf = (message: NodeMessage) =>
  message.kind === "announcement" ? (message.announcement.payload as { text: string }).text : "";

/** A node and what it has received, by sender. */
interface Node extends AsyncDisposable {
  readonly link: NodeLink;
  readonly received: Record<string, NodeMessage[]>;
  losses: number;
}

async function openNode(medium: Medium, name: string): Promise<Node> {
  const link = await medium.open(name);
  const node: Node = {
    link,
    received: {},
    losses: 0,
    [Symbol.asyncDispose]: () => link[Symbol.asyncDispose](),
  };
  link.onMessage((from, message) => {
    if (message.kind === "check") return;
    node.received[from] ??= [];
    node.received[from].push(message);
  });
  link.onLoss(() => node.losses++);
  return node;
}

const has = (node: Node, from: string, text: string) => node.received[from]?.map(textOf).includes(text);

describe.each(engines)("link between nodes: $name", ({ openMedium }) => {
  test("messages reach all other nodes and not the sender, those of one node in their order", async () => {
    await using medium = await openMedium();
    await using one = await openNode(medium, "one");
    await using two = await openNode(medium, "two");
    await using three = await openNode(medium, "three");
    const texts = Array.from({ length: 300 }, (_, index) => `${index}`);
    for (const [index, text] of texts.entries()) {
      one.link.send(saying(text));
      two.link.send(saying(text));
      if (index % 50 === 0) await Bun.sleep(0);
    }
    const isComplete = (node: Node, from: string) => has(node, from, "299");
    await until(() => isComplete(one, "two") && isComplete(two, "one"));
    await until(() => isComplete(three, "one") && isComplete(three, "two"));
    const contents = [one, two, three].map(({ received }) =>
      Object.fromEntries(Object.entries(received).map(([from, all]) => [from, all.map(textOf)])),
    );
    expect(contents).toEqual([{ two: texts }, { one: texts }, { one: texts, two: texts }]);
    expect([one.losses, two.losses, three.losses]).toEqual([0, 0, 0]);
  });

  test.each([
    ["emoji", "😀 é 漢 \u2028"],
    ["NUL and line breaks", "\u0000 \r\n \u001b"],
    ["half a surrogate pair", "\ud83d"],
    ["quotes", `' " \\ $q$ ') --`],
    ["1 MB", "é😀".repeat(175_000)],
  ])("text arrives as it was: %s", async (_, text) => {
    await using medium = await openMedium();
    await using one = await openNode(medium, "one");
    await using two = await openNode(medium, "two");
    one.link.send(saying(text));
    one.link.send(saying("end"));
    await until(() => has(two, "one", "end"));
    expect(two.received.one).toEqual([saying(text), saying("end")]);
  });

  test.each([
    ["small", "é😀"],
    ["of 1 MB", "é😀".repeat(175_000)],
  ])("a commit arrives with its position, and with its content or none: %s", async (name, text) => {
    await using medium = await openMedium();
    await using one = await openNode(medium, "one");
    await using two = await openNode(medium, "two");
    const said = saying(text);
    const announcements = said.kind === "announcement" ? [said.announcement] : [];
    const content = { mark: 1_700_000_000_000_000, announcements };
    one.link.send({ kind: "commit", position: 7, content });
    await until(() => two.received.one);
    const isCarried = two.link.carriesContent && name === "small";
    expect(two.received.one).toEqual([{ kind: "commit", position: 7, ...(isCarried && { content }) }]);
  });

  test("a report of presence arrives as it was", async () => {
    await using medium = await openMedium();
    await using one = await openNode(medium, "one");
    await using two = await openNode(medium, "two");
    const entry = { connections: 2, isShown: true };
    const changes = [
      { user: "ann", entry },
      { user: "bob", entry: null },
    ];
    one.link.send({ kind: "presence", changes });
    await until(() => two.received.one);
    expect(two.received.one).toEqual([{ kind: "presence", changes }]);
  });

  test("a loss is reported after the connection is back, and messages arrive again", async () => {
    await using medium = await openMedium();
    await using one = await openNode(medium, "one");
    await using two = await openNode(medium, "two");
    one.link.send(saying("before"));
    await until(() => has(two, "one", "before"));
    expect(two.losses).toBe(0);
    await medium.interrupt();
    await until(() => two.losses > 0 && one.losses > 0);
    await until(() => {
      one.link.send(saying("after"));
      return has(two, "one", "after");
    });
  });

  test("a closed link sends and receives nothing", async () => {
    await using medium = await openMedium();
    await using one = await openNode(medium, "one");
    await using two = await openNode(medium, "two");
    await using three = await openNode(medium, "three");
    await one.link[Symbol.asyncDispose]();
    one.link.send(saying("closed"));
    two.link.send(saying("open"));
    await until(() => has(three, "two", "open"));
    expect(three.received.one).toBeUndefined();
    expect(one.received).toEqual({});
  });

  test("what no node has written is ignored", async () => {
    await using medium = await openMedium();
    await using one = await openNode(medium, "one");
    await using two = await openNode(medium, "two");
    const badMessages: unknown[] = [
      ...[null, 7, {}, [null], [[]], [{}], [{ kind: "other" }], [{ kind: "commit" }]],
      ...[-1, 1.5, "1", 1e300].map((position) => [{ kind: "commit", position }]),
      ...[null, {}, { mark: 1 }, { mark: 1, announcements: [{}] }, { mark: "1", announcements: [] }].map(
        (content) => [{ kind: "commit", position: 1, content }],
      ),
      [{ kind: "announcement", after: 1, announcement: { name: "Said", payload: null, topics: [] } }],
      [{ kind: "announcement", after: 1, announcement: { name: "Said", payload: {}, topics: [1] } }],
      [{ kind: "presence", changes: [{ user: "ann", entry: {} }] }],
    ];
    const bad = [
      ...["", " ", "text", "stranger", "stranger 1", "stranger x . []", "stranger x []", "one  "],
      ...badMessages.flatMap((messages, index) => [
        `stranger ${index + 1} . ${JSON.stringify(messages)}`,
        `stranger ${index + 1} ${JSON.stringify(messages)}`,
      ]),
      ...["stranger 90 . [{", "stranger 91 [{", `${"x".repeat(200)} 1 []`],
    ];
    for (const text of bad) await medium.inject(text);
    one.link.send(saying("end"));
    await until(() => has(two, "one", "end"));
    expect(two.received).toEqual({ one: [saying("end")] });
  });
});
