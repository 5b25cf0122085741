import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SchemaModule } from "kysely";
import { openTestDatabase } from "../../../test/support/database/databases.ts";
import { describeSchema } from "../../../test/support/database/describe-schema.ts";
import { engines } from "../../../test/support/server/engines.ts";
import { migrations } from "../../migrations/index.ts";
import { migrate } from "./migrate.ts";

const folder = join(import.meta.dir, "../../migrations");
const files = { sqlite: "schema.sqlite.sql", postgres: "schema.postgres.txt" };

describe.each([...engines])("schema on %s", (engine) => {
  test(`is the one in src/migrations/${files[engine]} (npm run generate renews it)`, async () => {
    await using opened = await openTestDatabase(engine);
    await migrate(opened.database, migrations, { directory: join(opened.home.dataDir, "snapshots") });
    const schema = await describeSchema(opened.database);
    const file = join(folder, files[engine]);
    if (process.env.ERMINE_GENERATE === "1") writeFileSync(file, schema);
    expect(schema).toBe(readFileSync(file, "utf8"));
  });

  test("the description shows a difference", async () => {
    await using opened = await openTestDatabase(engine);
    const { database } = opened;
    await migrate(database, migrations, { directory: join(opened.home.dataDir, "snapshots") });
    const before = await describeSchema(database);
    const changes: ((schema: SchemaModule) => { execute(): Promise<unknown> })[] = [
      (schema) => schema.alterTable("users").addColumn("shoe_size", "integer", (c) => c.defaultTo(40)),
      (schema) => schema.createIndex("users_by_badges").on("users").column("badges"),
      (schema) => schema.createTable("shoes").addColumn("owner", "text", (c) => c.references("users.id")),
    ];
    const seen = [before];
    for (const change of changes) {
      await database.write((queries) => change(queries.sql<never>().schema).execute());
      seen.push(await describeSchema(database));
    }
    expect(new Set(seen).size).toBe(4);
    expect(seen.at(-1)).toMatch(/shoe_size/);
    expect(seen.at(-1)).toMatch(/users_by_badges/);
    expect(seen.at(-1)).toMatch(/shoes[^;]*references "?users/i);
  });
});
