import { describe, expect, test } from "bun:test";
import { sql } from "kysely";
import {
  addInBulk,
  addWeight,
  contents,
  ids,
  openQuarry,
  reset,
} from "../../../../../test/support/database/quarry.ts";
import { engines } from "../../../../../test/support/server/engines.ts";
import { until } from "../../../../../test/support/until.ts";
import type { Database } from "../../port.ts";

const advisoryWaits = sql`from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`;

describe.if(engines.includes("postgres"))("writes of several processes with the same keys", () => {
  test("take turns, so that they do not repeat their transactions", async () => {
    await using quarry = await openQuarry();
    const { database, openAgain } = quarry;
    await reset(database);
    const [writers, each] = [27, 8];
    const processes = [database, openAgain(), openAgain()];
    const weights = new Map(ids.map((id) => [id, [] as unknown[]]));
    let runs = 0;
    const write = async (number: number) => {
      const id = ids[Math.floor(number / processes.length) % ids.length] as string;
      const process = processes[number % processes.length] as Database;
      for (let count = 0; count < each; count++) {
        const weight = await process.write(
          async (queries) => {
            runs += 1;
            const [stone] = await queries.find(addInBulk, [1, id]);
            return stone?.weight;
          },
          { isBatchable: true, mutexKey: id },
        );
        weights.get(id)?.push(weight);
      }
    };
    await Promise.all(Array.from({ length: writers }, (_, number) => write(number)));
    const total = writers * each;
    for (const [id, seen] of weights)
      expect(
        seen.toSorted((one, other) => Number(one) - Number(other)),
        id,
      ).toEqual(Array.from({ length: total / ids.length }, (_, at) => at + 1));
    expect(runs).toBeLessThan(total * 1.1);
  });

  test("run without their turn if its connection ends", async () => {
    await using quarry = await openQuarry();
    const { database, openAgain } = quarry;
    await reset(database);
    const other = openAgain();
    const [holding, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = database.write(
      async (queries) => {
        holding.resolve();
        await release.promise;
        return queries.change(addWeight, [1, "a"]);
      },
      { isBatchable: true, mutexKey: "key" },
    );
    await holding.promise;
    let hasRun = false;
    const second = other.write(
      async (queries) => {
        hasRun = true;
        return queries.change(addWeight, [1, "b"]);
      },
      { isBatchable: true, mutexKey: "key" },
    );
    const waiting = () =>
      database.read((queries) =>
        queries
          .sql<unknown>()
          .selectNoFrom(sql<number>`(select count(*)::int ${advisoryWaits})`.as("count"))
          .executeTakeFirstOrThrow(),
      );
    // On a slow machine it may have given up waiting before.
    await until(async () => hasRun || (await waiting()).count === 1);
    await database.write((queries) =>
      sql`select pg_terminate_backend(pid) ${advisoryWaits}`.execute(queries.sql()),
    );
    expect(await second).toBe(1);
    release.resolve();
    expect(await first).toBe(1);
    expect((await contents(database)).stones.map(({ weight }) => weight)).toEqual([1, 1, 0]);
  });
});
