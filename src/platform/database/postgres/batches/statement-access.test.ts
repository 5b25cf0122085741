import { describe, expect, test } from "bun:test";
import { type Compilable, type Kysely, sql } from "kysely";
import { prepare } from "../../prepared.ts";
import { accessesOf, dependOnOrder } from "./statement-access.ts";

interface Tables {
  a: { id: number; x: number; y: number };
  b: { id: number; a_id: number };
}
type Build = (db: Kysely<Tables>) => Compilable<unknown>;

function areDependent(one: Build, other: Build): boolean {
  const [first, second] = [one, other].map((build) => accessesOf(prepare(build).compiled("postgres").query));
  const depend = (from: typeof first, to: typeof first) =>
    (from ?? []).some((access) => (to ?? []).some((another) => dependOnOrder(access, another)));
  expect(depend(first, second)).toBe(depend(second, first));
  return depend(first, second);
}

const readX = (id: number) => (db: Kysely<Tables>) => db.selectFrom("a").select("x").where("id", "=", id);
const setX = (id: number) => (db: Kysely<Tables>) => db.updateTable("a").set({ x: 1 }).where("id", "=", id);
const setY = (id: number) => (db: Kysely<Tables>) => db.updateTable("a").set({ y: 1 }).where("id", "=", id);
const insert = (id: number) => (db: Kysely<Tables>) => db.insertInto("a").values({ id, x: id, y: 0 });
const insertOnce = (id: number, x: number) => (db: Kysely<Tables>) =>
  db
    .insertInto("a")
    .values({ id, x, y: 0 })
    .onConflict((conflict) => conflict.columns(["id"]).doNothing());
const upsert = (id: number, x: number) => (db: Kysely<Tables>) =>
  db
    .insertInto("a")
    .values({ id, x, y: 0 })
    .onConflict((conflict) => conflict.columns(["id"]).doUpdateSet({ x }));
const withX = (x: number) => (db: Kysely<Tables>) => db.selectFrom("a").select("id").where("x", "=", x);

describe("whether the order of two statements matters", () => {
  test("not if they read, or concern other tables, columns or rows", () => {
    expect(areDependent(readX(1), readX(1))).toBeFalse();
    expect(areDependent(setX(1), (db) => db.selectFrom("b").selectAll())).toBeFalse();
    expect(areDependent(setY(1), readX(1))).toBeFalse();
    expect(areDependent(setX(1), readX(2))).toBeFalse();
    expect(areDependent(setX(1), setX(2))).toBeFalse();
    expect(areDependent(insert(1), readX(2))).toBeFalse();
    expect(areDependent(insert(1), insert(2))).toBeFalse();
    expect(areDependent(insertOnce(1, 5), insertOnce(2, 5))).toBeFalse();
  });

  test("if one changes what the other reads or changes", () => {
    expect(areDependent(setX(1), readX(1))).toBeTrue();
    expect(areDependent(setX(1), setX(1))).toBeTrue();
    expect(areDependent(setX(1), (db) => db.selectFrom("a").selectAll())).toBeTrue();
    expect(areDependent(setX(1), withX(3))).toBeTrue();
    expect(areDependent(insert(1), readX(1))).toBeTrue();
    expect(areDependent(insert(1), (db) => db.selectFrom("a").select("y"))).toBeTrue();
    expect(areDependent(insertOnce(1, 5), insertOnce(1, 6))).toBeTrue();
    expect(areDependent(insertOnce(1, 5), insert(1))).toBeTrue();
    expect(areDependent((db) => db.updateTable("a").set({ id: 2 }).where("id", "=", 1), readX(2))).toBeTrue();
  });

  test("an upsert concerns rows with other values than its own", () => {
    expect(areDependent(upsert(1, 5), withX(6))).toBeTrue();
    expect(areDependent(upsert(1, 5), readX(2))).toBeFalse();
  });

  test("a value that only the database knows may be any", () => {
    const insertComputed = (db: Kysely<Tables>) =>
      db.insertInto("a").values({ id: 1, x: sql<number>`1 + 1`, y: 0 });
    expect(areDependent(insertComputed, readX(2))).toBeFalse();
    expect(areDependent(insertComputed, withX(7))).toBeTrue();
    expect(areDependent(insert(1), withX(7))).toBeFalse();
  });

  test("if the tree does not tell", () => {
    expect(areDependent(setX(1), (db) => db.deleteFrom("b"))).toBeTrue();
    expect(
      areDependent(setX(1), (db) => db.selectFrom("b").select(sql`(select x from a)`.as("x"))),
    ).toBeTrue();
    expect(
      areDependent(setX(1), (db) =>
        db
          .insertInto("a")
          .values({ id: 2, x: 1, y: 1 })
          .onConflict((conflict) => conflict.doNothing()),
      ),
    ).toBeTrue();
  });

  test("the condition of a query says nothing about its subqueries and other occurrences of its table", () => {
    const nested: Build = (db) =>
      db
        .selectFrom("a")
        .select("x")
        .where("id", "=", 2)
        .where("y", "in", (of) => of.selectFrom("a").select("x"));
    const joined: Build = (db) =>
      db.selectFrom("a").innerJoin("a as other", "other.y", "a.y").select("other.x").where("a.id", "=", 2);
    for (const build of [nested, joined]) expect(areDependent(setX(1), build)).toBeTrue();
  });
});
