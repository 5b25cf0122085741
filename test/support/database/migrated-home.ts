import { Database as Handle } from "bun:sqlite";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { migrations } from "../../../src/migrations/index.ts";
import { migrate } from "../../../src/platform/database/migrate.ts";
import { type Engine, newHome, type TestHome } from "../server/engines.ts";
import { openAt } from "./databases.ts";

type CopyTemplate = () => Promise<TestHome>;

const templates = new Map<Engine, Promise<CopyTemplate>>();

/** A home with all migrations applied. It is copied from a template, which is faster than migrating each time. */
export async function newMigratedHome(engine: Engine): Promise<TestHome> {
  const template = templates.get(engine) ?? createTemplate(engine);
  templates.set(engine, template);
  const copyTemplate = await template;
  return copyTemplate();
}

async function createTemplate(engine: Engine): Promise<CopyTemplate> {
  const template = await newHome(engine);
  const database = openAt(engine, template);
  await migrate(database, migrations, { directory: template.dataDir });
  await database[Symbol.asyncDispose]();
  if (engine === "postgres") {
    template.remove();
    return () => newHome(engine, new URL(template.databaseUrl).pathname.slice(1));
  }
  const file = join(template.dataDir, "ermine.db");
  // The tables are still in the log.
  using handle = new Handle(file);
  handle.run("pragma wal_checkpoint(truncate)");
  const content = readFileSync(file);
  template.remove();
  return async () => {
    const home = await newHome(engine);
    writeFileSync(join(home.dataDir, "ermine.db"), content);
    return home;
  };
}
