import { describe, expect, test } from "bun:test";
import { sql } from "kysely";
import {
  addWeight,
  contents,
  ids,
  openQuarry,
  reset,
  runAtOnce,
  stoneById,
  takeMark,
  transactionId,
  type Work,
} from "../../../../../test/support/database/quarry.ts";
import { engines } from "../../../../../test/support/server/engines.ts";
import type { WriteQueries } from "../../port.ts";

describe.if(engines.includes("postgres"))("writes that share a transaction", () => {
  test("share one, and a write that comes alone has its own", async () => {
    await using quarry = await openQuarry();
    const { database } = quarry;
    const findId: Work = async (queries) => (await queries.find(transactionId, []))[0]?.id;
    const { outcomes } = await runAtOnce(database, [findId, findId, findId]);
    expect(new Set(outcomes.map(({ value }) => value)).size).toBe(1);
    expect(await database.write(findId, { isBatchable: true })).not.toBe(outcomes[0]?.value);
  });

  test("fail alone: before and after they changed something", async () => {
    await using quarry = await openQuarry();
    const { database } = quarry;
    await reset(database);
    const good = ids.map(
      (id): Work =>
        (queries) =>
          Promise.resolve(queries.change(addWeight, [1, id])),
    );
    const bad: Work = async (queries) => {
      await queries.find(stoneById, ["a"]);
      throw new Error("refused at once");
    };
    const worse: Work = async (queries) => {
      await queries.change(addWeight, [100, "b"]);
      throw new Error("refused late");
    };
    const { outcomes } = await runAtOnce(database, [...good, bad, worse]);
    expect(outcomes.map(({ value, error }) => value ?? String(error))).toEqual([
      1,
      1,
      1,
      "Error: refused at once",
      "Error: refused late",
    ]);
    expect((await contents(database)).stones.map(({ weight }) => weight)).toEqual([1, 1, 1]);
  });

  test("a statement that PostgreSQL refuses fails its own write alone", async () => {
    await using quarry = await openQuarry();
    const { database } = quarry;
    await reset(database);
    const takeAs =
      (name: string): Work =>
      async (queries) =>
        queries.find(takeMark, [name, "here"]);
    const { outcomes } = await runAtOnce(database, [takeAs("one"), takeAs("\0"), takeAs("two")]);
    expect(outcomes.map(({ error }) => error !== undefined)).toEqual([false, true, false]);
    expect((await contents(database)).marks.map(({ name }) => name)).toEqual(["one", "two"]);
  });

  test("run again after a conflict with another transaction", async () => {
    await using quarry = await openQuarry();
    const { database, openAgain } = quarry;
    await reset(database);
    const [foreign, read] = [openAgain(), Promise.withResolvers<void>()];
    const changed = Promise.withResolvers<void>();
    let runs = 0;
    const works = ids.map(
      (id): Work =>
        async (queries) => {
          runs += 1;
          const weight = (await queries.find(stoneById, [id]))[0]?.weight ?? 0;
          read.resolve();
          await changed.promise;
          return queries.change(addWeight, [weight + 1, id]);
        },
    );
    const running = runAtOnce(database, works);
    await read.promise;
    await foreign.write((queries) => Promise.resolve(queries.change(addWeight, [10, "b"])));
    changed.resolve();
    expect((await running).outcomes.map(({ value }) => value)).toEqual([1, 1, 1]);
    expect((await contents(database)).stones.map(({ weight }) => weight)).toEqual([1, 21, 1]);
    expect(runs).toBe(6);
  });

  test("run again if their connection ends before the commit", async () => {
    await using quarry = await openQuarry();
    const { database, openAgain } = quarry;
    await reset(database);
    const foreign = openAgain();
    let hasEnded = false;
    const end = (queries: WriteQueries) =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity where backend_xid is not null and pid <> pg_backend_pid()`.execute(
        queries.sql(),
      );
    const works = ids.map(
      (id): Work =>
        async (queries) => {
          const changed = await queries.change(addWeight, [1, id]);
          if (id === "a" && !hasEnded) {
            hasEnded = true;
            await foreign.write(end);
          }
          return [changed, (await queries.find(stoneById, [id]))[0]?.weight];
        },
    );
    const { outcomes } = await runAtOnce(database, works);
    expect(outcomes.map(({ value }) => value)).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ]);
    expect((await contents(database)).stones.map(({ weight }) => weight)).toEqual([1, 1, 1]);
  });

  test("do not hold up others while one of them waits for a lock", async () => {
    await using quarry = await openQuarry();
    const { database, openAgain } = quarry;
    await reset(database);
    const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = openAgain().write(async (queries) => {
      await queries.change(addWeight, [10, "a"]);
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const done: string[] = [];
    const works = ids.map(
      (id): Work =>
        async (queries) => {
          await queries.change(addWeight, [1, id]);
        },
    );
    const opening = Promise.withResolvers<void>();
    const first = database.write(() => opening.promise, { isBatchable: true });
    const running = works.map((work, at) =>
      database
        .write(work, { isBatchable: true, mutexKey: ids[at] ?? "" })
        .then(() => done.push(ids[at] ?? "")),
    );
    opening.resolve();
    await Promise.all([first, ...running.slice(1)]);
    expect(done.toSorted()).toEqual(ids.slice(1));
    release.resolve();
    await Promise.all([holding, ...running]);
    expect((await contents(database)).stones.map(({ weight }) => weight)).toEqual([11, 1, 1]);
  });
});
