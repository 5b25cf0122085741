import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { openTestConnections } from "../../../../test/support/cluster/node-connections.ts";
import { openTestDatabaseWithLog } from "../../../../test/support/database/databases.ts";
import { openPostgresProxy } from "../../../../test/support/postgres/postgres-proxy.ts";
import { engines } from "../../../../test/support/server/engines.ts";
import { until } from "../../../../test/support/until.ts";
import type { Announcement } from "../../../visibility/announcement.ts";
import { PresenceTable } from "../../presence/presence-table.ts";
import type { NodeMessage, PresenceChange } from "../port.ts";

setDefaultTimeout(60_000);

const announcement: Announcement = { name: "Any", payload: {}, topics: [] };
const shown = (connections: number) => ({ connections, isShown: true });
const changesOf = (received: readonly { message: NodeMessage }[]): PresenceChange[] =>
  received.flatMap(({ message }) => (message.kind === "presence" ? message.changes : []));

describe.if(engines.includes("postgres"))("reports of presence", () => {
  test("are in the table when they arrive, and a node that starts reads them", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    await using a = await openTestConnections(url, "a");
    await using b = await openTestConnections(url, "b");
    let loaded: ReturnType<typeof b.reports.load> | undefined;
    b.link.onMessage((_, { kind }) => {
      if (kind === "presence") loaded ??= b.reports.load();
    });
    a.reports.report({ user: "ann", entry: shown(1) });
    a.reports.report({ user: "ben", entry: { connections: 0, isShown: false } });
    await until(() => loaded);
    const users = { ann: shown(1), ben: { connections: 0, isShown: false } };
    expect(await loaded).toEqual(new Map([["a", new Map(Object.entries(users))]]));
    a.reports.report({ user: "ann", entry: null });
    a.reports.report({ user: "ben", entry: null });
    await a.reports.settle();
    expect(await b.reports.load()).toEqual(new Map([["a", new Map()]]));
    expect(await a.reports.load()).toEqual(new Map([["b", new Map()]]));
  });

  test("that wait together become one of each user, which keeps its announcement", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    await using a = await openTestConnections(url, "a");
    await using b = await openTestConnections(url, "b");
    a.reports.report({ user: "ann", entry: shown(1), announcement });
    a.reports.report({ user: "ann", entry: shown(0) });
    a.reports.report({ user: "ben", entry: shown(1) });
    await until(() => b.received.length > 0);
    expect(changesOf(b.received)).toEqual([
      { user: "ann", entry: shown(0), announcement },
      { user: "ben", entry: shown(1) },
    ]);
  });

  test("that could not be stored are stored later, unless there is a newer one", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    using proxy = await openPostgresProxy(url);
    await using a = await openTestConnections(proxy.url, "a", { beatMs: 600_000 });
    await using b = await openTestConnections(url, "b");
    proxy.setAll("hold");
    a.reports.report({ user: "ann", entry: shown(1), announcement });
    a.reports.report({ user: "ben", entry: shown(1), announcement });
    // The first two are being stored in the next turn.
    await new Promise<void>((resolve) => setImmediate(resolve));
    a.reports.report({ user: "ann", entry: shown(2) });
    for (const connection of proxy.connections) connection.cut();
    await until(() => a.errors.length > 0);
    proxy.setAll("pass");
    await a.reports.settle();
    expect((await b.reports.load()).get("a")).toEqual(
      new Map([
        ["ann", shown(2)],
        ["ben", shown(1)],
      ]),
    );
    await until(() => changesOf(b.received).length >= 2);
    expect(changesOf(b.received).toSorted((one, other) => (one.user < other.user ? -1 : 1))).toEqual([
      { user: "ann", entry: shown(2), announcement },
      { user: "ben", entry: shown(1), announcement },
    ]);
  });

  test("of a node that is not in the table of nodes are sent, and not stored", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    await using a = await openTestConnections(url, "a", { beatMs: 600_000 });
    await using b = await openTestConnections(url, "b");
    await b.pool.execute("delete from nodes where id = 'a'");
    a.reports.report({ user: "ann", entry: shown(1) });
    await until(() => b.received.length > 0);
    expect(await b.reports.load()).toEqual(new Map());
    expect(a.errors).toEqual([]);
  });

  test("that a node makes while it enters the table are stored after what it enters with", async () => {
    await using opened = await openTestDatabaseWithLog("postgres");
    const { databaseUrl: url } = opened.home;
    const presence = new PresenceTable();
    await using a = await openTestConnections(url, "a", { beatMs: 600_000, presence });
    await using b = await openTestConnections(url, "b");
    presence.enter("ann", true);
    presence.enter("ben", true);
    await b.pool.execute("delete from nodes where id = 'a'");
    let entering: Promise<void> | undefined;
    await b.pool.reserve(async ({ execute }) => {
      // It waits for this transaction, which uses the same key.
      await execute("begin");
      await execute("insert into nodes select 'a', host, version, position, connections, 0, 0, 0 from nodes");
      const row = { host: "host", version: "1", position: 0, connections: 0, schemaVersion: 0 };
      entering = a.reports.enter(row);
      await until(async () => (await execute("select from pg_locks where not granted")).count > 0);
      presence.remove("ann");
      a.reports.report({ user: "ann", entry: null });
      await a.pool.execute("select pg_sleep(0.3)");
      await execute("rollback");
    });
    await entering;
    await a.reports.settle();
    expect((await b.reports.load()).get("a")).toEqual(new Map([["ben", shown(1)]]));
  });
});
