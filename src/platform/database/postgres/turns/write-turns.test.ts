import { describe, expect, test } from "bun:test";
import { sql } from "kysely";
import {
  addWeight,
  contents,
  ids,
  openQuarry,
  reset,
  stoneById,
} from "../../../../../test/support/database/quarry.ts";
import { usually } from "../../../../../test/support/run/is-thorough.ts";
import { engines } from "../../../../../test/support/server/engines.ts";
import { until } from "../../../../../test/support/until.ts";
import type { Database, WriteOptions } from "../../port.ts";
import { openPostgres } from "../postgres.ts";

const advisoryWaits = sql`from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`;

/** The stones that batches change, and one that only writes change that take the turn of all alone. */
const [changed, turned] = [ids.slice(0, 2), ids[2] as string];

describe.if(engines.includes("postgres"))("a write that takes a turn alone", () => {
  test.each(
    usually(
      [
        ["at most twice", "three processes", [true, true, true], {}],
        ["once if it is known before", "one process", [false], { turns: { exclusive: ["all"] } }],
        ["at most twice", "one process that shares the database with none", [false], {}],
        [
          "once if it is known before",
          "three processes",
          [true, true, true],
          { turns: { exclusive: ["all"] } },
        ],
      ],
      2,
    ),
  )(
    "runs %s while batches share that turn: %s",
    async (_, __, shares, options: Pick<WriteOptions, "turns">) => {
      await using home = await openQuarry();
      await reset(home.database);
      const connections = { url: home.home.databaseUrl, poolSize: 10, queryTimeoutMs: 15_000 };
      const processes = shares.map((isShared) => openPostgres({ ...connections, isShared }));
      const send = (process: Database, id: string) =>
        process.write(
          async (queries) => {
            // What the others change, as a message reads its server.
            await queries.find(stoneById, [turned]);
            await queries.change(addWeight, [1, id]);
          },
          { turns: { exclusive: [id], shared: ["all"] } },
        );
      const [senders, changers, each] = [18, 6, 12];
      let isOver = false;
      let sent = 0;
      const sending = Array.from({ length: senders }, async (_, number) => {
        const id = changed[Math.floor(number / processes.length) % changed.length] as string;
        for (; !isOver; sent += 1) await send(processes[number % processes.length] as Database, id);
      });
      let runs = 0;
      const changing = Array.from({ length: changers }, async (_, number) => {
        for (let count = 0; count < each; count++)
          await (processes[number % processes.length] as Database).write(async (queries) => {
            runs += 1;
            await queries.takeTurn("all");
            await queries.change(addWeight, [1, turned]);
            // What the batches change, as a join reads all channels.
            for (const id of changed) await queries.find(stoneById, [id]);
          }, options);
      });
      await Promise.all(changing);
      isOver = true;
      await Promise.all(sending);
      const weights = (await contents(home.database)).stones.map(({ weight }) => weight);
      expect(weights.at(-1)).toBe(changers * each);
      expect(sent).toBeGreaterThan(changers * each);
      // Once to find out which turn it needs, once in that turn. Without turns it is three times in one process; with three,
      // hardly any of the others is committed meanwhile.
      expect(runs).toBeLessThanOrEqual(changers * each * (options.turns ? 1.6 : 2.2));
      for (const process of processes) await process[Symbol.asyncDispose]();
    },
  );
});

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
            await queries.change(addWeight, [1, id]);
            return (await queries.find(stoneById, [id]))[0]?.weight;
          },
          { turns: { exclusive: [id] } },
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
      { turns: { exclusive: ["key"] } },
    );
    await holding.promise;
    let hasRun = false;
    const second = other.write(
      async (queries) => {
        hasRun = true;
        return queries.change(addWeight, [1, "b"]);
      },
      { turns: { exclusive: ["key"] } },
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
