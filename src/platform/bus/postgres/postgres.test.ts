import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "kysely";
import { openAt, openTestDatabaseWithLog } from "../../../../test/support/database/databases.ts";
import { openPostgresProxy } from "../../../../test/support/postgres/postgres-proxy.ts";
import { engines } from "../../../../test/support/server/engines.ts";
import { until } from "../../../../test/support/until.ts";
import { type Announcement, topic } from "../../../visibility/announcement.ts";
import type { Database } from "../../database/port.ts";
import { CommitLog } from "../../database/postgres/commit-log.ts";
import { PostgresBus } from "./postgres.ts";

setDefaultTimeout(60_000);

const about = (name: string): Announcement => ({ name, payload: {}, topics: [topic.private("ann")] });

/** A process: its database and its bus, with the names that the bus has delivered. */
interface Node extends AsyncDisposable {
  readonly database: Database;
  readonly bus: PostgresBus;
  readonly received: string[];
  readonly gaps: string[];
  readonly readErrors: readonly unknown[];
  /** Commits announcements, and publishes them as the store does. */
  commit(...names: string[]): Promise<void>;
}

async function openNode(
  url: string,
  { queryTimeoutMs = 2_000, ...options }: { maxSilenceMs?: number; queryTimeoutMs?: number } = {},
): Promise<Node> {
  const database = openAt("postgres", { dataDir: "", databaseUrl: url, remove: () => {} });
  const log = new CommitLog({ url, queryTimeoutMs });
  const readErrors: unknown[] = [];
  const onReadError = (error: unknown) => readErrors.push(error);
  const bus = await PostgresBus.open({ log, onListenerError: () => {}, onReadError, pollMs: 50, ...options });
  const [received, gaps]: string[][] = [[], []];
  await bus.subscribe("all", ({ name }) => received?.push(name));
  bus.onGap((reason) => gaps?.push(reason));
  return {
    database,
    bus,
    received: received ?? [],
    gaps: gaps ?? [],
    readErrors,
    async commit(...names) {
      const announcements = names.map(about);
      await database.write(async () => {}, {
        announcements: () => announcements,
        onDurable: (position) => bus.publishCommit(position, announcements),
      });
    },
    async [Symbol.asyncDispose]() {
      await bus.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

describe.if(engines.includes("postgres"))("the bus on PostgreSQL", () => {
  test("delivers the commits of all nodes once and in the same order, also those of a process without a bus", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    await using one = await openNode(url);
    await using two = await openNode(url);
    const names = Array.from({ length: 100 }, (_, index) => String(index));
    await Promise.all(
      names.map(async (name, index) => {
        if (index % 5 > 0) return (index % 2 ? one : two).commit(name, `${name} again`);
        await opened.database.write(async () => {}, {
          announcements: () => [about(name), about(`${name} again`)],
        });
      }),
    );
    await until(() => one.received.length >= 200 && two.received.length >= 200);
    expect(one.received).toEqual(two.received);
    expect(one.received.toSorted()).toEqual(names.flatMap((name) => [name, `${name} again`]).toSorted());
    for (const name of names)
      expect(one.received.indexOf(`${name} again`)).toBe(one.received.indexOf(name) + 1);
    expect([one.gaps, two.gaps]).toEqual([[], []]);
  });

  test("a commit is visible to another process only with every commit of a lower position", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    await using writer = await openNode(url);
    await using log = new CommitLog({ url, queryTimeoutMs: 15_000 });
    const seen = new Set<number>();
    let newest = 0;
    let going = true;
    const reading = (async () => {
      while (going) {
        const positions = (await log.readFrom(0)).map(({ position }) => position);
        // Whatever comes later has a greater position.
        for (const position of positions) if (!seen.has(position)) expect(position).toBeGreaterThan(newest);
        for (const position of positions) seen.add(position);
        newest = Math.max(newest, ...positions);
      }
    })();
    for (let round = 0; round < 10; round++)
      await Promise.all(Array.from({ length: 20 }, () => writer.commit("any")));
    going = false;
    await reading;
    expect(seen.size).toBeGreaterThan(0);
  });

  test("a position that a failed commit has left out holds nothing up", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    await using node = await openNode(opened.home.databaseUrl);
    await node.commit("before");
    await opened.database.write((queries) => sql`select nextval('stream_position')`.execute(queries.sql()));
    await node.commit("after");
    await until(() => node.received.includes("after"));
    expect([node.received, node.gaps]).toEqual([["before", "after"], []]);
  });

  test("waitFor resolves once another node's commit has been delivered", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    await using one = await openNode(url);
    await using two = await openNode(url);
    await one.commit("one");
    await two.bus.waitFor(one.bus.position);
    expect(two.received).toEqual(["one"]);
  });

  test("a lost log is a gap, after which the bus continues with what is new", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    await using node = await openNode(opened.home.databaseUrl);
    await node.commit("one");
    // As after a failover to a copy that lacks the last commits.
    await opened.database.write((queries) => sql`delete from stream`.execute(queries.sql()));
    await until(() => node.gaps.length > 0 && node.bus.isCurrent);
    await node.commit("two");
    await until(() => node.received.includes("two"));
    expect(node.received).toEqual(["one", "two"]);
    expect(node.gaps).toHaveLength(1);
  });

  test("another commit at the position of the last one is a gap", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    await using node = await openNode(opened.home.databaseUrl);
    await node.commit("one");
    await opened.database.write((queries) => sql`update stream set written_us = 7`.execute(queries.sql()));
    await until(() => node.gaps.length > 0);
  });

  test("a database that stays silent is a gap, and a short silence is none", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    using proxy = await openPostgresProxy(url);
    await using near = await openNode(url);
    await using far = await openNode(proxy.url, { maxSilenceMs: 5_000 });
    proxy.setAll("hold");
    await near.commit("one");
    proxy.setAll("pass");
    await until(() => far.received.includes("one"));
    expect(far.gaps).toEqual([]);
    proxy.setAll("swallow");
    await until(() => far.gaps.length > 0);
    expect(far.readErrors).toHaveLength(1);
    expect(far.bus.isCurrent).toBe(false);
    await near.commit("two");
    proxy.setAll("pass");
    await until(() => far.bus.isCurrent);
    await near.commit("three");
    await until(() => far.received.includes("three"));
    expect(far.received).toEqual(["one", "three"]);
  });

  test("a connection that died without a sign is replaced before that becomes a gap", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    using proxy = await openPostgresProxy(url);
    await using near = await openNode(url);
    await using far = await openNode(proxy.url, { queryTimeoutMs: 15_000 });
    for (const connection of proxy.connections) connection.set("down", "swallow");
    await near.commit("one");
    await until(() => far.received.includes("one"));
    expect(far.gaps).toEqual([]);
  });

  test("the log keeps what is young, what a node needs and the last commit", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    await using node = await openNode(url);
    await using log = new CommitLog({ url, queryTimeoutMs: 15_000 });
    for (const name of ["one", "two", "three"]) await node.commit(name);
    const positions = async () => (await log.readFrom(0)).map(({ position }) => position);
    expect(await log.trim(60_000, 10)).toBe(0);
    expect(await positions()).toEqual([1, 2, 3]);
    await log.trim(0, 2);
    expect(await positions()).toEqual([2, 3]);
    await log.trim(0, 10);
    expect(await positions()).toEqual([3]);
  });
});
