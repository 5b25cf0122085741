import { expect, setDefaultTimeout, test } from "bun:test";
import { endListeners, openPresenceNode } from "../../test/support/cluster/presence-node.ts";
import { createLogTables } from "../../test/support/database/databases.ts";
import { findPostgres } from "../../test/support/install/postgres-programs.ts";
import { connectTo, startPostgresInstance } from "../../test/support/postgres/postgres-instance.ts";
import { openPostgresProxy } from "../../test/support/postgres/postgres-proxy.ts";
import { engines } from "../../test/support/server/engines.ts";
import { until } from "../../test/support/until.ts";
import { openPostgres } from "../platform/database/postgres/postgres.ts";

setDefaultTimeout(60_000);

test.if(engines.includes("postgres"))(
  "after a crash of PostgreSQL nobody sees a node without its users while it enters the empty tables",
  async () => {
    await using instance = await startPostgresInstance(findPostgres() ?? "", { max_connections: 100 });
    const url = `postgres://postgres@127.0.0.1:${instance.port}/postgres`;
    const database = openPostgres({ url, poolSize: 1, queryTimeoutMs: 15_000 });
    await createLogTables(database);
    await database[Symbol.asyncDispose]();
    using proxy = await openPostgresProxy(url);
    await using a = await openPresenceNode(proxy.url, "a");
    await using b = await openPresenceNode(url, "b");
    a.enter("ann");
    a.enter("ben");
    await until(() => b.presence.isShown("ann") && b.presence.isShown("ben"));
    proxy.setAll("hold");
    await instance.stopImmediately();
    await instance.start();
    const other = await connectTo(instance.port);
    const count = async (query: string) => (await other.query(query)).rowCount ?? 0;
    // The tables can be read, and the node that returns cannot store its users yet.
    await until(() => count("select from nodes where id = 'b'"));
    expect(await count("select from nodes where id = 'a'")).toBe(0);
    await other.query("begin");
    await other.query("lock table presence in exclusive mode");
    for (const connection of proxy.connections) connection.cut();
    proxy.setAll("pass");
    await until(() => count("select from pg_locks where relation = 'presence'::regclass and not granted"));
    let loads = 0;
    const { reports } = b.connections;
    const load = reports.load.bind(reports);
    reports.load = async () => {
      const nodes = await load();
      loads++;
      return nodes;
    };
    await other.query(endListeners);
    await until(() => loads > 0);
    await other.query("commit");
    await until(async () => (await load()).get("a")?.size === 2);
    expect(b.announced).toEqual(["ann true", "ben true"]);
    expect(b.connections.left).toEqual([]);
    await other.end();
  },
);
