import { expect, setDefaultTimeout, test } from "bun:test";
import { RedisClient } from "bun";
import pino from "pino";
import { openPostgresProxy } from "../../../../test/support/postgres/postgres-proxy.ts";
import { describeRedis, startRedis, type TestRedis } from "../../../../test/support/redis/redis.ts";
import { until } from "../../../../test/support/until.ts";
import { topic } from "../../../visibility/announcement.ts";
import type { NodeMessage } from "../port.ts";
import { RedisLink, type RedisLinkOptions } from "./redis-link.ts";

setDefaultTimeout(60_000);

/** A node, the positions of the commits that it has heard of, and what its log says. */
async function openNode(node: string, url: string, options: Partial<RedisLinkOptions> = {}) {
  const lines: { level: number; msg: string; reason?: string }[] = [];
  const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) });
  const link = await RedisLink.open({ node, url, namespace: "test", log, deadlineMs: 1_000, ...options });
  const positions: number[] = [];
  let losses = 0;
  link.onMessage((_, message) => {
    if (message.kind === "commit") positions.push(message.position);
  });
  link.onLoss(() => losses++);
  const close = () => link[Symbol.asyncDispose]();
  return { link, lines, positions, losses: () => losses, [Symbol.asyncDispose]: close };
}

const commit = (position: number): NodeMessage => ({ kind: "commit", position });
const outage = { level: 40, msg: "Redis is absent" };
const recovery = { level: 30, msg: "Redis is back" };

describeRedis("the link over Redis", () => {
  test("keeps the nodes of other installations and databases apart", async () => {
    await using redis = await startRedis();
    await using one = await openNode("one", redis.url);
    await using two = await openNode("two", `${redis.url}/0`);
    await using otherSecret = await openNode("three", redis.url, { namespace: "other" });
    await using otherDatabase = await openNode("four", `${redis.url}/1`);
    for (const { link } of [otherSecret, otherDatabase]) link.send(commit(1));
    one.link.send(commit(2));
    await until(() => two.positions.length > 0);
    const all = [one, two, otherSecret, otherDatabase].map(({ positions }) => positions);
    expect(all).toEqual([[], [2], [], []]);
  });

  test("sends what has the same topic over one channel, and spreads topics over all", async () => {
    await using redis = await startRedis();
    await using node = await openNode("one", redis.url);
    const channels = Array.from({ length: 16 }, (_, shard) => `ermine:nodes:0:test:${shard}`);
    const channelsOf: Record<string, Set<string>> = {};
    const observer = new RedisClient(redis.url);
    let received = 0;
    await observer.subscribe(channels, (text, channel) => {
      const [name] = /server:\d+/.exec(text) ?? [];
      if (name === undefined) return;
      channelsOf[name] ??= new Set();
      channelsOf[name].add(channel);
      received++;
    });
    for (let index = 0; index < 1_000; index++) {
      const announcement = { name: "Any", payload: {}, topics: [topic.server(`${index % 200}`)] };
      const content = { mark: 1, announcements: [announcement] };
      if (index % 2) node.link.send({ kind: "announcement", announcement, after: 0 });
      else node.link.send({ kind: "commit", position: index, content });
    }
    await until(() => received === 1_000);
    const used = Object.values(channelsOf);
    expect(used.map(({ size }) => size)).toEqual(Array(200).fill(1));
    expect(new Set(used.flatMap((set) => [...set])).size).toBe(16);
    observer.close();
  });

  test.each<[string, (redis: TestRedis) => unknown, (redis: TestRedis) => unknown]>([
    ["was frozen", (redis) => redis.freeze(), (redis) => redis.thaw()],
    ["was killed", (redis) => redis.kill(), (redis) => redis.start()],
  ])("recovers after Redis %s, and reports the loss", async (_, breakIt, repairIt) => {
    await using redis = await startRedis();
    await using one = await openNode("one", redis.url);
    await using two = await openNode("two", redis.url);
    await breakIt(redis);
    one.link.send(commit(1));
    await until(() => !one.link.carriesContent && !two.link.carriesContent);
    one.link.send(commit(2));
    await repairIt(redis);
    await until(() => one.link.carriesContent && two.link.carriesContent);
    one.link.send(commit(3));
    await until(() => two.positions.includes(3));
    expect(two.positions).not.toContain(2);
    expect(two.losses()).toBeGreaterThan(0);
    for (const { lines } of [one, two]) expect(lines).toMatchObject([outage, recovery]);
  });

  test("a Redis that is absent at the start is used once it is there", async () => {
    await using redis = await startRedis();
    await redis.kill();
    await using one = await openNode("one", redis.url);
    await using two = await openNode("two", redis.url);
    expect(one.link.carriesContent).toBe(false);
    await redis.start();
    await until(() => one.link.carriesContent && two.link.carriesContent);
    one.link.send(commit(1));
    await until(() => two.positions.length > 0);
    expect(two.losses()).toBe(1);
    expect(two.lines).toMatchObject([outage, recovery]);
  });

  test("a missing message is a loss, and one that comes late is dropped", async () => {
    await using redis = await startRedis();
    await using node = await openNode("one", redis.url);
    const admin = new RedisClient(redis.url);
    for (const number of [5, 6, 8, 7, 8, 9])
      await admin.send("PUBLISH", [
        "ermine:nodes:0:test:3",
        `other ${number} ${JSON.stringify([commit(number)])}`,
      ]);
    await until(() => node.positions.includes(9));
    expect(node.positions).toEqual([5, 6, 8, 9]);
    expect(node.losses()).toBe(1);
    admin.close();
  });

  test("a subscription that has fallen silent is replaced", async () => {
    await using redis = await startRedis();
    using proxy = await openPostgresProxy(redis.url);
    proxy.onBytes = (connection, direction, bytes) => {
      if (direction === "down" && bytes.includes("subscribe"))
        queueMicrotask(() => connection.set("down", "swallow"));
    };
    await using one = await openNode("one", redis.url);
    await using two = await openNode("two", proxy.url);
    proxy.onBytes = () => {};
    await until(() => two.losses() > 0);
    expect(two.lines).toMatchObject([{ ...outage, reason: "messages do not arrive" }, recovery]);
    one.link.send(commit(1));
    await until(() => two.positions.length > 0);
  });

  test.each(["+@all -publish &*", "+@all -subscribe &*", "+@all"])(
    "a user of Redis who lacks a permission cannot use it: %s",
    async (rules) => {
      await using redis = await startRedis();
      const admin = new RedisClient(redis.url);
      await admin.send("ACL", ["SETUSER", "ermine", "on", ">secret", "~*", ...rules.split(" ")]);
      const url = redis.url.replace("//", "//ermine:secret@");
      await using node = await openNode("one", url);
      expect(node.link.carriesContent).toBe(false);
      expect(node.lines).toMatchObject([{ ...outage, reason: expect.stringContaining("NOPERM") }]);
      await admin.send("ACL", ["SETUSER", "ermine", "+@all", "resetchannels", "&ermine:*"]);
      await until(() => node.link.carriesContent);
      admin.close();
    },
  );
});
