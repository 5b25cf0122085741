import { expect, test } from "bun:test";
import type { Compilable, Kysely } from "kysely";
import { prepare } from "../../prepared.ts";
import { AccessLog } from "./access-log.ts";
import { accessesOf } from "./statement-access.ts";

interface Tables {
  stones: { id: number; weight: number };
}

type Build = (db: Kysely<Tables>) => Compilable<unknown>;

const accesses = (build: Build) => accessesOf(prepare(build).compiled("postgres").query);
const read = (id: number) => accesses((db) => db.selectFrom("stones").select("weight").where("id", "=", id));
const change = (id: number) =>
  accesses((db) => db.updateTable("stones").set({ weight: 1 }).where("id", "=", id));

test("members of a batch may read and change rows as long as some order of them is right", () => {
  const log = new AccessLog(3);
  expect(log.add(0, read(1))).toBeTrue();
  expect(log.add(1, change(2))).toBeTrue();
  expect(log.add(2, change(1))).toBeTrue();
  expect(log.order.sorted()).toEqual([0, 1, 2]);
  // The first one has read what the last one has changed since, so it cannot come after it.
  expect(log.add(0, read(1))).toBeFalse();
  expect(log.add(1, read(1))).toBeTrue();
});
