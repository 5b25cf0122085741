import { describe, expect, test } from "bun:test";
import { SQL } from "bun";
import { sql } from "kysely";
import { openTestDatabase } from "../../../test/support/database/databases.ts";
import { engines } from "../../../test/support/server/engines.ts";
import type { WriteQueries } from "./port.ts";
import { UpgradeRefused } from "./upgrade-errors.ts";
import { upgradeWhileNodesRun } from "./upgrade-while-nodes-run.ts";

describe.skipIf(!engines.includes("postgres"))("an upgrade that waits for a long transaction", () => {
  test("gives up in the end, and has changed nothing", async () => {
    await using opened = await openTestDatabase("postgres");
    const { database, home } = opened;
    await database.write((queries) => sql`create table schema_version (version int)`.execute(queries.sql()));
    await database.write((queries) => sql`create table pets (name text)`.execute(queries.sql()));
    await using client = new SQL({ url: home.databaseUrl, max: 1 });
    const backup = await client.reserve();
    await backup.unsafe("begin; lock table pets in access share mode");
    let attempts = 0;
    const upgrade = async (queries: WriteQueries) => {
      attempts += 1;
      await sql`create table legs (count int)`.execute(queries.sql());
      await sql`alter table pets add column legs int`.execute(queries.sql());
    };
    const units = { lockMs: 10, pauseMs: 1, attempts: 3, statementMs: 1_000, idleMs: 1_000 };
    const refusal = await upgradeWhileNodesRun(database, [], upgrade, units).catch((error) => error);
    expect(refusal).toBeInstanceOf(UpgradeRefused);
    expect(refusal.message).toContain("a long transaction, such as a backup");
    expect(attempts).toBe(3);
    await backup.unsafe("commit");
    await upgradeWhileNodesRun(database, [], upgrade, units);
    expect(attempts).toBe(4);
    backup.release();
  });
});
