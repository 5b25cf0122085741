import { expect, test } from "bun:test";
import { type Change, changeOf } from "./statement-change.ts";

const rowsOf = (...tables: string[]): Change => ({ tables, takesOthers: false, isOfSchema: false });

test.each<[sql: string, change: Change | undefined]>([
  [`select * from "a" where "deleted from" = ?`, undefined],
  [`pragma data_version`, undefined],
  [`savepoint one_write`, undefined],
  [`insert into "a" ("x") values (?)`, rowsOf("a")],
  [`insert into a values (?) returning "x"`, rowsOf("a")],
  [`insert into "a" ("x") values (?) on conflict ("x") do update set "y" = ?`, rowsOf("a", "set")],
  [`insert or replace into "a" ("x") values (?)`, { ...rowsOf("a"), takesOthers: true }],
  [`replace into "a" ("x") values (?)`, { ...rowsOf("a"), takesOthers: true }],
  [`DELETE FROM a`, { ...rowsOf("a"), takesOthers: true }],
  [`with "b" as (select 1) delete from "a" where "x" in b`, { ...rowsOf("a"), takesOthers: true }],
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
  [`update or replace "a" set "x" = ? where "id" = ?`, { ...rowsOf("a"), takesOthers: true }],
  [`update "main"."a" set "x" = ? where "id" = ?`, rowsOf("a")],
  ["update `a` set x = 1", rowsOf("a")],
  [`delete\n  from [a]`, { ...rowsOf("a"), takesOthers: true }],
  [`insert  into "a" default values`, rowsOf("a")],
  [`/* why */ drop table "a"`, { tables: [], takesOthers: false, isOfSchema: true }],
  [`vacuum`, { tables: [], takesOthers: false, isOfSchema: true }],
  [`create index "i" on "a" ("x")`, { tables: [], takesOthers: false, isOfSchema: true }],
  [`alter table "a" add column "x"`, { tables: [], takesOthers: false, isOfSchema: true }],
  [`drop table "a"`, { tables: [], takesOthers: false, isOfSchema: true }],
])("%s", (sql, change) => {
  expect(changeOf(sql)).toEqual(change);
});
