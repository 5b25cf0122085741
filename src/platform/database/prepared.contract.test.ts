import { describe, expect, test } from "bun:test";
import type { Kysely } from "kysely";
import { openTestDatabase } from "../../../test/support/database/databases.ts";
import { type Engine, engines } from "../../../test/support/server/engines.ts";
import type { ReadQueries, WriteQueries } from "./port.ts";
import { prepare } from "./prepared.ts";

interface Tables {
  stones: { id: number; colour: string; weight: number };
}

const stonesLike = prepare((db: Kysely<Tables>, colour: string, minWeight: number) =>
  db
    .selectFrom("stones")
    .select(["id", "weight"])
    .where("weight", ">=", minWeight)
    .where("id", "!=", 99)
    .where("colour", "=", colour)
    .orderBy("id"),
);

const paint = prepare((db: Kysely<Tables>, colour: string, minWeight: number) =>
  db.updateTable("stones").set({ colour }).where("weight", ">=", minWeight),
);

async function openQuarry(engine: Engine) {
  const opened = await openTestDatabase(engine);
  await opened.database.write(async (queries) => {
    const { schema } = queries.sql<Tables>();
    await schema
      .createTable("stones")
      .addColumn("id", "integer", (c) => c.primaryKey())
      .addColumn("colour", "text")
      .addColumn("weight", "bigint")
      .execute();
    await add(queries, { id: 1, colour: "grey", weight: 10 });
    await add(queries, { id: 2, colour: "grey", weight: 2 ** 40 });
    await add(queries, { id: 3, colour: "weiß", weight: 10 });
  });
  return opened;
}

const add = (queries: WriteQueries, stone: Tables["stones"]) =>
  queries.sql<Tables>().insertInto("stones").values(stone).execute();

describe.each([...engines])("prepared queries on %s", (engine) => {
  test("return the same as a query that is built again, with each value in its place", async () => {
    await using quarry = await openQuarry(engine);
    const find = async (colour: string, minWeight: number) =>
      (await quarry.database.read((queries) => queries.find(stonesLike, [colour, minWeight]))).map(
        ({ id }) => id,
      );
    expect(await find("grey", 0)).toEqual([1, 2]);
    expect(await find("grey", 11)).toEqual([2]);
    expect(await find("weiß", 10)).toEqual([3]);
    expect(await find("grey' or '1' = '1", 0)).toEqual([]);
    expect(await quarry.database.read((queries) => queries.find(stonesLike, ["grey", 11]))).toEqual([
      { id: 2, weight: 2 ** 40 },
    ]);
  });

  test("count the rows that they change", async () => {
    await using quarry = await openQuarry(engine);
    const counts = await quarry.database.write(async (queries) => [
      await queries.change(paint, ["red", 11]),
      await queries.change(paint, ["red", 0]),
      await queries.change(paint, ["red", 2 ** 41]),
    ]);
    expect(counts).toEqual([1, 3, 0]);
  });

  test("see the changes of their transaction, and outside of it only committed changes", async () => {
    await using quarry = await openQuarry(engine);
    const { database } = quarry;
    const count = async (queries: ReadQueries) => (await queries.find(stonesLike, ["red", 0])).length;
    await database.write(async (queries) => {
      await add(queries, { id: 4, colour: "red", weight: 1 });
      expect(await count(queries)).toBe(1);
      expect(await database.read(count)).toBe(0);
    });
    expect(await database.read(count)).toBe(1);
  });

  test("see every write that was acknowledged before them, however soon they follow", async () => {
    await using quarry = await openQuarry(engine);
    const { database } = quarry;
    for (let written = 1; written <= 20; written++) {
      const before = await database.read((queries) => queries.find(stonesLike, ["blue", 0]));
      await database.write((queries) => add(queries, { id: 100 + written, colour: "blue", weight: 1 }));
      const [after, built] = await Promise.all([
        database.read((queries) => queries.find(stonesLike, ["blue", 0])),
        database.read((queries) =>
          queries.sql<Tables>().selectFrom("stones").select("id").where("colour", "=", "blue").execute(),
        ),
      ]);
      expect([before.length, after.length, built.length]).toEqual([written - 1, written, written]);
    }
  });

  test("throw in a transaction that is over", async () => {
    await using quarry = await openQuarry(engine);
    const kept: ReadQueries[] = [];
    await quarry.database.write(async (queries) => {
      kept.push(queries);
    });
    const late = async () => kept[0]?.find(stonesLike, ["grey", 0]);
    await expect(late()).rejects.toThrow(/ransaction is already/);
  });
});
