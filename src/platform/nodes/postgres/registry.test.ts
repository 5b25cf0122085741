import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { openTestConnections } from "../../../../test/support/cluster/node-connections.ts";
import { openTestDatabaseWithLog } from "../../../../test/support/database/databases.ts";
import {
  openPostgresProxy,
  type ProxiedConnection,
} from "../../../../test/support/postgres/postgres-proxy.ts";
import { engines } from "../../../../test/support/server/engines.ts";
import { until } from "../../../../test/support/until.ts";
import { PresenceTable } from "../../presence/presence-table.ts";

setDefaultTimeout(60_000);

describe.if(engines.includes("postgres"))("the registry of nodes", () => {
  test("each node knows the others, what they have reached and that one has stopped", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    await using a = await openTestConnections(url, "a", { position: 7 });
    await using b = await openTestConnections(url, "b", { position: 5 });
    const c = await openTestConnections(url, "c", { position: 9 });
    await until(() => a.registry.count === 3 && b.registry.count === 3);
    expect([...a.registry.others.keys()].toSorted()).toEqual(["b", "c"]);
    expect(a.registry.others.get("b")).toMatchObject({ host: "host", version: "1", position: 5 });
    expect(a.registry.reachedByAll).toBe(5);
    await c[Symbol.asyncDispose]();
    await until(() => a.left.length > 0 && b.left.length > 0);
    expect([a.left, b.left]).toEqual([["c"], ["c"]]);
    expect(a.registry.count).toBe(2);
    expect([a, b].map(({ counts }) => counts.entries)).toEqual([1, 1]);
  });

  test("a node that does not report is gone after its lease, and learns that it was", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    using proxy = await openPostgresProxy(url);
    await using a = await openTestConnections(url, "a", { leaseMs: 1_500 });
    await using b = await openTestConnections(proxy.url, "b", { leaseMs: 1_500 });
    await until(() => a.registry.others.has("b"));
    proxy.setAll("hold");
    await until(() => a.left.length > 0);
    expect([a.left, b.counts.entries]).toEqual([["b"], 1]);
    proxy.setAll("pass");
    await until(() => b.counts.entries > 1 && a.registry.others.has("b"));
    expect([b.counts.entries, a.counts.entries, a.left]).toEqual([2, 1, ["b"]]);
  });

  test("a node that is not alone learns that its row was removed too", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    await using a = await openTestConnections(url, "a");
    await using b = await openTestConnections(url, "b");
    await a.pool.execute("delete from nodes");
    await until(() => a.counts.entries > 1 && b.counts.entries > 1);
    await until(() => a.registry.others.has("b") && b.registry.others.has("a"));
    expect([a, b].map(({ counts }) => counts.entries)).toEqual([2, 2]);
  });

  test("gives the others the time of a lease to report again when its own row was removed", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    await using a = await openTestConnections(url, "a", { leaseMs: 3_000 });
    await using b = await openTestConnections(url, "b", { beatMs: 600_000 });
    await until(() => a.registry.others.has("b"));
    await a.pool.execute("delete from nodes");
    await until(() => a.counts.entries > 1 && !a.registry.others.has("b"));
    await a.pool.execute("select pg_sleep(0.5)");
    expect(a.left).toEqual([]);
    await until(() => a.left.length > 0);
    expect(a.left).toEqual([b.node]);
  });

  test("reports the end of others at once if only its own row was removed", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    await using a = await openTestConnections(url, "a", { leaseMs: 600_000 });
    await using dead = await openTestConnections(url, "dead", { beatMs: 600_000 });
    await using old = await openTestConnections(url, "old", { beatMs: 600_000 });
    await until(() => a.registry.count === 3);
    await a.pool.execute("update nodes set started_us = 0 where id = $1", [old.node]);
    await a.pool.execute("delete from nodes where id <> $1", [old.node]);
    await until(() => a.left.length > 0 && a.counts.entries > 1);
    expect([a.left, a.counts.entries]).toEqual([[dead.node], 2]);
  });

  test("reports the end of a node that it only heard of", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    await using a = await openTestConnections(opened.home.databaseUrl, "a");
    a.registry.expect("ghost");
    await until(() => a.left.length > 0);
    await a.pool.execute("select pg_sleep(0.2)");
    expect(a.left).toEqual(["ghost"]);
  });

  test("does not report the end of a node that is heard of while the table is read", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    let beats = 0;
    let hear = () => {};
    const onBeat = () => {
      beats++;
      // When the query has begun.
      queueMicrotask(() => hear());
    };
    await using a = await openTestConnections(opened.home.databaseUrl, "a", { onBeat });
    hear = () => a.registry.expect("late");
    const before = beats;
    await until(() => beats > before + 5);
    expect(a.left).toEqual([]);
  });

  test("a node enters again if it has not learned that it has entered, so that the others learn of its users", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    using proxy = await openPostgresProxy(url);
    await using a = await openTestConnections(url, "a");
    const presence = new PresenceTable();
    await using b = await openTestConnections(proxy.url, "b", { presence });
    await until(() => a.registry.others.has("b"));
    presence.enter("ann", true);
    let swallowed: ProxiedConnection | undefined;
    proxy.onBytes = (connection, direction, bytes) => {
      if (swallowed || direction !== "up" || !bytes.includes('"ann"')) return;
      swallowed = connection;
      connection.set("down", "swallow");
    };
    await a.pool.execute("delete from nodes where id = 'b'");
    await until(async () => (await a.reports.load()).get("b")?.has("ann"));
    expect([b.counts.entries, a.received]).toEqual([1, []]);
    swallowed?.cut();
    await until(() => a.received.length > 0);
    const changes = [{ user: "ann", entry: { connections: 1, isShown: true } }];
    expect(a.received).toEqual([{ from: "b", message: { kind: "presence", changes, isComplete: true } }]);
  });

  test("does not wait for a node that reports late at this moment, and does not remove it", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    await using late = await openTestConnections(url, "late", { beatMs: 600_000 });
    await late.pool.execute("update nodes set seen_us = seen_us - 3600000000");
    await late.pool.reserve(async ({ execute }) => {
      await execute("begin");
      await execute("update nodes set seen_us = seen_us + 3600000000");
      await using a = await openTestConnections(url, "a", { beatMs: 600_000 });
      expect([...a.registry.others.keys()]).toEqual(["late"]);
      await execute("commit");
    });
    await using b = await openTestConnections(url, "b", { beatMs: 600_000 });
    expect([...b.registry.others.keys()]).toEqual(["late"]);
  });
});
