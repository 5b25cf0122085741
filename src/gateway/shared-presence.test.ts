import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { type ClusterParts, openClusterParts } from "../../test/support/cluster-parts.ts";
import { openTestDatabaseWithLog } from "../../test/support/databases.ts";
import { engines } from "../../test/support/engines.ts";
import { openPostgresProxy } from "../../test/support/postgres-proxy.ts";
import { until } from "../../test/support/until.ts";
import type { PresenceEntry } from "../platform/presence/port.ts";
import { PresenceTable } from "../platform/presence/presence-table.ts";
import { SharedPresence } from "./shared-presence.ts";

setDefaultTimeout(60_000);

/** The parts of a node, with its table of presence and the changes that it has announced. */
interface Node extends AsyncDisposable {
  readonly parts: ClusterParts;
  readonly presence: PresenceTable;
  readonly announced: string[];
  /** Removes the nodes that are gone, as if the time to reconnect were over. */
  expire(): void;
  enter(user: string, isShown?: boolean): void;
  remove(user: string): void;
  report(user: string, entry: PresenceEntry | null): void;
}

async function openNode(url: string, name: string, leaseMs = 60_000): Promise<Node> {
  const parts = await openClusterParts(url, name, { leaseMs });
  const presence = new PresenceTable();
  const announced: string[] = [];
  const announce = (user: string, online: boolean) => announced.push(`${user} ${online}`);
  const shared = await SharedPresence.open({
    ...parts,
    presence,
    announcer: { announce },
    graceMs: 1_000,
    now: () => 0,
    onError: (error) => parts.errors.push(error),
  });
  const report = (user: string, entry: PresenceEntry | null) => parts.reports.report({ user, entry });
  return {
    parts,
    presence,
    announced,
    report,
    expire: () => {
      for (const user of presence.removeGoneNodes(1_000)) announce(user, false);
    },
    enter(user, isShown = true) {
      const appearance = presence.enter(user, isShown);
      if (appearance !== undefined) announce(user, appearance);
      report(user, presence.entryHere(user) ?? null);
    },
    remove(user) {
      const appearance = presence.remove(user);
      if (appearance !== undefined) announce(user, appearance);
      report(user, null);
    },
    async [Symbol.asyncDispose]() {
      await shared[Symbol.asyncDispose]();
      await parts[Symbol.asyncDispose]();
    },
  };
}

const endListeners = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and query ilike 'listen%'`;

describe.if(engines.includes("postgres"))("presence that nodes share", () => {
  test("of a user on two nodes changes for everybody once, when the last one removes the user", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    await using a = await openNode(url, "a");
    await using b = await openNode(url, "b");
    await using c = await openNode(url, "c");
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
    await using a = await openNode(url, "a");
    a.enter("ann");
    await a.parts.reports.settle();
    await using b = await openNode(url, "b");
    expect(b.presence.isShown("ann")).toBe(true);
    expect(b.announced).toEqual([]);
  });

  test("is read again after a loss, and not from before a report that arrives meanwhile", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    await using a = await openNode(url, "a");
    await using b = await openNode(url, "b");
    a.enter("ann");
    a.enter("ben");
    await until(() => b.presence.isShown("ben"));
    const load = b.parts.reports.load.bind(b.parts.reports);
    const loaded = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    b.parts.reports.load = async () => {
      const nodes = await load();
      loaded.resolve();
      await go.promise;
      return nodes;
    };
    // The row of a user whose report was lost.
    await a.parts.pool.execute("insert into presence values ('a', 'zoe', 1, true)");
    await a.parts.pool.execute(endListeners);
    await loaded.promise;
    a.remove("ann");
    await until(() => !b.presence.isConnected("ann"));
    go.resolve();
    await until(() => b.presence.isShown("zoe"));
    expect(b.presence.isConnected("ann")).toBe(false);
    expect(b.announced).toEqual(["ann true", "ben true", "ann false", "zoe true"]);
  });

  test("is read again after a loss even if that fails at first", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    await using a = await openNode(url, "a");
    await using b = await openNode(url, "b");
    await until(() => b.parts.registry.others.has("a"));
    const { load } = b.parts.reports;
    b.parts.reports.load = async () => {
      b.parts.reports.load = load;
      throw new Error("no database");
    };
    await a.parts.pool.execute("insert into presence values ('a', 'ann', 1, true)");
    await a.parts.pool.execute(endListeners);
    await until(() => b.presence.isShown("ann"));
    expect(b.parts.errors).toContainEqual(new Error("no database"));
  });

  test("ends with a node that vanishes, and begins again when it returns", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    using proxy = await openPostgresProxy(url);
    await using a = await openNode(proxy.url, "a", 1_500);
    await using b = await openNode(url, "b", 1_500);
    a.enter("ann");
    await until(() => b.presence.isShown("ann"));
    proxy.setAll("hold");
    await until(() => b.parts.left.length > 0);
    expect(b.presence.isShown("ann")).toBe(true);
    expect(b.presence.isListening("ann")).toBe(false);
    b.expire();
    expect(b.announced).toEqual(["ann true", "ann false"]);
    proxy.setAll("pass");
    await until(() => b.presence.isShown("ann"));
    expect(b.announced).toEqual(["ann true", "ann false", "ann true"]);
    await using c = await openNode(url, "c");
    expect(c.presence.isShown("ann")).toBe(true);
  });

  test("ends with a node that reports after it was thought gone, and then vanishes for good", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    await using b = await openNode(url, "b");
    await using late = await openClusterParts(url, "late", { beatMs: 600_000 });
    await until(() => b.parts.registry.others.has("late"));
    await late.pool.execute("delete from nodes where id = 'late'");
    await until(() => b.parts.left.length > 0);
    late.reports.report({ user: "ann", entry: { connections: 1, isShown: true } });
    await until(() => b.presence.isShown("ann"));
    await until(() => !b.presence.isListening("ann"));
    b.expire();
    expect(b.announced).toEqual(["ann true", "ann false"]);
  });

  test("stays as it was when the tables are empty after a crash of PostgreSQL", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    await using a = await openClusterParts(url, "a", { beatMs: 600_000 });
    await using b = await openNode(url, "b");
    a.reports.report({ user: "ann", entry: { connections: 1, isShown: true } });
    await until(() => b.presence.isShown("ann"));
    await a.pool.execute("truncate nodes cascade");
    let loads = 0;
    const load = b.parts.reports.load.bind(b.parts.reports);
    b.parts.reports.load = async () => {
      const nodes = await load();
      loads++;
      return nodes;
    };
    await a.pool.execute(endListeners);
    await until(() => loads > 0);
    expect(b.announced).toEqual(["ann true"]);
  });
});
