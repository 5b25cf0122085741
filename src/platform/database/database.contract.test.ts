import { describe, expect, test } from "bun:test";
import { type Kysely, sql } from "kysely";
import { openTestDatabaseWithLog } from "../../../test/support/database/databases.ts";
import { type Engine, engines } from "../../../test/support/server/engines.ts";
import { until } from "../../../test/support/until.ts";
import type { Database, ReadQueries, WriteQueries } from "./port.ts";
import { prepare } from "./prepared.ts";

interface Tables {
  shelves: { id: string; books: number };
  books: { id: string; shelf_id: string; title: string | null };
}

async function openLibrary(engine: Engine) {
  const opened = await openTestDatabaseWithLog(engine);
  await opened.database.write(async (queries) => {
    const { schema } = queries.sql<Tables>();
    await schema
      .createTable("shelves")
      .addColumn("id", "text", (c) => c.primaryKey().notNull())
      .addColumn("books", "bigint", (c) => c.notNull())
      .execute();
    await schema
      .createTable("books")
      .addColumn("id", "text", (c) => c.primaryKey().notNull())
      .addColumn("shelf_id", "text", (c) => c.notNull().references("shelves.id"))
      .addColumn("title", "text")
      .execute();
    await queries.sql<Tables>().insertInto("shelves").values({ id: "a", books: 0 }).execute();
  });
  return opened;
}

const clearShelves = prepare((db: Kysely<Tables>) => db.deleteFrom("shelves"));
const shelfIds = prepare((db: Kysely<Tables>) => db.selectFrom("shelves").select("id"));

const countOf = async (queries: ReadQueries, id = "a") =>
  (await queries.sql<Tables>().selectFrom("shelves").select("books").where("id", "=", id).executeTakeFirst())
    ?.books;

const setCount = (queries: WriteQueries, books: number) =>
  queries.sql<Tables>().updateTable("shelves").set({ books }).where("id", "=", "a").execute();

/** Reads the count, and then writes a value that depends on it. */
async function increment(queries: WriteQueries): Promise<number> {
  const next = ((await countOf(queries)) ?? Number.NaN) + 1;
  await setCount(queries, next);
  return next;
}

const insertBook = (database: Database, book: Tables["books"]) =>
  database.write((queries) => queries.sql<Tables>().insertInto("books").values(book).execute());

/** A write that has done its work and stays open until `finish`. */
async function holdOpen(database: Database, work: (queries: WriteQueries) => Promise<unknown>) {
  const [worked, barrier] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ended = database.write(async (queries) => {
    await work(queries);
    worked.resolve();
    await barrier.promise;
  });
  await worked.promise;
  return { finish: barrier.resolve, ended };
}

describe.each([...engines])("database: %s", (engine) => {
  test("a read returns what was written, and a write returns the result of its work", async () => {
    await using library = await openLibrary(engine);
    const { database } = library;
    expect(await database.write(increment)).toBe(1);
    expect(await database.read((queries) => countOf(queries))).toBe(1);
  });

  test("a write that throws changes nothing, and rejects with the error that was thrown", async () => {
    await using library = await openLibrary(engine);
    const { database } = library;
    const failure = new Error("changed my mind");
    const write = database.write(async (queries) => {
      await increment(queries);
      await queries.sql<Tables>().insertInto("shelves").values({ id: "b", books: 7 }).execute();
      throw failure;
    });
    expect(await write.catch((error) => error)).toBe(failure);
    expect(await database.read((queries) => countOf(queries))).toBe(0);
    expect(await database.read((queries) => countOf(queries, "b"))).toBeUndefined();
    expect(await database.write(increment)).toBe(1);
  });

  test.each(["commit", "rollback"])(
    "a transaction used after its %s throws and changes nothing",
    async (end) => {
      await using library = await openLibrary(engine);
      const { database } = library;
      const kept: { queries?: WriteQueries; builder?: { execute(): Promise<unknown> } } = {};
      const write = database.write(async (queries) => {
        kept.queries = queries;
        kept.builder = queries.sql<Tables>().updateTable("shelves").set({ books: 99 });
        if (end === "rollback") throw new Error("rolled back");
      });
      await write.catch(() => {});
      const late = async () => {
        if (!kept.queries) throw new Error("the work did not run");
        await setCount(kept.queries, 98);
      };
      await expect(late()).rejects.toThrow(/ransaction is already/);
      await expect((async () => kept.builder?.execute())()).rejects.toThrow(/ransaction is already/);
      expect(await database.read((queries) => countOf(queries))).toBe(0);
    },
  );

  test("a reader cannot write, not even past the types", async () => {
    const hasNoInsert: "insertInto" extends keyof ReturnType<ReadQueries["sql"]> ? never : true = true;
    const hasNoExecutor: "getExecutor" extends keyof ReturnType<ReadQueries["sql"]> ? never : true = true;
    const refusesWriteQuery: typeof clearShelves extends Parameters<ReadQueries["find"]>[0] ? never : true =
      true;
    const takesReadQuery: typeof shelfIds extends Parameters<ReadQueries["find"]>[0] ? true : never = true;
    expect([hasNoInsert, hasNoExecutor, refusesWriteQuery, takesReadQuery]).toEqual(Array(4).fill(true));

    await using library = await openLibrary(engine);
    const { database } = library;
    const writes: ((queries: WriteQueries) => Promise<unknown>)[] = [
      increment,
      (queries) => sql`insert into shelves values ('b', 0)`.execute(queries.sql()),
      (queries) => sql`drop table books`.execute(queries.sql()),
      async (queries) => queries.find(clearShelves, []),
    ];
    for (const write of writes) {
      const smuggled = write as unknown as (queries: ReadQueries) => Promise<unknown>;
      const refusal = /read-?only/;
      await expect(database.read(smuggled)).rejects.toThrow(refusal);
      await expect(database.snapshot(smuggled)).rejects.toThrow(refusal);
    }
    expect(await database.read((queries) => queries.find(shelfIds, []))).toEqual([{ id: "a" }]);
    expect(await database.read((queries) => countOf(queries))).toBe(0);
    expect(await database.write(increment)).toBe(1);
  });

  test("200 simultaneous increments all count", async () => {
    await using library = await openLibrary(engine);
    const { database } = library;
    const results = await Promise.all(Array.from({ length: 200 }, () => database.write(increment)));
    const upTo200 = Array.from({ length: 200 }, (_, index) => index + 1);
    expect(results.toSorted((a, b) => a - b)).toEqual(upTo200);
    expect(await database.read((queries) => countOf(queries))).toBe(200);
  });

  test("onDurable runs once, and not for failed writes", async () => {
    await using library = await openLibrary(engine);
    const { database } = library;
    const durable: number[] = [];
    await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        let mine = 0;
        const failing = index % 3 === 0;
        const work = async (queries: WriteQueries) => {
          mine = await increment(queries);
          if (failing) throw new Error("not this one");
        };
        const write = database.write(work, { onDurable: () => durable.push(mine) });
        if (failing) await write.catch(() => {});
        else await write;
      }),
    );
    await until(() => durable.length >= 40);
    // PostgreSQL answers over several connections, whose responses may overtake each other; what depends on the order
    // of the commits goes by their positions.
    const inOrder = engine === "sqlite" ? durable : durable.toSorted((a, b) => a - b);
    expect(inOrder).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  });

  test("reads do not wait for an open write, and see only committed changes", async () => {
    await using library = await openLibrary(engine);
    const { database } = library;
    const open = await holdOpen(database, increment);
    expect(await database.read((queries) => countOf(queries))).toBe(0);
    open.finish();
    await open.ended;
    expect(await database.read((queries) => countOf(queries))).toBe(1);
  });

  test("a write that conflicts with an open one comes after it", async () => {
    await using library = await openLibrary(engine);
    const { database } = library;
    const open = await holdOpen(database, increment);
    let settled = false;
    const second = database.write(increment).finally(() => {
      settled = true;
    });
    for (let reads = 0; reads < 20; reads++)
      expect(await database.read((queries) => countOf(queries))).toBe(0);
    expect(settled).toBe(false);
    open.finish();
    await open.ended;
    expect(await second).toBe(2);
  });

  test("statements report how many rows they changed, and can return the rows", async () => {
    await using library = await openLibrary(engine);
    const { database } = library;
    await database.write(async (queries) => {
      const shelves = queries.sql<Tables>();
      const added = await shelves
        .insertInto("shelves")
        .values([
          { id: "b", books: 5 },
          { id: "c", books: 6 },
        ])
        .returning(["id", "books"])
        .execute();
      expect(added).toEqual([
        { id: "b", books: 5 },
        { id: "c", books: 6 },
      ]);
      const inserted = await shelves.insertInto("shelves").values({ id: "d", books: 1 }).executeTakeFirst();
      expect(inserted.numInsertedOrUpdatedRows).toBe(1n);
      const updated = await shelves
        .updateTable("shelves")
        .set({ books: 9 })
        .where("books", ">", 4)
        .executeTakeFirst();
      expect(updated.numUpdatedRows).toBe(2n);
      const none = await shelves.deleteFrom("shelves").where("id", "=", "z").executeTakeFirst();
      expect(none.numDeletedRows).toBe(0n);
      const deleted = await shelves.deleteFrom("shelves").where("books", "=", 9).returning("id").execute();
      expect(deleted.map(({ id }) => id).toSorted()).toEqual(["b", "c"]);
    });
  });

  test("large integers, Unicode, empty text and null are read as they were written", async () => {
    await using library = await openLibrary(engine);
    const { database } = library;
    const numbers = [2 ** 31, -(2 ** 40), 1_700_000_000_000, Number.MAX_SAFE_INTEGER];
    for (const books of numbers) {
      await database.write((queries) => setCount(queries, books));
      expect(await database.read((queries) => countOf(queries))).toBe(books);
    }
    const titles = ["Ἰλιάς", "𝄞 日本 👩‍👩‍👧‍👦", "e\u0301 ≠ é", "a'b\"c\\d\n\u0001\u2028", "", null];
    for (const [index, title] of titles.entries())
      await insertBook(database, { id: `${index}`, shelf_id: "a", title });
    const rows = await database.read((queries) =>
      queries.sql<Tables>().selectFrom("books").select("title").orderBy("id").execute(),
    );
    expect(rows.map(({ title }) => title)).toEqual(titles);
  });

  test("a write that violates a unique or foreign key is refused", async () => {
    await using library = await openLibrary(engine);
    const { database } = library;
    const errorOf = (write: Promise<unknown>) =>
      write.then(
        () => "no error",
        (error: unknown) => error,
      );
    await insertBook(database, { id: "1", shelf_id: "a", title: "one" });
    const twice = await errorOf(insertBook(database, { id: "1", shelf_id: "a", title: "again" }));
    const orphan = await errorOf(insertBook(database, { id: "2", shelf_id: "nowhere", title: "two" }));
    expect(twice).toBeInstanceOf(Error);
    expect(orphan).toBeInstanceOf(Error);
  });
});
