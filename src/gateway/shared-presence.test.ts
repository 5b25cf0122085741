import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { openTestConnections } from "../../test/support/cluster/node-connections.ts";
import {
  endListeners,
  openPresenceNode,
  type PresenceNode,
} from "../../test/support/cluster/presence-node.ts";
import { openTestDatabaseWithLog } from "../../test/support/database/databases.ts";
import { openPostgresProxy } from "../../test/support/postgres/postgres-proxy.ts";
import { engines } from "../../test/support/server/engines.ts";
import { until } from "../../test/support/until.ts";

setDefaultTimeout(60_000);

/** Holds what a node reads from the table until it may continue. */
function holdLoads({ connections: { reports } }: PresenceNode) {
  const load = reports.load.bind(reports);
  const [loaded, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  reports.load = async () => {
    const nodes = await load();
    loaded.resolve();
    await go.promise;
    return nodes;
  };
  return { loaded, go };
}

describe.if(engines.includes("postgres"))("presence that nodes share", () => {
  test("of a user on two nodes changes for everybody once, when the last one removes the user", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    await using a = await openPresenceNode(url, "a");
    await using b = await openPresenceNode(url, "b");
    await using c = await openPresenceNode(url, "c");
    const all = [a, b, c];
    a.enter("ann");
    b.enter("ann");
    const elsewhere = () => all.map(({ presence }) => presence.connectionsElsewhere("ann")).join(" ");
    await until(() => elsewhere() === "1 1 2");
    a.remove("ann");
    b.remove("ann");
    await until(() => all.every(({ presence }) => !presence.isConnected("ann")));
    for (const { announced } of all) expect(announced).toEqual(["ann true", "ann false"]);
  });

  test("is known to a node that starts later, which announces nothing of it", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    await using a = await openPresenceNode(url, "a");
    a.enter("ann");
    await a.connections.reports.settle();
    await using b = await openPresenceNode(url, "b");
    expect(b.presence.isShown("ann")).toBe(true);
    expect(b.announced).toEqual([]);
  });

  test("is read again after a loss, and not from before a report that arrives meanwhile", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    await using a = await openPresenceNode(url, "a");
    await using b = await openPresenceNode(url, "b");
    a.enter("ann");
    a.enter("ben");
    await until(() => b.presence.isShown("ben"));
    const { loaded, go } = holdLoads(b);
    // The row of a user whose report was lost.
    await a.connections.pool.execute("insert into presence values ('a', 'zoe', 1, true)");
    await a.connections.pool.execute(endListeners);
    await loaded.promise;
    a.remove("ann");
    await until(() => !b.presence.isConnected("ann"));
    go.resolve();
    await until(() => b.presence.isShown("zoe"));
    expect(b.presence.isConnected("ann")).toBe(false);
    expect(b.announced).toEqual(["ann true", "ben true", "ann false", "zoe true"]);
  });

  test("is not read from before the moment at which a node has told all its users", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    await using a = await openPresenceNode(url, "a");
    await using b = await openPresenceNode(url, "b");
    const { loaded, go } = holdLoads(b);
    await a.connections.pool.execute("insert into presence values ('a', 'zoe', 1, true)");
    await a.connections.pool.execute(endListeners);
    await loaded.promise;
    a.presence.enter("ann", true);
    await a.connections.pool.execute("delete from nodes where id = 'a'");
    await until(() => b.presence.isShown("ann"));
    go.resolve();
    a.enter("end");
    await until(() => b.presence.isShown("end"));
    expect(b.announced).toEqual(["ann true", "end true"]);
  });

  test("is read again after a loss even if that fails at first", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    await using a = await openPresenceNode(url, "a");
    await using b = await openPresenceNode(url, "b");
    await until(() => b.connections.registry.others.has("a"));
    const { load } = b.connections.reports;
    b.connections.reports.load = async () => {
      b.connections.reports.load = load;
      throw new Error("no database");
    };
    await a.connections.pool.execute("insert into presence values ('a', 'ann', 1, true)");
    await a.connections.pool.execute(endListeners);
    await until(() => b.presence.isShown("ann"));
    expect(b.connections.errors).toContainEqual(new Error("no database"));
  });

  test("ends with a node that vanishes, and begins again when it returns", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    using proxy = await openPostgresProxy(url);
    await using a = await openPresenceNode(proxy.url, "a", 1_500);
    await using b = await openPresenceNode(url, "b", 1_500);
    a.enter("ann");
    await until(() => b.presence.isShown("ann"));
    proxy.setAll("hold");
    await until(() => b.connections.left.length > 0);
    expect(b.presence.isShown("ann")).toBe(true);
    expect(b.presence.isListening("ann")).toBe(false);
    b.expire();
    expect(b.announced).toEqual(["ann true", "ann false"]);
    proxy.setAll("pass");
    await until(() => b.presence.isShown("ann"));
    expect(b.announced).toEqual(["ann true", "ann false", "ann true"]);
    await using c = await openPresenceNode(url, "c");
    expect(c.presence.isShown("ann")).toBe(true);
  });

  test("ends with a node that reports after it was thought gone, and then vanishes for good", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    await using b = await openPresenceNode(url, "b");
    await using late = await openTestConnections(url, "late", { beatMs: 600_000 });
    await until(() => b.connections.registry.others.has("late"));
    await late.pool.execute("delete from nodes where id = 'late'");
    await until(() => b.connections.left.length > 0);
    late.reports.report({ user: "ann", entry: { connections: 1, isShown: true } });
    await until(() => b.presence.isShown("ann"));
    await until(() => !b.presence.isListening("ann"));
    b.expire();
    expect(b.announced).toEqual(["ann true", "ann false"]);
  });

  test("ends for a user of whom a node that enters the table again does not tell", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    await using a = await openPresenceNode(url, "a");
    await using b = await openPresenceNode(url, "b");
    a.enter("ann");
    a.enter("zoe");
    await until(() => b.presence.isShown("ann") && b.presence.isShown("zoe"));
    // As if the report were lost while the node is not in the table.
    a.presence.remove("zoe");
    await a.connections.pool.execute("delete from nodes where id = 'a'");
    await until(() => !b.presence.isConnected("zoe"));
    expect(b.announced).toEqual(["ann true", "zoe true", "zoe false"]);
  });

  test("stays as it was when the tables are empty after a crash of PostgreSQL", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    await using a = await openTestConnections(url, "a", { beatMs: 600_000 });
    await using b = await openPresenceNode(url, "b");
    a.reports.report({ user: "ann", entry: { connections: 1, isShown: true } });
    await until(() => b.presence.isShown("ann"));
    await a.pool.execute("truncate nodes cascade");
    let loads = 0;
    const load = b.connections.reports.load.bind(b.connections.reports);
    b.connections.reports.load = async () => {
      const nodes = await load();
      loads++;
      return nodes;
    };
    await a.pool.execute(endListeners);
    await until(() => loads > 0);
    expect(b.announced).toEqual(["ann true"]);
  });
});
