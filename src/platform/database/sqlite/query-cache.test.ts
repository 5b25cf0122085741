import { Database as Handle } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { type Kysely, sql } from "kysely";
import type { Database, WriteQueries } from "../port.ts";
import { prepare } from "../prepared.ts";
import { openSqlite } from "./sqlite.ts";

interface Tables {
  shops: { id: string; name: string; visits: number };
  clerks: { id: string; shop_id: string | null; name: string };
}

const shop = (db: Kysely<Tables>, id: string) =>
  db
    .selectFrom("shops")
    .leftJoin("clerks", "clerks.shop_id", "shops.id")
    .select(["shops.id", "shops.name", "clerks.name as clerk"])
    .where("shops.id", "=", id)
    .orderBy("clerks.id");
const uncached = prepare(shop);
const cached = prepare(shop).cached();

/** The clerks of a shop, cached for each shop alone. */
const clerksOf = (db: Kysely<Tables>, shopId: string) =>
  db
    .selectFrom("clerks")
    .select(["id", sql<string>`upper(name)`.as("name")])
    .where("shop_id", "=", shopId)
    .orderBy("id");
const uncachedClerks = prepare(clerksOf);
const cachedClerks = prepare(clerksOf).cached("shop_id");

type Change = (db: Kysely<Tables>) => { execute(): Promise<unknown> };
const setShop =
  (id: string, values: Partial<Tables["shops"]>): Change =>
  (db) =>
    db.updateTable("shops").set(values).where("id", "=", id);
const addClerk =
  (id: string, shop_id: string | null, name: string): Change =>
  (db) =>
    db.insertInto("clerks").values({ id, shop_id, name });
const deleteShop =
  (id: string): Change =>
  (db) =>
    db.deleteFrom("shops").where("id", "=", id);

describe("the query cache", () => {
  let folder: string;
  let database: Database;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "ermine-cache-"));
    database = openSqlite({ path: join(folder, "a.db"), fsync: false });
    await database.write(async (queries) => {
      const db = queries.sql<Tables>();
      await sql`create table shops (id text primary key, name text, visits integer)`.execute(db);
      await sql`create table clerks
        (id text primary key, shop_id text references shops (id) on delete cascade, name text)`.execute(db);
      await sql`insert into shops values ('a', 'A', 0), ('b', 'B', 0)`.execute(db);
    });
    // A query that is new in a transaction is cached after it.
    for (const query of [cached, cachedClerks])
      await database.read((queries) => queries.find(query as typeof cached, ["a"]));
  });
  afterEach(async () => {
    await database[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  const run = (queries: WriteQueries, change: Change) => change(queries.sql<Tables>()).execute();
  const change = (made: Change) => database.write((queries) => run(queries, made));
  const read = () => database.read((queries) => queries.find(cached, ["a"]));
  /** Fails if the cached rows are not those that the database has. */
  const findChecked = async (queries: WriteQueries, id: string) => {
    const rows = await queries.find(cached, [id]);
    expect(rows).toEqual(await queries.find(uncached, [id]));
    expect(await queries.find(cachedClerks, [id])).toEqual(await queries.find(uncachedClerks, [id]));
    return rows;
  };
  const firstOfA = () => database.write(async (queries) => (await findChecked(queries, "a"))[0]);
  const changeByOtherProcess = () => {
    const other = new Handle(join(folder, "a.db"));
    other.run("update shops set name = 'from elsewhere' where id = 'a'");
    other.close();
  };

  test("returns the same rows again, and they cannot be changed", async () => {
    await database.write(async (queries) => {
      const [first] = await findChecked(queries, "a");
      const [second] = await findChecked(queries, "a");
      expect(second).toBe(first as never);
      expect(() => Object.assign(first ?? {}, { name: "mine" })).toThrow();
    });
  });

  test("drops rows when a table or column that the query reads changes, and keeps them otherwise", async () => {
    const before = await firstOfA();
    await change(setShop("a", { visits: 5 }));
    expect(await firstOfA()).toBe(before as never);
    await change(addClerk("y", null, "Y"));
    await firstOfA();
    await change(setShop("a", { name: "8" }));
    expect(await firstOfA()).toEqual({ id: "a", name: "8", clerk: null });
    expect(before).toEqual({ id: "a", name: "A", clerk: null });
    await change(addClerk("x", "a", "X"));
    expect(await firstOfA()).toEqual({ id: "a", name: "8", clerk: "X" });
    // The deletion cascades to the clerks.
    await change(deleteShop("a"));
    expect(await firstOfA()).toBeUndefined();
  });

  test("keeps rows when an expression or raw SQL sets a column that the query does not read", async () => {
    const before = await firstOfA();
    await change((db) => db.updateTable("shops").set((row) => ({ visits: row("visits", "+", 1) })));
    await change((db) => db.updateTable("shops").set({ visits: sql<number>`visits + 1` }));
    expect(await firstOfA()).toBe(before as never);
  });

  test("drops rows that raw SQL changes", async () => {
    const before = await firstOfA();
    await database.write((queries) => sql`update shops set name = 'raw'`.execute(queries.sql()));
    expect(before?.name).toBe("A");
    expect((await firstOfA())?.name).toBe("raw");
  });

  test("drops rows of a query for all columns, and rows that a deletion cascades to", async () => {
    const clerkById = prepare((db: Kysely<Tables>, id: string) =>
      db.selectFrom("clerks").selectAll().where("id", "=", id),
    ).cached();
    const name = () => database.write(async (queries) => (await queries.find(clerkById, ["x"]))[0]?.name);
    await change(addClerk("x", "a", "X"));
    expect(await name()).toBe("X");
    await change((db) => db.updateTable("clerks").set({ name: "7" }).where("id", "=", "x"));
    expect(await name()).toBe("7");
    await change(deleteShop("a"));
    expect(await name()).toBeUndefined();
  });

  test("keeps the rows of other values than a statement changes", async () => {
    const clerks = async (shopId: string) => database.read((queries) => queries.find(cachedClerks, [shopId]));
    await change(addClerk("x", "a", "X"));
    await change(addClerk("y", "b", "Y"));
    const [ofA, ofB] = [await clerks("a"), await clerks("b")];
    await change(addClerk("z", "a", "Z"));
    expect(await clerks("a")).toEqual([...ofA, { id: "z", name: "Z" }]);
    expect(await clerks("b")).toBe(ofB);
    const afterAll = await clerks("a");
    await change((db) => db.updateTable("clerks").set({ name: "w" }).where("id", "=", "y"));
    expect(await clerks("b")).toEqual([{ id: "y", name: "W" }]);
    await change((db) => db.deleteFrom("clerks").where("shop_id", "=", "b"));
    expect(await clerks("a")).toBe(afterAll);
    await database.write(async (queries) => {
      await run(queries, addClerk("v", "b", "V"));
      // Nobody waits for the commit of what concerns another value.
      expect(await clerks("a")).toBe(afterAll);
      expect(await clerks("b")).toEqual([]);
    });
    expect(await clerks("b")).toEqual([{ id: "v", name: "V" }]);
    expect(await clerks("a")).toBe(afterAll);
    // The deletion of the shop cascades to its clerks.
    await change(deleteShop("a"));
    expect(await clerks("a")).toEqual([]);
  });

  test("refuses to cache by a column of which a query reads more than one value", async () => {
    const byId = prepare((db: Kysely<Tables>, id: string) =>
      db.selectFrom("clerks").selectAll().where("id", "=", id),
    ).cached("shop_id");
    const byLastValue = prepare((db: Kysely<Tables>, name: string, shopId: string) =>
      db.selectFrom("clerks").selectAll().where("name", "=", name).where("shop_id", "=", shopId),
    ).cached("shop_id");
    const ofTwoTables = prepare((db: Kysely<Tables>, shopId: string) =>
      db.selectFrom(["clerks", "shops"]).selectAll().where("shop_id", "=", shopId),
    ).cached("shop_id");
    const refused = "more than one shop_id";
    await database.write(async (queries) => {
      expect(() => queries.find(byId, ["x"])).toThrow(refused);
      expect(() => queries.find(byLastValue, ["X", "a"])).toThrow(refused);
      expect(() => queries.find(ofTwoTables, ["a"])).toThrow(refused);
    });
  });

  test("drops rows that were rolled back", async () => {
    const attempt = database.write(async (queries) => {
      await run(queries, setShop("a", { name: "wrong" }));
      expect((await findChecked(queries, "a"))[0]?.name).toBe("wrong");
      throw new Error("no");
    });
    await expect(attempt).rejects.toThrow("no");
    expect((await firstOfA())?.name).toBe("A");
  });

  test("drops rows that another process has changed", async () => {
    await firstOfA();
    changeByOtherProcess();
    expect((await firstOfA())?.name).toBe("from elsewhere");
  });

  test("gives readers changed rows after the commit, and not before", async () => {
    const seen: unknown[] = [];
    await database.write(async (queries) => {
      seen.push((await read())[0]?.name);
      await run(queries, setShop("a", { name: "new" }));
      expect((await findChecked(queries, "a"))[0]?.name).toBe("new");
      seen.push((await read())[0]?.name);
    });
    seen.push((await read())[0]?.name);
    await database.write(async () => void seen.push((await read())[0]?.name));
    expect(seen).toEqual(["A", "A", "new", "new"]);
  });

  test("drops the rows of readers that another process changes after their read", async () => {
    await database.write(async () => void (await read()));
    await read();
    changeByOtherProcess();
    await database.write(async () => {
      expect((await read())[0]?.name).toBe("from elsewhere");
    });
  });

  test("keeps the rows of readers between transactions, until another process changes them", async () => {
    const nextTurn = () => new Promise((go) => setImmediate(go));
    const [first] = await read();
    await nextTurn();
    expect((await read())[0]).toBe(first as never);
    changeByOtherProcess();
    await nextTurn();
    expect((await read())[0]?.name).toBe("from elsewhere");
  });

  test("does not keep empty results", async () => {
    await database.write(async (queries) => {
      expect(await queries.find(cached, ["nobody"])).not.toBe(await queries.find(cached, ["nobody"]));
    });
  });

  test("knows both tables of a query from two tables", async () => {
    const both = prepare((db: Kysely<Tables>) =>
      db.selectFrom(["shops", "clerks"]).select(["shops.name", "clerks.name as clerk"]),
    ).cached();
    const clerks = () => database.write(async (queries) => (await queries.find(both, [])).length);
    await change(addClerk("x", "a", "X"));
    expect(await clerks()).toBe(2);
    await change(addClerk("y", "a", "Y"));
    expect(await clerks()).toBe(4);
    await change(deleteShop("b"));
    expect(await clerks()).toBe(2);
  });

  test("refuses a query with raw SQL, whose tables it cannot know", async () => {
    const raw = prepare((db: Kysely<Tables>) =>
      db.selectFrom("shops").select(sql<number>`(select count(*) from clerks)`.as("clerks")),
    ).cached();
    await expect(database.write(async (queries) => queries.find(raw, []))).rejects.toThrow("which tables");
  });

  test("always returns the rows that the database has, whatever changes in whatever order", async () => {
    const changes: Record<string, Change> = {
      "name of a by raw SQL": (db) =>
        db.updateTable("shops").set({ name: sql<string>`'N' || random()` }).where("id", "=", "a"),
      "name of b": setShop("b", { name: "plain" }),
      "visits of b": setShop("b", { visits: 1 }),
      "name of clerks": (db) => db.updateTable("clerks").set({ name: "clerk" }).where("shop_id", "=", "a"),
      "clerk by a subquery": (db) =>
        db.updateTable("clerks").set((row) => ({ name: row.selectFrom("shops").select("name").limit(1) })),
      "clerks of all shops": (db) =>
        db
          .insertInto("clerks")
          .orIgnore()
          .columns(["id", "shop_id", "name"])
          .expression(
            db.selectFrom("shops").select([sql<string>`'in ' || id`.as("clerk"), "id", sql.lit("X").as("x")]),
          ),
      "a again": (db) =>
        db
          .insertInto("shops")
          .values({ id: "a", name: "A", visits: 0 })
          .onConflict((row) => row.column("id").doUpdateSet({ name: "again" })),
      "b replaced": (db) => db.replaceInto("shops").values({ id: "b", name: "B", visits: 0 }),
      "another clerk of b": (db) =>
        db.insertInto("clerks").values({ id: crypto.randomUUID(), shop_id: "b", name: "new" }),
      "no clerks of a": (db) => db.deleteFrom("clerks").where("shop_id", "=", "a"),
      "clerks of a move to b": (db) =>
        db.updateTable("clerks").set({ shop_id: "b" }).where("shop_id", "=", "a"),
      "no clerks": (db) => db.deleteFrom("clerks"),
      "no a": deleteShop("a"),
      "raw SQL": (db) => ({ execute: () => sql`update shops set name = 'raw' || random()`.execute(db) }),
    };
    const step = fc.record({ name: fc.constantFrom(...Object.keys(changes)), fails: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { maxLength: 5 }), { maxLength: 12 }), async (writes) => {
        const write = (steps: (typeof writes)[number]) =>
          database.write(async (queries) => {
            for (const { name, fails } of steps) {
              for (const id of ["a", "b"]) await findChecked(queries, id);
              const made = changes[name];
              if (made) await run(queries, made);
              for (const id of ["a", "b"]) await findChecked(queries, id);
              if (fails) throw new Error("no");
            }
          });
        const readBoth = async () => {
          const find = (query: typeof cached | typeof cachedClerks, id: string) =>
            database.read((queries) => queries.find(query as typeof cached, [id]));
          for (const id of ["a", "b"]) {
            expect(await find(cached, id)).toEqual(await find(uncached, id));
            expect(await find(cachedClerks, id)).toEqual(await find(uncachedClerks, id));
          }
        };
        await Promise.allSettled(writes.flatMap((steps) => [write(steps), readBoth()])).then((outcomes) => {
          for (const outcome of outcomes)
            if (outcome.status === "rejected" && outcome.reason.message !== "no") throw outcome.reason;
        });
      }),
    );
  });
});
