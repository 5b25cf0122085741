import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Kysely } from "kysely";
import { openTestDatabase } from "../../../../test/support/database/databases.ts";
import { engines } from "../../../../test/support/server/engines.ts";
import { prepare } from "../prepared.ts";
import { CombinedReads } from "./combined-reads.ts";
import { PostgresPool } from "./pool.ts";

interface Tables {
  notes: { id: string; place: string; size: number };
}

const notesIn = prepare((db: Kysely<Tables>, place: string, without: string) =>
  db
    .selectFrom("notes")
    .select(["id", "size"])
    .where("id", "!=", without)
    .where("place", "=", place)
    .orderBy("size", "desc")
    .limit(2),
).cached();

async function openNotes() {
  const { home, ...opened } = await openTestDatabase("postgres");
  const pool = new PostgresPool({
    url: home.databaseUrl,
    poolSize: 2,
    queryTimeoutMs: 15_000,
    readOnly: false,
  });
  await pool.execute("create table notes (id text primary key, place text, size bigint)");
  await pool.execute("insert into notes select 'n' || i, 'p' || i % 3, i from generate_series(1, 12) i");
  let statements = 0;
  let opening: Promise<void> | undefined;
  const reads = new CombinedReads(async (...args) => {
    statements += 1;
    await opening;
    return pool.execute(...args);
  });
  return {
    reads,
    count: () => statements,
    /** Makes statements wait until the result is called. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      opening = promise;
      return resolve;
    },
    async [Symbol.asyncDispose]() {
      await pool.close();
      await opened[Symbol.asyncDispose]();
    },
  };
}

const text = fc.oneof(
  fc.constantFrom("n12", "p0", "p1", "p2", 'a"b', "\\", "{}", "NULL", "", "é,"),
  fc.string({ unit: "grapheme" }).filter((value) => !value.includes("\0")),
);

describe.if(engines.includes("postgres"))("reads of the same query that come at the same moment", () => {
  test("find what they find one after another, in two statements", async () => {
    await using notes = await openNotes();
    const { reads, count } = notes;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 2, maxLength: 8 }), async (calls) => {
        const before = count();
        const together = await Promise.all(calls.map((call) => reads.find(notesIn, call)));
        // The first alone, and the others together.
        expect(count() - before).toBe(2);
        for (const [at, call] of calls.entries())
          expect(await reads.find(notesIn, call)).toEqual(together[at] ?? []);
      }),
      { numRuns: 60 },
    );
  });

  test("wait for the one that runs, however long after it they come", async () => {
    await using notes = await openNotes();
    const go = notes.hold();
    const first = notes.reads.find(notesIn, ["p0", ""]);
    await Bun.sleep(20);
    const others = [1, 2, 2].map((place) => notes.reads.find(notesIn, [`p${place}`, ""]));
    await Bun.sleep(20);
    expect(notes.count()).toBe(1);
    go();
    const found = await Promise.all([first, ...others]);
    expect(found.map((rows) => rows[0]?.id)).toEqual(["n12", "n10", "n11", "n11"]);
    expect(notes.count()).toBe(2);
  });

  test("fail alone for a value that PostgreSQL refuses", async () => {
    await using notes = await openNotes();
    const places = ["p0", "p1", "p1", "\0", "p2"];
    const found = await Promise.allSettled(places.map((place) => notes.reads.find(notesIn, [place, "n3"])));
    expect(
      found.map((one) => (one.status === "fulfilled" ? one.value.map(({ id }) => id) : "refused")),
    ).toEqual([["n12", "n9"], ["n10", "n7"], ["n10", "n7"], "refused", ["n11", "n8"]]);
  });
});
