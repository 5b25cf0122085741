import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Kysely, sql } from "kysely";
import { openTestDatabaseWithLog } from "../../../../../test/support/database/databases.ts";
import { engines } from "../../../../../test/support/server/engines.ts";
import { prepare } from "../../prepared.ts";
import type { PostgresResult } from "../connection.ts";
import { PostgresPool } from "../pool.ts";
import { type AnyPrepared, CombinedQueries } from "./combined-queries.ts";
import { combineQuery } from "./combined-query.ts";
import { executeEach } from "./execute-each.ts";
import { ReadLoader } from "./read-loader.ts";

interface Tables {
  notes: { id: string; place: string; size: number | null; words: string };
}

const notesIn = prepare((db: Kysely<Tables>, place: string, least: number) =>
  db
    .selectFrom("notes")
    .select(["id", "size"])
    .where("size", ">=", least)
    .where("id", "!=", "hidden")
    .where("place", "=", place)
    .orderBy("size", "desc")
    .limit(2),
).cached();
const addNote = prepare((db: Kysely<Tables>, words: string, id: string, size: number | null, place: string) =>
  db.insertInto("notes").values({ id, place, size, words: sql<string>`${words}::tsvector` }),
);
const addOnce = prepare((db: Kysely<Tables>, id: string, place: string, size: number | null, words: string) =>
  db
    .insertInto("notes")
    .values({ id, place, size, words })
    .onConflict((conflict) => conflict.columns(["id"]).doNothing())
    .returning(["size", "id"]),
);
const resize = prepare((db: Kysely<Tables>, size: number | null, id: string, below: number) =>
  db
    .updateTable("notes")
    .set({ size })
    .where("id", "=", id)
    .where((is) => is.or([is("size", "is", null), is("size", "<", below)])),
);

async function openNotes() {
  const { home, ...opened } = await openTestDatabaseWithLog("postgres");
  const pool = new PostgresPool({
    url: home.databaseUrl,
    poolSize: 2,
    queryTimeoutMs: 15_000,
    readOnly: false,
  });
  await pool.execute("create table notes (id text primary key, place text, size bigint, words tsvector)");
  const combined = new CombinedQueries(pool);
  const reset = async () => {
    await pool.execute("delete from notes");
    await pool.execute(
      "insert into notes select 'n' || i, 'p' || i % 3, i, '' from generate_series(1, 12) i",
    );
  };
  return {
    pool,
    combined,
    reset,
    contents: async () =>
      (await pool.execute("select id, place, size, words::text from notes order by id")).rows,
    each: async (query: AnyPrepared, calls: readonly (readonly unknown[])[]) =>
      executeEach(pool.execute, query, await combined.load(query), calls),
    async [Symbol.asyncDispose]() {
      await pool.close();
      await opened[Symbol.asyncDispose]();
    },
  };
}

const text = fc.oneof(
  fc.constantFrom("n1", "n2", "p1", 'a"b', "\\", "{}", "NULL", "", "é,"),
  fc.string({ unit: "grapheme" }),
);
const storable = text.filter((value) => !value.includes("\0"));
const size = fc.option(fc.integer({ min: -5, max: 20 }));

describe.if(engines.includes("postgres"))("a combined query", () => {
  const cases: [
    string,
    AnyPrepared,
    fc.Arbitrary<readonly unknown[]>,
    (call: readonly unknown[]) => unknown,
  ][] = [
    [
      "select",
      notesIn,
      fc.tuple(fc.oneof(storable, fc.constantFrom("p0", "p1", "p2")), fc.integer({ min: 0, max: 12 })),
      () => Math.random(),
    ],
    ["insert", addNote, fc.tuple(fc.constantFrom("'a' 'b':1", ""), storable, size, storable), ([, id]) => id],
    ["insert or nothing", addOnce, fc.tuple(storable, storable, size, fc.constant("")), () => Math.random()],
    [
      "update",
      resize,
      fc.tuple(size, fc.constantFrom("n1", "n2", "n5", "none"), fc.integer({ min: 0, max: 9 })),
      ([, id]) => id,
    ],
  ];
  for (const [name, query, call, keyOf] of cases)
    test(`has the same results as its calls one after another: ${name}`, async () => {
      await using notes = await openNotes();
      const calls = fc.uniqueArray(call, { minLength: 2, maxLength: 8, selector: keyOf });
      await fc.assert(
        fc.asyncProperty(calls, async (values) => {
          await notes.reset();
          const outcomeOf = async (run: () => Promise<readonly Pick<PostgresResult, "rows" | "count">[]>) =>
            run().then(
              (results) => results.map(({ rows, count }) => ({ rows, count })),
              () => "refused",
            );
          const together = await outcomeOf(() => notes.each(query, values));
          const after = await notes.contents();
          await notes.reset();
          const { sql: statement } = query.compiled("postgres");
          const alone = await outcomeOf(async () => {
            const results = [];
            for (const one of values)
              results.push(await notes.pool.execute(statement, query.parameters("postgres", one)));
            return results;
          });
          expect(together).toEqual(alone);
          if (typeof alone !== "string") expect(after).toEqual(await notes.contents());
        }),
        { numRuns: 60 },
      );
    });

  test("of reads that wait at the same time: a value that PostgreSQL refuses fails alone", async () => {
    await using notes = await openNotes();
    await notes.reset();
    const loader = new ReadLoader(notes.pool.execute, notes.combined);
    const places = ["p0", "p1", "p1", "\0", "p2"];
    const found = await Promise.allSettled(places.map((place) => loader.find(notesIn, [place, 0])));
    expect(
      found.map((one) => (one.status === "fulfilled" ? one.value.map(({ id }) => id) : "refused")),
    ).toEqual([["n12", "n9"], ["n10", "n7"], ["n10", "n7"], "refused", ["n11", "n8"]]);
  });
});

test("inserts of one row are combined, and those of several, or that update a row, are not", () => {
  const isCombined = (query: AnyPrepared) =>
    combineQuery(query.compiled("postgres").query, ["text", "text", "int4", "text"]) !== undefined;
  const note = (id: string, place: string, size: number, words: string) => ({ id, place, size, words });
  expect([addNote, addOnce].map(isCombined)).toEqual([true, true]);
  const addTwo = prepare((db: Kysely<Tables>, id: string, place: string, size: number, words: string) =>
    db.insertInto("notes").values([note(id, place, size, words), note(id, place, size, words)]),
  );
  const put = prepare((db: Kysely<Tables>, id: string, place: string, size: number, words: string) =>
    db
      .insertInto("notes")
      .values(note(id, place, size, words))
      .onConflict((conflict) => conflict.columns(["id"]).doUpdateSet({ size })),
  );
  expect([addTwo, put].map(isCombined)).toEqual([false, false]);
});
