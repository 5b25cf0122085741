import { describe, expect, test } from "bun:test";
import { type Compilable, type Kysely, sql } from "kysely";
import { prepare } from "./prepared.ts";
import { effectOf, footprintOf, type StatementEffect } from "./statement-effect.ts";

interface Tables {
  a: { id: number; x: number | null; y: string | null };
  b: { id: number; a_id: number };
}
type Build = (db: Kysely<Tables>) => Compilable<unknown>;

type Effect = Omit<StatementEffect, "positions">;

const compiled = (build: Build) => prepare(build).compiled("sqlite");
const treeOf = (build: Build) => compiled(build).query;
const rowsOf = (...tables: string[]): Effect => ({ tables, cascades: false, changesSchema: false });
const everything: Effect = { tables: [], cascades: false, changesSchema: true };

describe("the effect of", () => {
  test.each<[name: string, build: Build, effect: Effect | undefined]>([
    ["a select", (db) => db.selectFrom("a").selectAll(), undefined],
    ["a select with raw SQL", (db) => db.selectFrom("a").select(sql`max(x)`.as("max")), undefined],
    ["an insert", (db) => db.insertInto("a").values({ id: 1, x: 1, y: null }), rowsOf("a")],
    [
      "an insert whose value looks like a node",
      (db) => db.insertInto("a").values({ id: 1, x: 1, y: { kind: "RawNode" } as never }),
      rowsOf("a"),
    ],
    [
      "an insert from a select",
      (db) => db.insertInto("a").columns(["id"]).expression(db.selectFrom("b").select("id")),
      rowsOf("a"),
    ],
    [
      "an insert that updates on conflict",
      (db) =>
        db
          .insertInto("a")
          .values({ id: 1, x: 1, y: null })
          .onConflict((row) => row.column("id").doUpdateSet({ x: 2 })),
      rowsOf("a"),
    ],
    [
      "an insert that ignores conflicts",
      (db) => db.insertInto("a").orIgnore().values({ id: 1, x: 1, y: null }),
      rowsOf("a"),
    ],
    [
      "an insert that replaces rows",
      (db) => db.insertInto("a").orReplace().values({ id: 1, x: 1, y: null }),
      { ...rowsOf("a"), cascades: true },
    ],
    [
      "a replace",
      (db) => db.replaceInto("a").values({ id: 1, x: 1, y: null }),
      { ...rowsOf("a"), cascades: true },
    ],
    ["a delete", (db) => db.deleteFrom("a"), { ...rowsOf("a"), cascades: true }],
    [
      "a delete under an alias",
      (db) => db.deleteFrom("a as gone").where("gone.id", "=", 1),
      { ...rowsOf("a"), cascades: true },
    ],
    [
      "a delete with a common table expression",
      (db) =>
        db
          .with("old", (old) => old.selectFrom("b").select("a_id"))
          .deleteFrom("a")
          .where("id", "in", (old) => old.selectFrom("old").select("a_id")),
      { ...rowsOf("a"), cascades: true },
    ],
    [
      "an update",
      (db) => db.updateTable("a").set({ x: 1, y: null }).where("id", "=", 1),
      { ...rowsOf("a"), columns: ["x", "y"] },
    ],
    [
      "an update under an alias",
      (db) => db.updateTable("a as changed").set({ x: 1 }).where("changed.id", "=", 1),
      { ...rowsOf("a"), columns: ["x"] },
    ],
    [
      "an update of every row, by an expression",
      (db) => db.updateTable("a").set((row) => ({ x: row("x", "+", 1) })),
      { ...rowsOf("a"), columns: ["x"] },
    ],
    [
      "an update with raw SQL as a value",
      (db) => db.updateTable("a").set({ y: sql<string>`x || y` }),
      { ...rowsOf("a"), columns: ["y"] },
    ],
    [
      "an update by a subquery",
      (db) => db.updateTable("a").set((row) => ({ x: row.selectFrom("b").select("a_id").limit(1) })),
      { ...rowsOf("a"), columns: ["x"] },
    ],
    [
      "an update that joins another table",
      (db) => db.updateTable("a").from("b").set({ x: 1 }).whereRef("b.a_id", "=", "a.id"),
      { ...rowsOf("a"), columns: ["x"] },
    ],
    ["an update of a column in raw SQL", (db) => db.updateTable("a").set(sql<number>`x`, 1), rowsOf("a")],
    ["a change to a table in raw SQL", (db) => db.deleteFrom(sql`a`.as("a") as never), everything],
    ["create table", (db) => db.schema.createTable("c").addColumn("x", "text"), everything],
    ["create index", (db) => db.schema.createIndex("i").on("a").column("x"), everything],
    ["alter table", (db) => db.schema.alterTable("a").addColumn("z", "text"), everything],
    ["drop table", (db) => db.schema.dropTable("a"), everything],
    ["raw SQL", (db) => ({ compile: () => sql`update a set x = 1`.compile(db) }), everything],
    ["raw SQL that only reads", (db) => ({ compile: () => sql`select 1`.compile(db) }), everything],
  ])("%s", (_, build, effect) => {
    const found = effectOf(compiled(build));
    expect(found).toEqual(effect && { ...effect, positions: found?.positions ?? new Map() });
  });
});

describe("the value of a column in all rows that are changed is at a known position in", () => {
  test.each<[name: string, build: Build, positions: Record<string, number>]>([
    ["an insert", (db) => db.insertInto("a").values({ id: 1, x: 2, y: "c" }), { id: 0, x: 1, y: 2 }],
    [
      "an insert with an expression",
      (db) => db.insertInto("a").values({ id: sql<number>`4`, x: 2, y: "c" }),
      { x: 0, y: 1 },
    ],
    [
      "an insert that does nothing on conflict",
      (db) =>
        db
          .insertInto("b")
          .values({ id: 1, a_id: 2 })
          .onConflict((row) => row.doNothing()),
      { id: 0, a_id: 1 },
    ],
    [
      "a delete",
      (db) =>
        db
          .deleteFrom("b")
          .where("id", "in", [7, 8])
          .where((is) => is.and([is("b.a_id", "=", 9)])),
      { a_id: 2 },
    ],
    [
      "an update of other columns",
      (db) => db.updateTable("a").set({ x: 5 }).where("y", "=", "c").where("id", ">", 4),
      { y: 1 },
    ],
  ])("%s", (_, build, positions) => {
    expect(effectOf(compiled(build))?.positions).toEqual(new Map(Object.entries(positions)));
  });

  test.each<[name: string, build: Build]>([
    [
      "an insert of two rows",
      (db) =>
        db.insertInto("b").values([
          { id: 1, a_id: 5 },
          { id: 2, a_id: 5 },
        ]),
    ],
    [
      "an insert from a select",
      (db) => db.insertInto("b").columns(["id"]).expression(db.selectFrom("a").select("id")),
    ],
    [
      "an insert that updates on conflict",
      (db) =>
        db
          .insertInto("b")
          .values({ id: 1, a_id: 2 })
          .onConflict((row) => row.column("id").doUpdateSet({ a_id: 3 })),
    ],
    ["an insert that replaces rows", (db) => db.insertInto("b").orReplace().values({ id: 1, a_id: 2 })],
    ["a replace", (db) => db.replaceInto("b").values({ id: 1, a_id: 2 })],
    ["an insert of equal values", (db) => db.insertInto("b").values({ id: 1, a_id: 1 })],
    ["an update that sets the column", (db) => db.updateTable("b").set({ a_id: 2 }).where("a_id", "=", 1)],
    [
      "an update by a column in raw SQL",
      (db) => db.updateTable("a").set(sql<number>`y`, 1).where("y", "=", "c"),
    ],
    [
      "an update with another table",
      (db) => db.updateTable("a").from("b").set({ x: 1 }).where("b.id", "=", 3),
    ],
    [
      "a delete of either",
      (db) => db.deleteFrom("b").where((is) => is.or([is("id", "=", 1), is("a_id", "=", 2)])),
    ],
    ["a delete of others", (db) => db.deleteFrom("b").where("id", "!=", 1)],
    ["a delete by a value in the text", (db) => db.deleteFrom("b").where("id", "=", sql.lit(1))],
    ["a delete of all", (db) => db.deleteFrom("b")],
    ["raw SQL", (db) => ({ compile: () => sql`delete from b where id = ${1}`.compile(db) })],
  ])("but not in %s", (_, build) => {
    expect(effectOf(compiled(build))?.positions).toEqual(new Map());
  });
});

describe("the footprint of", () => {
  test("a query has every table and column that it names, wherever it names them", () => {
    const tree = treeOf((db) =>
      db
        .selectFrom("a as first")
        .innerJoin("b", "b.a_id", "first.id")
        .select(["first.x as renamed"])
        .where(({ exists, selectFrom }) => exists(selectFrom("a").select("a.id").where("a.y", "=", "b"))),
    );
    expect(footprintOf(tree)).toEqual({
      tables: new Set(["a", "first", "b"]),
      columns: new Set(["a_id", "id", "x", "y"]),
      selectsAllColumns: false,
      rawSql: [],
    });
  });

  test("a query with all columns or with raw SQL says so", () => {
    expect(footprintOf(treeOf((db) => db.selectFrom("a").selectAll("a")))).toMatchObject({
      selectsAllColumns: true,
      rawSql: [],
    });
    expect(footprintOf(treeOf((db) => db.selectFrom("a").where(sql<boolean>`x = 1`)))).toMatchObject({
      selectsAllColumns: false,
      rawSql: ["x = 1"],
    });
  });
});
