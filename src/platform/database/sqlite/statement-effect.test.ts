import { expect, test } from "bun:test";
import { effectOf, type StatementEffect } from "./statement-effect.ts";

const rowsOf = (...tables: string[]): StatementEffect => ({ tables, cascades: false, changesSchema: false });

test.each<[sql: string, change: StatementEffect | undefined]>([
  [`select * from "a" where "deleted from" = ?`, undefined],
  [`pragma data_version`, undefined],
  [`savepoint one_write`, undefined],
  [`insert into "a" ("x") values (?)`, rowsOf("a")],
  [`insert into a values (?) returning "x"`, rowsOf("a")],
  [`insert into "a" ("x") values (?) on conflict ("x") do update set "y" = ?`, rowsOf("a", "set")],
  [`insert or replace into "a" ("x") values (?)`, { ...rowsOf("a"), cascades: true }],
  [`replace into "a" ("x") values (?)`, { ...rowsOf("a"), cascades: true }],
  [`DELETE FROM a`, { ...rowsOf("a"), cascades: true }],
  [`with "b" as (select 1) delete from "a" where "x" in b`, { ...rowsOf("a"), cascades: true }],
  [
    `update "a" set "x" = ?, "y" = null, "z" = 1 where "id" = ?`,
    { ...rowsOf("a"), columns: ["x", "y", "z"] },
  ],
  [`update "a" set "x" = ? where "id" = ? returning "id"`, { ...rowsOf("a"), columns: ["x"] }],
  // Whatever is not plain may set more than it seems to.
  [`update "a" set "x" = "x" + ? where "id" = ?`, rowsOf("a")],
  [`update "a" set "x" = (select 1 from "b" where "c" = 1), "y" = ? where "id" = ?`, rowsOf("a")],
  [`update "a" set "x" = ?, "y" = "x" || ? where "id" = ?`, rowsOf("a")],
  [`update "a" set "x" = ?`, rowsOf("a")],
  [`update a set x = ? where id = ?`, rowsOf("a")],
  [`update or replace "a" set "x" = ? where "id" = ?`, { ...rowsOf("a"), cascades: true }],
  [`update "main"."a" set "x" = ? where "id" = ?`, rowsOf("a")],
  ["update `a` set x = 1", rowsOf("a")],
  [`delete\n  from [a]`, { ...rowsOf("a"), cascades: true }],
  [`insert  into "a" default values`, rowsOf("a")],
  [`/* why */ drop table "a"`, { tables: [], cascades: false, changesSchema: true }],
  [`vacuum`, { tables: [], cascades: false, changesSchema: true }],
  [`create index "i" on "a" ("x")`, { tables: [], cascades: false, changesSchema: true }],
  [`alter table "a" add column "x"`, { tables: [], cascades: false, changesSchema: true }],
  [`drop table "a"`, { tables: [], cascades: false, changesSchema: true }],
])("%s", (sql, change) => {
  expect(effectOf(sql)).toEqual(change);
});
