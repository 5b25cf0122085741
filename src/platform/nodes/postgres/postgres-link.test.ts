import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { openTestConnections } from "../../../../test/support/cluster/node-connections.ts";
import { openTestDatabaseWithLog } from "../../../../test/support/database/databases.ts";
import { openPostgresProxy } from "../../../../test/support/postgres/postgres-proxy.ts";
import { engines } from "../../../../test/support/server/engines.ts";
import { until } from "../../../../test/support/until.ts";
import type { NodeMessage } from "../port.ts";

setDefaultTimeout(60_000);

const typing = (index: number, text = ""): NodeMessage => ({
  kind: "announcement",
  after: index,
  announcement: { name: "Any", payload: { text }, topics: [] },
});

const endListeners = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and query ilike 'listen%'`;

describe.if(engines.includes("postgres"))("the link of nodes by PostgreSQL", () => {
  test("carries messages of any size to all others, those of a node in their order, and none back", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    await using a = await openTestConnections(url, "a");
    await using b = await openTestConnections(url, "b");
    await using c = await openTestConnections(url, "c");
    const sent = Array.from({ length: 300 }, (_, index) =>
      typing(index, index % 50 === 0 ? "ü\u0000€😀'".repeat(3_000) : ""),
    );
    for (const [index, message] of sent.entries()) {
      a.link.send(message);
      if (index % 40 === 0) await Bun.sleep(1);
    }
    c.link.send(typing(7));
    await until(() => b.received.length >= 301 && c.received.length >= 300 && a.received.length > 0);
    expect(b.received.filter(({ from }) => from === "a").map(({ message }) => message)).toEqual(sent);
    expect(b.received.filter(({ from }) => from === "c").map(({ message }) => message)).toEqual([typing(7)]);
    expect(c.received.map(({ message }) => message)).toEqual(sent);
    expect(a.received.map(({ from }) => from)).toEqual(["c"]);
    expect([a, b, c].map(({ counts }) => counts.losses)).toEqual([0, 0, 0]);
  });

  test("one message tells of all commits that wait together", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    await using a = await openTestConnections(url, "a");
    await using b = await openTestConnections(url, "b");
    for (const position of [3, 5, 4]) a.link.send({ kind: "commit", position });
    a.link.send(typing(5));
    await until(() => b.received.length >= 2);
    expect(b.received.map(({ message }) => message)).toEqual([{ kind: "commit", position: 5 }, typing(5)]);
  });

  test("a listener whose connection ended listens again, and reports the loss", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    await using a = await openTestConnections(url, "a");
    await using b = await openTestConnections(url, "b");
    expect((await a.pool.execute(endListeners)).count).toBe(2);
    await until(() => b.counts.losses > 0 && a.counts.losses > 0);
    a.link.send(typing(1));
    await until(() => b.received.length > 0);
    expect(b.received.map(({ message }) => message)).toEqual([typing(1)]);
  });

  test("a listener whose connection died without a sign listens on a new one, once for each message", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    using proxy = await openPostgresProxy(url);
    await using a = await openTestConnections(url, "a");
    await using b = await openTestConnections(proxy.url, "b");
    // Only those that are open now, as with a network that has forgotten them.
    for (const connection of proxy.connections) connection.set("down", "swallow");
    a.link.send(typing(1));
    await until(() => b.counts.losses > 0);
    a.link.send(typing(2));
    await until(() => b.received.length > 0);
    expect(b.received.map(({ message }) => message)).toEqual([typing(2)]);
  });

  test("what could not be sent is a loss for the others, and later messages arrive", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    using proxy = await openPostgresProxy(url);
    await using a = await openTestConnections(proxy.url, "a", { beatMs: 600_000 });
    await using b = await openTestConnections(url, "b");
    a.link.send(typing(0));
    await until(() => b.received.length > 0);
    proxy.onConnection = (connection) => connection.cut();
    for (const connection of proxy.connections) connection.cut();
    a.link.send(typing(1));
    await until(() => a.errors.length > 0);
    proxy.onConnection = () => {};
    await until(() => b.counts.losses > 0);
    a.link.send(typing(2));
    await until(() => b.received.length > 1);
    expect(b.received.map(({ message }) => message)).toEqual([typing(0), typing(2)]);
  });
});
