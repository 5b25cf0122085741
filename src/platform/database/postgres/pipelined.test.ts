import { describe, expect, test } from "bun:test";
import type { Kysely } from "kysely";
import {
  addWeight,
  contents,
  openQuarry,
  type QuarryTables,
  reset,
  stoneById,
  transactionId,
  type Work,
} from "../../../../test/support/database/quarry.ts";
import {
  openPostgresProxy,
  type ProxiedConnection,
} from "../../../../test/support/postgres/postgres-proxy.ts";
import { engines, newHome } from "../../../../test/support/server/engines.ts";
import type { Database } from "../port.ts";
import { prepare } from "../prepared.ts";
import { openPostgres } from "./postgres.ts";

const addMark = prepare((db: Kysely<QuarryTables>, name: string) =>
  db.insertInto("marks").values({ name, place: "here" }),
).pipelined();

const mark =
  (...names: string[]): Work =>
  async (queries) => {
    for (const name of names) expect(await queries.find(addMark, [name])).toEqual([]);
    return "marked";
  };

const marksIn = async (database: Database) => (await contents(database)).marks.map(({ name }) => name);

describe.if(engines.includes("postgres"))("a query for which only the commit waits", () => {
  test("runs before later queries of its write, and is stored with it", async () => {
    await using quarry = await openQuarry();
    const { database } = quarry;
    const seen = await database.write(async (queries) => {
      await mark("one")(queries);
      const found = await queries.sql<QuarryTables>().selectFrom("marks").select("name").execute();
      await mark("two")(queries);
      return found;
    });
    expect(seen).toEqual([{ name: "one" }]);
    expect(await marksIn(database)).toEqual(["one", "two"]);
  });

  test("fails the write if it is refused, whatever else the write did", async () => {
    await using quarry = await openQuarry();
    const { database } = quarry;
    await reset(database);
    let durable = 0;
    const write = database.write(
      async (queries) => {
        await queries.change(addWeight, [5, "a"]);
        return mark("same", "same", "other")(queries);
      },
      { onDurable: () => durable++ },
    );
    await expect(write).rejects.toMatchObject({ code: "23505" });
    const { stones, marks } = await contents(database);
    expect([durable, stones[0]?.weight, marks]).toEqual([0, 0, []]);
    const failing = database.write(async (queries) => {
      await mark("same", "same")(queries);
      throw new Error("refused");
    });
    await expect(failing).rejects.toThrow("refused");
    expect(await database.write(mark("same"))).toBe("marked");
    expect(await marksIn(database)).toEqual(["same"]);
  });

  test("runs again with its write after a conflict that it meets last", async () => {
    await using quarry = await openQuarry();
    const { database, openAgain } = quarry;
    await reset(database);
    const [begun, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const weighLater = prepare((db: Kysely<QuarryTables>, id: string) =>
      db.updateTable("stones").set({ weight: 1 }).where("id", "=", id),
    ).pipelined();
    let runs = 0;
    const running = database.write(async (queries) => {
      runs += 1;
      await queries.find(stoneById, ["b"]);
      begun.resolve();
      await changed.promise;
      return queries.find(weighLater, ["b"]);
    });
    await begun.promise;
    await openAgain().write((queries) => Promise.resolve(queries.change(addWeight, [10, "b"])));
    changed.resolve();
    expect(await running).toEqual([]);
    expect((await contents(database)).stones.map(({ weight }) => weight)).toEqual([0, 1, 0]);
    expect(runs).toBe(2);
  });

  test("is stored or not as the commit is, if the connection breaks", async () => {
    const home = await newHome("postgres");
    using proxy = await openPostgresProxy(home.databaseUrl);
    const database = openPostgres({ url: proxy.url, poolSize: 2, queryTimeoutMs: 15_000 });
    await database.write((queries) =>
      queries
        .sql<QuarryTables>()
        .schema.createTable("marks")
        .addColumn("name", "text")
        .addColumn("place", "text")
        .execute(),
    );
    const markLast =
      (name: string): Work =>
      async (queries) => {
        await queries.find(transactionId, []);
        return mark(name)(queries);
      };
    // So that all is prepared, and the next commit comes in the same bytes as the query.
    await database.write(markLast("zero"));
    let cutting: ProxiedConnection | undefined;
    proxy.onBytes = (connection, direction, bytes) => {
      if (direction === "up" && bytes.includes("stored") && connection.isCommit(bytes)) cutting = connection;
      else if (connection === cutting) connection.cut();
    };
    expect(await database.write(markLast("stored"))).toBe("marked");
    expect(cutting).toBeDefined();
    await database.write(markLast("zero"));
    let hasMet = false;
    proxy.onBytes = (connection, direction, bytes) => {
      if (direction !== "up" || !bytes.includes("lost") || !connection.isCommit(bytes)) return;
      hasMet = true;
      connection.cut();
    };
    await expect(database.write(markLast("lost"))).rejects.toThrow();
    expect(hasMet).toBeTrue();
    const marks = database.read((queries) =>
      queries.sql<QuarryTables>().selectFrom("marks").select("name").distinct().orderBy("name").execute(),
    );
    expect(await marks).toEqual([{ name: "stored" }, { name: "zero" }]);
    await database[Symbol.asyncDispose]();
    home.remove();
  });
});
