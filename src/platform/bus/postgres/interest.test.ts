import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { openTestDatabaseWithLog } from "../../../../test/support/database/databases.ts";
import { newPostgresDatabase } from "../../../../test/support/postgres/postgres.ts";
import { redisProgram, startRedis } from "../../../../test/support/redis/redis.ts";
import { until } from "../../../../test/support/until.ts";
import { type Announcement, type Topic, topic } from "../../../visibility/announcement.ts";
import type { CommitPosition } from "../../database/port.ts";
import { CommitLog } from "../../database/postgres/commit-log.ts";
import { PostgresPool } from "../../database/postgres/pool.ts";
import { createLog } from "../../log/log.ts";
import { CombinedLink } from "../../nodes/combined-link.ts";
import type { NodeLink } from "../../nodes/port.ts";
import { PostgresLink } from "../../nodes/postgres/postgres-link.ts";
import { RedisLink } from "../../nodes/redis/redis-link.ts";
import { PostgresBus } from "./postgres.ts";

setDefaultTimeout(60_000);

const seldom = 3_600_000;

/** Two nodes that read their logs only when they have a reason to, and one that reads it regularly. */
async function openNodes(withRedis: boolean) {
  await using opening = new AsyncDisposableStack();
  const redis = withRedis ? opening.use(await startRedis()) : undefined;
  const { database, home } = opening.use(await openTestDatabaseWithLog("postgres"));
  const url = home.databaseUrl;
  const pool = new PostgresPool({ url, poolSize: 2, queryTimeoutMs: 15_000, readOnly: false });
  opening.defer(() => pool.close());
  const openLink = async (node: string): Promise<NodeLink> => {
    const durable = await PostgresLink.open({ node, url, pool, onError: () => {} });
    const log = createLog("silent");
    const fast =
      redis && (await RedisLink.open({ node, url: redis.url, namespace: "", log, deadlineMs: 5_000 }));
    return opening.use(fast ? new CombinedLink({ fast, durable }) : durable);
  };
  const openNode = async (name: string, pollMs: number) => {
    const link = await openLink(name);
    link.sendsByTopic = true;
    const bus = await PostgresBus.open({
      log: new CommitLog({ url, queryTimeoutMs: 15_000 }),
      link,
      onListenerError: () => {},
      pollMs,
    });
    opening.defer(() => bus.close());
    const [received, skipped, topics] = [[] as string[], [] as number[], new Set<Topic>()];
    const node = { bus, link, received, skipped, topics, isIdle: false, isAwaited: false };
    bus.setInterest({
      concerns: (named) => named.some((each) => topics.has(each)),
      skipped: ({ position }) => skipped.push(position),
      get isIdle() {
        return node.isIdle;
      },
      get isAwaited() {
        return node.isAwaited;
      },
    });
    await bus.subscribe("all", ({ name: event, payload }) => {
      received.push(event);
      for (const each of (payload as { opens?: Topic[] }).opens ?? []) follow(node, each);
    });
    return node;
  };
  const [one, two] = [await openNode("one", seldom), await openNode("two", seldom)];
  const idle = await openNode("idle", 50);
  idle.isIdle = true;
  const opened = opening.move();
  return {
    one,
    two,
    idle,
    /** Commits on a node, which tells the others. */
    async commit(by: { bus: PostgresBus }, announcement: Announcement): Promise<CommitPosition> {
      const announcements = [announcement];
      const durable = Promise.withResolvers<CommitPosition>();
      await database.write(async () => {}, {
        announcements: () => announcements,
        onDurable: (commit) => {
          by.bus.publishCommit(commit, announcements);
          if (commit) durable.resolve(commit);
        },
      });
      return durable.promise;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

function follow(node: { topics: Set<Topic>; bus: PostgresBus }, followed: Topic): void {
  node.topics.add(followed);
  node.bus.follow(followed);
}

const on = (name: string, where: Topic, payload: object = {}): Announcement => ({
  name,
  payload,
  topics: [where],
});
const [seen, unseen, everybody] = [topic.channel("seen"), topic.channel("unseen"), topic.server("01S")];
const hasPostgres = (await newPostgresDatabase()) !== undefined;
const links = [
  { name: "PostgreSQL", withRedis: false, isPresent: hasPostgres },
  { name: "Redis", withRedis: true, isPresent: hasPostgres && redisProgram !== undefined },
].filter(({ isPresent }) => isPresent);

describe.each(links)("what a node hears of over $name", ({ withRedis }) => {
  test("are the commits on its topics and those that concern more, in their order", async () => {
    await using nodes = await openNodes(withRedis);
    const { one, two } = nodes;
    follow(two, seen);
    follow(one, unseen);
    const expected: string[] = [];
    for (let round = 0; round < 20; round++) {
      await nodes.commit(one, on(`unseen ${round}`, unseen));
      await nodes.commit(one, on(`seen ${round}`, seen));
      if (round % 5 === 0) await nodes.commit(one, on(`all ${round}`, everybody));
      expected.push(`seen ${round}`, ...(round % 5 === 0 ? [`all ${round}`] : []));
    }
    await until(() => two.received.length === expected.length);
    expect(two.received).toEqual(expected);
    expect(two.skipped).toHaveLength(20);
    expect(one.received).toHaveLength(24);
  });

  test("begins with the commit after the one that put a channel in view", async () => {
    await using nodes = await openNodes(withRedis);
    const { one, two } = nodes;
    follow(two, topic.private("other"));
    await nodes.commit(one, on("before", unseen));
    await nodes.commit(one, on("opens", everybody, { opens: [unseen] }));
    const commits: Promise<CommitPosition>[] = [];
    for (let count = 0; count < 10; count++) commits.push(nodes.commit(one, on("after", unseen)));
    const last = Math.max(...(await Promise.all(commits)).map(({ position }) => position));
    await two.bus.waitFor(last);
    expect(two.received).toEqual(["opens", ...Array.from({ length: 10 }, () => "after")]);
    expect(two.skipped).toHaveLength(1);
  });

  test("includes its own commits as far as they concern it, or may concern somebody who connects", async () => {
    await using nodes = await openNodes(withRedis);
    const { one } = nodes;
    follow(one, seen);
    for (const [name, where] of [
      ["no", unseen],
      ["yes", seen],
      ["all", everybody],
    ] as const)
      await nodes.commit(one, on(name, where));
    expect(one.received).toEqual(["yes", "all"]);
    one.isAwaited = true;
    await nodes.commit(one, on("while somebody connects", unseen));
    expect(one.received.at(-1)).toBe("while somebody connects");
    expect(one.bus.position).toBe(4);
  });

  test("is everything while an older node is there", async () => {
    await using nodes = await openNodes(withRedis);
    const { one, two } = nodes;
    one.link.sendsByTopic = false;
    const heard: string[] = [];
    two.link.onMessage((_, { kind }) => kind !== "check" && heard.push(kind));
    await nodes.commit(one, on("seen by nobody", unseen));
    await until(() => heard.length > 0);
    expect(heard).toEqual(["commit"]);
  });

  test("is not urgent while nobody is connected: the next read of the log finds it", async () => {
    await using nodes = await openNodes(withRedis);
    const { idle } = nodes;
    for (let count = 0; count < 5; count++) await nodes.commit(nodes.one, on("message", seen));
    const { position } = await nodes.commit(nodes.one, on("all", everybody));
    await until(() => idle.bus.position === position);
    expect(idle.received).toEqual(["all"]);
    expect(idle.skipped).toEqual([1, 2, 3, 4, 5]);
  });
});
