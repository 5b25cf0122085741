import { expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "kysely";
import { openTestDatabaseWithLog } from "../../../../test/support/database/databases.ts";
import { describeRedis, startRedis } from "../../../../test/support/redis/redis.ts";
import { engines } from "../../../../test/support/server/engines.ts";
import { until } from "../../../../test/support/until.ts";
import { type Announcement, topic } from "../../../visibility/announcement.ts";
import type { CommitPosition } from "../../database/port.ts";
import { CommitLog } from "../../database/postgres/commit-log.ts";
import { createLog } from "../../log/log.ts";
import { RedisLink } from "../../nodes/redis/redis-link.ts";
import { PostgresBus } from "./postgres.ts";

setDefaultTimeout(60_000);

const about = (name: string): Announcement => ({ name, payload: {}, topics: [topic.private("ann")] });

/** A node that reads its log only when it has a reason to, and another one that has only a link. */
async function openPair() {
  await using opening = new AsyncDisposableStack();
  const redis = opening.use(await startRedis());
  const { database, home } = opening.use(await openTestDatabaseWithLog("postgres"));
  const linkOf = async (node: string) => {
    const log = createLog("silent");
    return opening.use(await RedisLink.open({ node, url: redis.url, namespace: "", log, deadlineMs: 5_000 }));
  };
  const [link, other] = [await linkOf("one"), await linkOf("two")];
  const log = new CommitLog({ url: home.databaseUrl, queryTimeoutMs: 15_000 });
  const bus = await PostgresBus.open({ log, link, onListenerError: () => {}, pollMs: 3_600_000 });
  opening.defer(() => bus.close());
  const [received, gaps]: [string[], string[]] = [[], []];
  await bus.subscribe("all", ({ name, position }) => received.push(`${name} ${position}`));
  bus.onGap((reason) => gaps.push(reason));
  const opened = opening.move();
  return {
    bus,
    received,
    gaps,
    database,
    /** Sends a commit with its content, whether the log has it or not. */
    carry({ position, mark }: CommitPosition, name: string): void {
      other.send({ kind: "commit", position, content: { mark, announcements: [about(name)] } });
    },
    notify: (position: number) => other.send({ kind: "commit", position }),
    say: (name: string, after: number) =>
      other.send({ kind: "announcement", announcement: about(name), after }),
    /** Writes a commit to the log, of which this node does not hear. */
    async write(name: string): Promise<CommitPosition> {
      const written = Promise.withResolvers<CommitPosition>();
      await database.write(async () => {}, {
        announcements: () => [about(name)],
        onDurable: (commit) => commit && written.resolve(commit),
      });
      return written.promise;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

const at = (position: number, mark = position): CommitPosition => ({ position, mark });

describeRedis.if(engines.includes("postgres"))("commits that arrive with their content", () => {
  test("are delivered without the log", async () => {
    await using node = await openPair();
    for (const position of [1, 2, 3]) node.carry(at(position), "carried");
    await until(() => node.bus.position === 3);
    expect(node.received).toEqual(["carried 1", "carried 2", "carried 3"]);
    expect(node.gaps).toEqual([]);
  });

  test("are delivered once and in order, however they arrive", async () => {
    await using node = await openPair();
    const commits: CommitPosition[] = [];
    for (let count = 0; count < 7; count++) commits.push(await node.write("any"));
    for (const position of [3, 2, 2, 1, 1, 3, 6, 5, 4, 6, 7])
      node.carry(commits[position - 1] ?? at(0), "any");
    await until(() => node.bus.position === 7);
    node.say("end", 7);
    await until(() => node.received.length > 7);
    expect(node.received).toEqual([
      ...[1, 2, 3, 4, 5, 6, 7].map((position) => `any ${position}`),
      "end undefined",
    ]);
    expect(node.gaps).toEqual([]);
  });

  test("wait for those that did not arrive, which the log has", async () => {
    await using node = await openPair();
    await node.write("lost");
    await node.database.write((queries) => sql`select nextval('stream_position')`.execute(queries.sql()));
    node.carry(await node.write("carried"), "carried");
    await until(() => node.bus.position === 3);
    node.carry(await node.write("next"), "next");
    await until(() => node.bus.position === 4);
    expect(node.received).toEqual(["lost 1", "carried 3", "next 4"]);
    expect(node.gaps).toEqual([]);
  });

  test("are read from the log if they arrive without their content", async () => {
    await using node = await openPair();
    const { position } = await node.write("large");
    node.notify(position);
    await until(() => node.bus.position === position);
    expect(node.received).toEqual(["large 1"]);
  });

  test("are checked against the log", async () => {
    await using node = await openPair();
    await node.write("lost");
    const { position, mark } = await node.write("written");
    node.carry({ position, mark: mark - 1 }, "never written");
    await until(() => node.bus.position === 2);
    expect(node.received).toEqual(["lost 1", "written 2"]);
    node.carry(at(3, mark + 1), "never written");
    await until(() => node.bus.position === 3);
    node.bus.read();
    await until(() => node.gaps.length > 0 && node.bus.isCurrent);
    expect(node.bus.position).toBe(2);
  });

  test("are a gap if they are newer than one that was delivered, and have its place", async () => {
    await using node = await openPair();
    for (const position of [1, 2, 3]) node.carry(at(position, 100 + position), "old");
    await until(() => node.bus.position === 3);
    node.carry(at(1, 101), "late");
    node.carry(at(2, 200), "after a failover");
    await until(() => node.gaps.length > 0);
    expect(node.received).toEqual(["old 1", "old 2", "old 3"]);
    await until(() => node.bus.isCurrent);
    expect(node.bus.position).toBe(0);
  });

  test("are kept up to a number", async () => {
    await using node = await openPair();
    for (let position = 2; position <= 600; position++) node.carry(at(position), "carried");
    node.carry(at(1), "carried");
    await until(() => node.bus.position > 0);
    expect(node.bus.position).toBe(501);
  });

  test("precede what was announced after them", async () => {
    await using node = await openPair();
    node.say("typing", 2);
    node.carry(at(2), "carried");
    node.carry(at(1), "carried");
    await until(() => node.received.length === 3);
    expect(node.received).toEqual(["carried 1", "carried 2", "typing undefined"]);
  });
});
