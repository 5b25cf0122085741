import { describe, expect, test } from "bun:test";
import { type Kysely, sql } from "kysely";
import {
  openTestDatabaseWithLog,
  setSynchronousCommit,
} from "../../../../test/support/database/databases.ts";
import { engines } from "../../../../test/support/server/engines.ts";
import type { Database, ReadQueries } from "../port.ts";
import { prepare } from "../prepared.ts";

interface Tables {
  stones: { id: number };
}

const everyStone = prepare((db: Kysely<Tables>) => db.selectFrom("stones").selectAll().orderBy("id"));
const addStone = prepare((db: Kysely<Tables>, id: number) => db.insertInto("stones").values({ id }));
const backend = prepare((db: Kysely<unknown>) => db.selectNoFrom(sql<number>`pg_backend_pid()`.as("pid")));

const readAll = async (queries: ReadQueries) => queries.find(everyStone, []);
const run = (database: Database, text: string) =>
  database.write((queries) => sql.raw(text).execute(queries.sql()));

async function openQuarry() {
  const opened = await openTestDatabaseWithLog("postgres");
  await run(opened.database, "create table stones (id integer primary key)");
  return opened;
}

/** Runs the work several times at once, each on a connection of its own; `meet` resolves when all have called it. */
function atOnce(count: number, work: (meet: () => Promise<void>) => Promise<unknown>): Promise<unknown[]> {
  const allMet = Promise.withResolvers<void>();
  let waiting = 0;
  const meet = () => {
    waiting += 1;
    if (waiting === count) allMet.resolve();
    return allMet.promise;
  };
  return Promise.all(Array.from({ length: count }, () => work(meet)));
}

describe.if(engines.includes("postgres"))("PostgreSQL", () => {
  test.each([
    ["on", "on"],
    ["off", "on"],
    ["local", "local"],
    ["remote_apply", "remote_apply"],
  ])("a commit waits for the disk: synchronous_commit = %s is used as %s", async (configured, used) => {
    await using quarry = await openQuarry();
    await quarry.database.write((queries) => setSynchronousCommit(queries.sql(), configured));
    const query = sql<{ synchronous_commit: string }>`show synchronous_commit`;
    const { rows } = await quarry.openAgain().write((queries) => query.execute(queries.sql()));
    expect(rows).toEqual([{ synchronous_commit: used }]);
  });

  test("a table can change under statements that were prepared before", async () => {
    await using quarry = await openQuarry();
    const { database } = quarry;
    // Reads, snapshots and writes, on as many connections as there are, so that each has the statement prepared.
    const readEverywhere = async () => {
      const met: unknown[] = [];
      await atOnce(8, (meet) =>
        database.write(async (queries) => {
          met.push(await readAll(queries));
          await meet();
        }),
      );
      met.push(...(await Promise.all(Array.from({ length: 8 }, () => database.read(readAll)))));
      met.push((await database.snapshot(readAll)).result);
      return met;
    };
    await database.write((queries) => Promise.resolve(queries.find(addStone, [1])));
    expect(await readEverywhere()).toEqual(Array(17).fill([{ id: 1 }]));
    await run(database, "alter table stones add column colour text");
    expect(await readEverywhere()).toEqual(Array(17).fill([{ id: 1, colour: null }]));
    await run(database, "alter table stones drop column colour");
    expect((await database.snapshot(readAll)).result).toEqual([{ id: 1 }]);
    expect(await readEverywhere()).toEqual(Array(17).fill([{ id: 1 }]));
  });

  test("a connection that breaks fails its write, and is not used again", async () => {
    await using quarry = await openQuarry();
    const { database } = quarry;
    const broken = database.write(async (queries) => {
      await queries.find(addStone, [1]);
      const pid = (await queries.find(backend, []))[0]?.pid ?? 0;
      await database.read((queries) =>
        queries.sql().selectNoFrom(sql`pg_terminate_backend(${pid})`.as("terminated")).execute(),
      );
      await queries.find(addStone, [2]);
    });
    await expect(broken).rejects.toThrow();
    for (let id = 3; id <= 20; id++) await database.write(async (queries) => queries.find(addStone, [id]));
    const stones = await database.read(readAll);
    expect(stones.map(({ id }) => id)).toEqual(Array.from({ length: 18 }, (_, index) => index + 3));
  });

  test("a write whose query failed rejects, although the work ignored the error", async () => {
    await using quarry = await openQuarry();
    const { database } = quarry;
    let durable = 0;
    const write = database.write(
      async (queries) => {
        await queries.find(addStone, [1]);
        await Promise.resolve(queries.find(addStone, [1])).catch(() => {});
      },
      { onDurable: () => durable++ },
    );
    await expect(write).rejects.toThrow("failed before its commit");
    expect([durable, await database.read(readAll)]).toEqual([0, []]);
  });

  test("a write is repeated after a conflict, whichever of its simultaneous queries it awaits first", async () => {
    await using quarry = await openQuarry();
    let attempts = 0;
    await quarry.database.write(async (queries) => {
      attempts += 1;
      const conflict = attempts === 1 ? sql`do $$ begin raise sqlstate '40001'; end $$` : sql`select 1`;
      const first = conflict.execute(queries.sql());
      first.catch(() => {});
      await sql`insert into stones values (1)`.execute(queries.sql());
      await first;
    });
    expect(attempts).toBe(2);
    expect(await quarry.database.read(readAll)).toEqual([{ id: 1 }]);
  });

  test("simultaneous queries in a write each get their own rows", async () => {
    await using quarry = await openQuarry();
    const { database } = quarry;
    const found = await database.write(async (queries) => {
      const ids = Array.from({ length: 50 }, (_, index) => index);
      await Promise.all(ids.map((id) => queries.find(addStone, [id])));
      const one = (id: number) => queries.sql<Tables>().selectFrom("stones").selectAll().where("id", "=", id);
      return Promise.all(ids.map(async (id) => (await one(id).execute())[0]?.id === id));
    });
    expect(found).toEqual(Array(50).fill(true));
  });
});
