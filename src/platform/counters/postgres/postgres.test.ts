import { describe, expect, test } from "bun:test";
import { SQL } from "bun";
import { newMigratedHome } from "../../../../test/support/database/migrated-home.ts";
import { engines } from "../../../../test/support/server/engines.ts";
import { until } from "../../../../test/support/until.ts";
import { createPostgresCounters } from "./postgres.ts";

const windowMs = 600_000;

/** A database, and counters on it as a node has them. */
async function openNodes(options: { maxWindows?: number; sweepEveryMs?: number } = {}) {
  const { databaseUrl: url, remove } = await newMigratedHome("postgres");
  const admin = new SQL({ url, max: 1 });
  const nodes = [1, 2].map(() => createPostgresCounters({ url, queryTimeoutMs: 30_000, ...options }));
  const keys = async () => {
    const rows: { key: string }[] = await admin`select key from counters order by key`;
    return rows.map(({ key }) => key);
  };
  return {
    admin,
    nodes,
    keys,
    async [Symbol.asyncDispose]() {
      await Promise.all(nodes.map((node) => node.close()));
      await admin.close();
      remove();
    },
  };
}

describe.skipIf(!engines.includes("postgres"))("counters in PostgreSQL", () => {
  test("count the calls to all nodes together, also at the same time", async () => {
    await using opened = await openNodes();
    const calls = Array.from({ length: 60 }, (_, call) => opened.nodes[call % 2]?.take("key", 7, windowMs));
    const allowances = await Promise.all(calls);
    expect(allowances.filter((allowance) => allowance?.allowed)).toHaveLength(7);
  });

  test("remove windows that have ended, and beyond a number those that opened first", async () => {
    await using opened = await openNodes({ maxWindows: 3, sweepEveryMs: 20 });
    const [node] = opened.nodes;
    await node?.take("other length", 1, 2 * windowMs);
    await node?.take("ended", 1, 1);
    for (const key of ["a", "b", "c", "d", "e"]) {
      await node?.take(key, 1, windowMs);
      // Windows that open in the same millisecond have no order.
      await opened.admin`update counters set ends_at = ends_at - 10 where window_ms = ${windowMs}`;
    }
    const left = ["c", "d", "e", "other length"];
    await until(async () => Bun.deepEquals(await opened.keys(), left));
    expect(await node?.take("e", 1, windowMs)).toMatchObject({ allowed: false });
    expect(await node?.take("a", 1, windowMs)).toMatchObject({ allowed: true });
  });

  test("do not stay closed when the clock is set back", async () => {
    await using opened = await openNodes();
    const [node] = opened.nodes;
    await node?.take("key", 1, windowMs);
    await opened.admin`update counters set ends_at = ends_at + 86400000`;
    expect(await node?.take("key", 1, windowMs)).toMatchObject({ allowed: true });
    expect(await node?.take("key", 1, windowMs)).toMatchObject({ allowed: false });
  });
});
