import { type Kysely, sql } from "kysely";
import type { Database, WriteQueries } from "../../../src/platform/database/port.ts";
import { prepare } from "../../../src/platform/database/prepared.ts";
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
export const paintUnawaited = preparePaint().pipelined();
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
export const contents = (database: Database) =>
  database.read(async (queries) => ({
    stones: await queries.sql<QuarryTables>().selectFrom("stones").selectAll().orderBy("id").execute(),
    marks: await queries.sql<QuarryTables>().selectFrom("marks").selectAll().orderBy("name").execute(),
  }));
