import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { listMigrations, migrationList } from "../../dev/list-migrations.ts";

test("the list of migrations has every file of the folder (npm run generate renews it)", () => {
  expect(readFileSync(migrationList, "utf8")).toBe(listMigrations());
});
