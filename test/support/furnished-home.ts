import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { migrations } from "../../src/migrations/index.ts";
import { migrate } from "../../src/platform/database/migrate.ts";
import { openAt } from "./databases.ts";
import { type Engine, newHome, type TestHome } from "./engines.ts";

type Furnish = () => Promise<TestHome>;

const known = new Map<Engine, Promise<Furnish>>();

/** A home whose database is up to date: a copy of one that was brought there, which is quicker than all steps again. */
export async function newFurnishedHome(engine: Engine): Promise<TestHome> {
  const model = known.get(engine) ?? makeModel(engine);
  known.set(engine, model);
  const furnish = await model;
  return furnish();
}

async function makeModel(engine: Engine): Promise<Furnish> {
  const model = await newHome(engine);
  const database = openAt(engine, model);
  await migrate(database, migrations, model.dataDir);
  await database.close();
  if (engine === "postgres") {
    model.remove();
    return () => newHome(engine, new URL(model.databaseUrl).pathname.slice(1));
  }
  const content = readFileSync(join(model.dataDir, "ermine.db"));
  model.remove();
  return async () => {
    const home = await newHome(engine);
    writeFileSync(join(home.dataDir, "ermine.db"), content);
    return home;
  };
}
