import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync } from "node:fs";
import { SQL } from "bun";
import { newMigratedHome } from "../support/database/migrated-home.ts";
import { rowsOf, runErmine, tableOf } from "../support/processes/program.ts";
import { engines, newHome, type TestHome } from "../support/server/engines.ts";
import { openServer } from "../support/server/server.ts";
import { newCommunity } from "../support/servers/communities.ts";
import { openReadyStream } from "../support/stream/stream.ts";
import { until } from "../support/until.ts";
import { openTwoNodes } from "./two-nodes.ts";

setDefaultTimeout(60_000);

const lineOf = async (home: TestHome, more: Record<string, string> = {}) => {
  const { code, stdout, stderr } = await runErmine(home, ["nodes"], more);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
};

test("ermine nodes says that a server on SQLite has none, and creates nothing", async () => {
  const home = await newHome("sqlite");
  expect(await lineOf(home)).toBe(
    "There are no nodes: the database is SQLite, which one server has for itself.\n",
  );
  expect(readdirSync(home.dataDir)).toEqual([]);
  home.remove();
});

describe.skipIf(!engines.includes("postgres"))("ermine nodes", () => {
  test("says that there is no cluster, also before the first start", async () => {
    const home = await newMigratedHome("postgres");
    const alone = "There are no nodes: cluster.enabled is off, so one server has the database for itself.\n";
    expect(await lineOf(home)).toBe(alone);
    {
      await using _ = await openServer("postgres", { home });
      expect(await rowsOf(home, "nodes")).toMatchObject([{ connections: 0, live: true }]);
    }
    expect(await lineOf(home)).toBe(alone);
    home.remove();
  });

  test("says that no node runs", async () => {
    const home = await newMigratedHome("postgres");
    const cluster = { ERMINE_CLUSTER_ENABLED: "true", ERMINE_CLUSTER_SHARED_FILES: "true" };
    expect(await lineOf(home, cluster)).toBe("No node is running.\n");
    home.remove();
  });

  test("lists running nodes with their connections, positions and lag", async () => {
    await using cluster = await openTwoNodes();
    const [first, second] = cluster.nodes;
    const { home } = cluster;
    const { owner } = await newCommunity(first);
    const { stream } = await openReadyStream(second, owner);
    const listed = () => rowsOf(home, "nodes");
    await until(async () => (await listed()).map(({ connections }) => connections).join() === "0,1");
    await until(async () => (await listed()).every(({ lag }) => lag === 0));
    const rows = await listed();
    const version = expect.stringMatching(/^\d+\.\d+\.\d+/);
    const position = first.running.bus.position;
    expect(position).toBeGreaterThan(0);
    for (const row of rows)
      expect(row).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        host: expect.stringMatching(/^.+:\d+$/),
        version,
        schema: expect.any(Number),
        position,
        lag: 0,
        lag_ms: null,
        connections: expect.any(Number),
        started: expect.stringMatching(/^20\d\d-.*Z$/),
        reported_ms_ago: expect.any(Number),
        live: true,
      });
    expect(await tableOf(home, "nodes")).toMatchObject([
      { connections: "0", lag: "0", lag_ms: "-", live: "yes" },
      { connections: "1", lag: "0", lag_ms: "-", live: "yes" },
    ]);
    await stream[Symbol.asyncDispose]();
  });

  test("shows nodes that fall behind, that are gone, and that run another version", async () => {
    const home = await newMigratedHome("postgres");
    await using client = new SQL({ url: home.databaseUrl, max: 1 });
    const now = "(extract(epoch from clock_timestamp()) * 1000000)::bigint";
    // As nodes leave their rows and commits: no process lives to deliver them or to remove a row.
    await client.unsafe(`insert into nodes (id, host, version, position, connections, schema_version, started_us, seen_us)
      values ('a', 'old', '1.0.0', 2, 7, 25, 1000000, ${now}), ('b', 'new', '1.1.0', 5, 0, 26, 2000000, ${now}),
        ('c', 'lost', '1.0.0', 0, 9, 25, 3000000, ${now} - 60000000)`);
    await client.unsafe(`insert into stream (position, written_us, announcements)
      values (2, ${now} - 5000000, '[]'), (4, ${now} - 3000000, '[]'), (5, ${now}, '[]')`);
    const { code, stdout, stderr } = await runErmine(home, ["nodes", "--json"]);
    expect(code).toBe(0);
    expect(stderr).toBe(
      "Not all nodes run the same version: 1.0.0 (schema 25) on 1, 1.1.0 (schema 26) on 1. Upgrade the others.\n",
    );
    const rows = JSON.parse(stdout);
    expect(rows).toMatchObject([
      { id: "a", host: "old", lag: 3, connections: 7, started: "1970-01-01T00:00:01.000Z", live: true },
      { id: "b", host: "new", lag: 0, lag_ms: null, live: true },
      { id: "c", host: "lost", lag: 5, live: false },
    ]);
    expect(rows[0].lag_ms).toBeGreaterThanOrEqual(3_000);
    expect(rows[2].lag_ms).toBeGreaterThanOrEqual(5_000);
    expect(rows[2].reported_ms_ago).toBeGreaterThanOrEqual(60_000);
    home.remove();
  });
});
