import { Database as Handle } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { Kysely } from "kysely";
import { openTestDatabase } from "../../../../test/support/databases.ts";
import { migrations } from "../../../migrations/index.ts";
import { migrate } from "../migrate.ts";
import type { Database, WriteQueries } from "../port.ts";
import { prepare } from "../prepared.ts";
import { openSqlite } from "./sqlite.ts";

interface Tables {
  houses: { id: string; name: string; visits: number };
  guests: { id: string; house_id: string; name: string };
}

const house = (db: Kysely<Tables>, id: string) =>
  db
    .selectFrom("houses")
    .leftJoin("guests", "guests.house_id", "houses.id")
    .select(["houses.id", "houses.name", "guests.name as guest"])
    .where("houses.id", "=", id)
    .orderBy("guests.id");
const houseById = prepare(house);
const remembered = prepare(house).cached();

describe("what is remembered", () => {
  let folder: string;
  let database: Database;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "ermine-memory-"));
    database = openSqlite({ path: join(folder, "a.db"), fsync: false });
    await change(`create table "houses" (id text primary key, name text, visits integer)`);
    await change(
      `create table "guests" (id text primary key, house_id text references houses (id) on delete cascade, name text)`,
    );
    await change(`insert into "houses" values ('a', 'A', 0), ('b', 'B', 0)`);
  });
  afterEach(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });

  const run = (queries: WriteQueries, text: string) =>
    queries
      .sql<Tables>()
      .executeQuery({ sql: text, parameters: [], query: {} as never, queryId: {} as never });
  const change = (text: string) => database.write((queries) => run(queries, text));
  const look = async (queries: WriteQueries, id: string) => {
    const rows = await queries.find(remembered, [id]);
    expect(rows).toEqual(await queries.find(houseById, [id]));
    return rows;
  };

  test("is given again, as it is, and cannot be changed", async () => {
    await database.write(async (queries) => {
      const [first] = await look(queries, "a");
      const [second] = await look(queries, "a");
      expect(second).toBe(first as never);
      expect(() => Object.assign(first ?? {}, { name: "mine" })).toThrow();
    });
  });

  test("is forgotten when what it tells of changes, and not when something else does", async () => {
    const see = () => database.write(async (queries) => (await look(queries, "a"))[0]);
    const before = await see();
    await change(`update "houses" set "visits" = 5 where "id" = 'a'`);
    await change(`insert into "guests" values ('y', null, 'Y')`);
    await see();
    await change(`update "houses" set "name" = 8 where "id" = 'a'`);
    expect(await see()).toEqual({ id: "a", name: "8", guest: null });
    expect(before).toEqual({ id: "a", name: "A", guest: null });
    await change(`insert into "guests" values ('x', 'a', 'X')`);
    expect(await see()).toEqual({ id: "a", name: "8", guest: "X" });
    // The guests go with the house.
    await change(`delete from "houses" where "id" = 'a'`);
    expect(await see()).toBeUndefined();
  });

  test("is forgotten when all its columns are asked for, or when its row goes with another", async () => {
    const guestById = prepare((db: Kysely<Tables>, id: string) =>
      db.selectFrom("guests").selectAll().where("id", "=", id),
    ).cached();
    const name = () => database.write(async (queries) => (await queries.find(guestById, ["x"]))[0]?.name);
    await change(`insert into "guests" values ('x', 'a', 'X')`);
    expect(await name()).toBe("X");
    await change(`update "guests" set "name" = 7 where "id" = 'x'`);
    expect(await name()).toBe("7");
    await change(`delete from "houses" where "id" = 'a'`);
    expect(await name()).toBeUndefined();
  });

  test("is not what was taken back", async () => {
    const attempt = database.write(async (queries) => {
      await run(queries, `update "houses" set "name" = 'wrong' where "id" = 'a'`);
      expect((await look(queries, "a"))[0]?.name).toBe("wrong");
      throw new Error("no");
    });
    await expect(attempt).rejects.toThrow("no");
    await database.write(async (queries) => {
      expect((await look(queries, "a"))[0]?.name).toBe("A");
    });
  });

  test("is not what another process has changed", async () => {
    await database.write((queries) => look(queries, "a"));
    const other = new Handle(join(folder, "a.db"));
    other.run("update houses set name = 'from elsewhere' where id = 'a'");
    other.close();
    expect((await database.write((queries) => look(queries, "a")))[0]?.name).toBe("from elsewhere");
  });

  test("is told to readers once it is committed, and not before", async () => {
    const read = () => database.read((queries) => queries.find(remembered, ["a"]));
    const seen: unknown[] = [];
    await database.write(async (queries) => {
      seen.push((await read())[0]?.name);
      await run(queries, `update "houses" set "name" = 'new' where "id" = 'a'`);
      expect((await look(queries, "a"))[0]?.name).toBe("new");
      seen.push((await read())[0]?.name);
    });
    seen.push((await read())[0]?.name);
    await database.write(async () => void seen.push((await read())[0]?.name));
    expect(seen).toEqual(["A", "A", "new", "new"]);
  });

  test("of readers is not what another process has changed since", async () => {
    const read = () => database.read((queries) => queries.find(remembered, ["a"]));
    await database.write(async () => void (await read()));
    const other = new Handle(join(folder, "a.db"));
    await read();
    other.run("update houses set name = 'from elsewhere' where id = 'a'");
    other.close();
    await database.write(async () => {
      expect((await read())[0]?.name).toBe("from elsewhere");
    });
  });

  test("of readers lasts between transactions, until another process changes it", async () => {
    const read = () => database.read((queries) => queries.find(remembered, ["a"]));
    const nextTurn = () => new Promise((go) => setImmediate(go));
    const [first] = await read();
    await nextTurn();
    expect((await read())[0]).toBe(first as never);
    const other = new Handle(join(folder, "a.db"));
    other.run("update houses set name = 'from elsewhere' where id = 'a'");
    other.close();
    await nextTurn();
    expect((await read())[0]?.name).toBe("from elsewhere");
  });

  test("is nothing that was not there", async () => {
    await database.write(async (queries) => {
      expect(await queries.find(remembered, ["nobody"])).not.toBe(await queries.find(remembered, ["nobody"]));
    });
  });

  test("is not what cannot be understood", async () => {
    const both = prepare((db: Kysely<Tables>) => db.selectFrom(["houses", "guests"]).selectAll()).cached();
    await change(`insert into "guests" values ('x', 'a', 'X')`);
    await expect(database.write(async (queries) => queries.find(both, []))).rejects.toThrow("which tables");
  });

  test("is always what would be found, whatever is done", async () => {
    const deeds = [
      `update "houses" set "name" = 'N' || random() where "id" = 'a'`,
      `update "houses" set "name" = 'plain' where "id" = 'b'`,
      `update "houses" set "visits" = 1 where "id" = 'b'`,
      `update "guests" set "name" = 'guest' where "house_id" = 'a'`,
      `insert or ignore into "guests" select 'in ' || id, id, 'X' from houses`,
      `insert into "houses" values ('a', 'A', 0) on conflict do update set "name" = 'again'`,
      `replace into "houses" values ('b', 'B', 0)`,
      `delete from "guests"`,
      `delete from "houses" where "id" = 'a'`,
    ];
    const step = fc.record({ deed: fc.constantFrom(...deeds), fails: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { maxLength: 5 }), { maxLength: 12 }), async (writes) => {
        const write = (steps: (typeof writes)[number]) =>
          database.write(async (queries) => {
            for (const { deed, fails } of steps) {
              for (const id of ["a", "b"]) await look(queries, id);
              await run(queries, deed);
              for (const id of ["a", "b"]) await look(queries, id);
              if (fails) throw new Error("no");
            }
          });
        const reading = async () => {
          for (const id of ["a", "b"])
            expect(await database.read((queries) => queries.find(remembered, [id]))).toEqual(
              await database.read((queries) => queries.find(houseById, [id])),
            );
        };
        await Promise.allSettled(writes.flatMap((steps) => [write(steps), reading()])).then((outcomes) => {
          for (const outcome of outcomes)
            if (outcome.status === "rejected" && outcome.reason.message !== "no") throw outcome.reason;
        });
      }),
    );
  });
});

test("nothing in our schema changes rows behind a statement's back, but for rows that go with others", async () => {
  await using opened = await openTestDatabase("sqlite");
  await migrate(opened.database, migrations, join(opened.home.dataDir, "snapshots"));
  const handle = new Handle(join(opened.home.dataDir, "ermine.db"), { readonly: true });
  const find = (sql: string) => handle.query(sql).values().flat();
  expect(find("select name from sqlite_schema where type not in ('table', 'index')")).toEqual([]);
  expect(find("select distinct on_update from sqlite_schema s, pragma_foreign_key_list(s.name)")).toEqual([
    "NO ACTION",
  ]);
  expect(find("select sql from sqlite_schema where sql like '%generated always%'")).toEqual([]);
  handle.close();
});
