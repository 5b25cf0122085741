import { type Kysely, sql } from "kysely";
import type { Database, WriteQueries } from "../../../src/platform/database/port.ts";
import { Prepared, prepare } from "../../../src/platform/database/prepared.ts";
import { openTestDatabaseWithLog } from "./databases.ts";

export interface QuarryTables {
  stones: { id: string; colour: string | null; weight: number };
  marks: { name: string; place: string };
}

export const stoneById = prepare((db: Kysely<QuarryTables>, id: string) =>
  db.selectFrom("stones").selectAll().where("id", "=", id),
);
export const stonesOfColour = prepare((db: Kysely<QuarryTables>, colour: string) =>
  db.selectFrom("stones").select(["id", "weight"]).where("colour", "=", colour).orderBy("id"),
);
const preparePaint = () =>
  prepare((db: Kysely<QuarryTables>, colour: string | null, id: string) =>
    db.updateTable("stones").set({ colour }).where("id", "=", id),
  );
export const paint = preparePaint();
export const paintUnawaited = preparePaint().unawaited();
export const addWeight = prepare((db: Kysely<QuarryTables>, weight: number, id: string) =>
  db
    .updateTable("stones")
    .set((eb) => ({ weight: eb("weight", "+", weight) }))
    .where("id", "=", id),
);
export const takeMark = prepare((db: Kysely<QuarryTables>, name: string, place: string) =>
  db
    .insertInto("marks")
    .values({ name, place })
    .onConflict((conflict) => conflict.columns(["name"]).doNothing())
    .returning("place"),
);
export const transactionId = prepare((db: Kysely<unknown>) =>
  db.selectNoFrom(sql<string>`pg_current_xact_id()::text`.as("id")),
);

/** Each transaction gets the weight that the stone has after it. */
export const addInBulk = Prepared.inBulk(addWeight, async (queries, calls) => {
  const byStone = [...Map.groupBy(calls, ([, id]) => id)].sort(([one], [other]) => (one < other ? -1 : 1));
  const total = (same: readonly (readonly [number, string])[]) =>
    same.reduce((sum, [weight]) => sum + weight, 0);
  await queries.changeEach(
    addWeight,
    byStone.map(([id, same]) => [total(same), id] as [number, string]),
  );
  const found = await queries.findEach(
    stoneById,
    byStone.map(([id]) => [id] as [string]),
  );
  const weights = new Map(
    byStone.map(([id, same], at) => [id, (found[at]?.[0]?.weight ?? Number.NaN) - total(same)]),
  );
  return calls.map(([added, id]) => {
    const weight = (weights.get(id) ?? Number.NaN) + added;
    weights.set(id, weight);
    return Number.isNaN(weight) ? [] : [{ weight }];
  });
});

export async function openQuarry() {
  const opened = await openTestDatabaseWithLog("postgres");
  const { database } = opened;
  for (const text of [
    "create table stones (id text primary key, colour text, weight bigint not null)",
    "create table marks (name text primary key, place text not null)",
  ])
    await database.write((queries) => sql.raw(text).execute(queries.sql()));
  return opened;
}

export const ids = ["a", "b", 'c"\\,{}'];

export async function reset(database: Database): Promise<void> {
  await database.write(async (queries) => {
    const db = queries.sql<QuarryTables>();
    await db.deleteFrom("stones").execute();
    await db.deleteFrom("marks").execute();
    await db
      .insertInto("stones")
      .values(ids.map((id) => ({ id, colour: "grey", weight: 0 })))
      .execute();
  });
}

export type Work = (queries: WriteQueries) => Promise<unknown>;
interface Outcome {
  readonly value?: unknown;
  readonly error?: unknown;
}

/** Lets the works wait for a write that runs, so that they become one batch; notes the order of their commits. */
export async function runAtOnce(database: Database, works: readonly Work[], mutexKey?: string) {
  const opening = Promise.withResolvers<void>();
  const first = database.write(() => opening.promise, { isBatchable: true });
  const order: number[] = [];
  const running = works.map((work, number) =>
    database
      .write(work, {
        isBatchable: true,
        ...(mutexKey && { mutexKey }),
        onDurable: () => order.push(number),
      })
      .then(
        (value): Outcome => ({ value }),
        (error): Outcome => ({ error }),
      ),
  );
  opening.resolve();
  await first;
  return { outcomes: await Promise.all(running), order };
}

export const contents = (database: Database) =>
  database.read(async (queries) => ({
    stones: await queries.sql<QuarryTables>().selectFrom("stones").selectAll().orderBy("id").execute(),
    marks: await queries.sql<QuarryTables>().selectFrom("marks").selectAll().orderBy("name").execute(),
  }));
