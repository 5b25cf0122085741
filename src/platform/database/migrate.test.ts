import { Database as Handle } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { openTestDatabase } from "../../../test/support/database/databases.ts";
import { startErmine } from "../../../test/support/processes/program.ts";
import { engines } from "../../../test/support/server/engines.ts";
import { newestVersion, migrations as released } from "../../migrations/index.ts";
import type { Migration } from "../../migrations/kit.ts";
import { migrate, UnsupportedVersion } from "./migrate.ts";
import type { Database } from "./port.ts";

interface Tables {
  schema_version: { version: number };
  pets: Record<string, unknown> & { name: string };
}

const createPets: Migration = {
  name: "pets",
  up: async (db) => {
    await db.schema.createTable("pets").addColumn("name", "text").execute();
  },
};
const addLegs: Migration = {
  name: "legs",
  up: async (db) => {
    await db.schema
      .alterTable("pets")
      .addColumn("legs", "integer", (c) => c.notNull().defaultTo(4))
      .execute();
  },
};
const addTail: Migration = {
  name: "tail",
  up: async (db) => {
    await db.schema.alterTable("pets").addColumn("tail", "integer").execute();
  },
};
const breakDown: Migration = {
  name: "broken",
  up: async () => {
    throw new Error("this step is broken");
  },
};

const versions = (database: Database) =>
  database.read((queries) => queries.sql<Tables>().selectFrom("schema_version").select("version").execute());
const pets = (database: Database) =>
  database.read((queries) => queries.sql<Tables>().selectFrom("pets").selectAll().execute());
const addPet = (database: Database, name: string) =>
  database.write((queries) => queries.sql<Tables>().insertInto("pets").values({ name }).execute());

describe.each([...engines])("migrations on %s", (engine) => {
  async function openEmpty() {
    const opened = await openTestDatabase(engine);
    const directory = join(opened.home.dataDir, "snapshots");
    return { ...opened, directory, snapshots: { directory } };
  }

  test("an empty database is brought to the newest version, without a snapshot", async () => {
    await using opened = await openEmpty();
    const { database, directory, snapshots } = opened;
    expect(await migrate(database, released, snapshots)).toEqual({
      from: 0,
      to: newestVersion,
      snapshot: undefined,
    });
    expect(await versions(database)).toEqual([{ version: newestVersion }]);
    expect(existsSync(directory)).toBe(false);
  });

  test("a database that is up to date is not changed", async () => {
    await using opened = await openEmpty();
    const { database, directory, snapshots } = opened;
    await migrate(database, [createPets, addLegs], snapshots);
    await addPet(database, "Ermine");
    expect(await migrate(database, [createPets, addLegs], snapshots)).toEqual({
      from: 2,
      to: 2,
      snapshot: undefined,
    });
    expect(await pets(database)).toEqual([{ name: "Ermine", legs: 4 }]);
    expect(existsSync(directory)).toBe(false);
  });

  test("only the missing steps run, and the rows stay", async () => {
    await using opened = await openEmpty();
    const { database, snapshots } = opened;
    await migrate(database, [createPets], snapshots);
    await addPet(database, "Ermine");
    const report = await migrate(database, [createPets, addLegs, addTail], snapshots);
    expect(report).toMatchObject({ from: 1, to: 3 });
    expect(await pets(database)).toEqual([{ name: "Ermine", legs: 4, tail: null }]);
  });

  test("a database newer than the program is refused, and not changed", async () => {
    await using opened = await openEmpty();
    const { database, directory, snapshots } = opened;
    await migrate(database, [createPets, addLegs], snapshots);
    await addPet(database, "Ermine");
    const refusal = await migrate(database, [createPets], snapshots).catch((error) => error);
    expect(refusal).toBeInstanceOf(UnsupportedVersion);
    expect(refusal.message).toMatch(/version 2.*versions up to 1.*newer Ermine/);
    expect(await versions(database)).toEqual([{ version: 2 }]);
    expect(await pets(database)).toEqual([{ name: "Ermine", legs: 4 }]);
    expect(existsSync(directory)).toBe(false);
  });

  test("a step that fails undoes all steps of the upgrade", async () => {
    await using opened = await openEmpty();
    const { database, snapshots } = opened;
    await migrate(database, [createPets], snapshots);
    await addPet(database, "Ermine");
    const upgrade = migrate(database, [createPets, addLegs, breakDown], snapshots);
    await expect(upgrade).rejects.toThrow("this step is broken");
    expect(await versions(database)).toEqual([{ version: 1 }]);
    expect(await pets(database)).toEqual([{ name: "Ermine" }]);
    expect(await migrate(database, [createPets, addLegs], snapshots)).toMatchObject({ from: 1, to: 2 });
  });

  test("several processes that migrate at once run each step once", async () => {
    await using opened = await openEmpty();
    const { database, home } = opened;
    const started = Array.from({ length: 3 }, () => startErmine(home, ["migrate", "--create", "--json"]));
    const results = await Promise.all(started);
    const [done, refused] = [
      results.filter(({ code }) => code === 0),
      results.filter(({ code }) => code !== 0),
    ];
    for (const { stdout, stderr } of done) {
      expect(stderr).toBe("");
      expect(JSON.parse(stdout)).toMatchObject([{ to: newestVersion }]);
    }
    // The file of SQLite belongs to one of them at a time, and the others do not wait for it.
    for (const { stderr } of refused)
      expect(stderr).toMatch(/^Another server is running on the data directory/);
    expect(done.length).toBeGreaterThanOrEqual(engine === "sqlite" ? 1 : 3);
    expect(await versions(database)).toEqual([{ version: newestVersion }]);
  });
});

// Not on SQLite, which blocks the thread while it waits for a lock: two migrators of one process would never end.
describe.each(engines.filter((engine) => engine !== "sqlite"))("simultaneous migrators on %s", (engine) => {
  const noDirectory = { directory: "" };

  test("each step runs once", async () => {
    await using opened = await openTestDatabase(engine);
    const { database } = opened;
    const migrators = [database, opened.openAgain(), opened.openAgain(), opened.openAgain()];
    await Promise.all(migrators.map((each) => migrate(each, [createPets], noDirectory)));
    expect(await versions(database)).toEqual([{ version: 1 }]);
    await Promise.all(migrators.map((each) => migrate(each, [createPets, addLegs, addTail], noDirectory)));
    expect(await versions(database)).toEqual([{ version: 3 }]);
  });

  test("an older program never sets the version back", async () => {
    await using opened = await openTestDatabase(engine);
    const { database } = opened;
    await migrate(database, [createPets], noDirectory);
    const [newer] = await Promise.allSettled([
      migrate(database, [createPets, addLegs, addTail], noDirectory),
      migrate(opened.openAgain(), [createPets, addLegs], noDirectory),
    ]);
    expect(newer.status).toBe("fulfilled");
    expect(await versions(database)).toEqual([{ version: 3 }]);
  });
});

describe("snapshots on sqlite", () => {
  test("before an upgrade the whole file is copied, without the changes of the upgrade", async () => {
    await using opened = await openTestDatabase("sqlite");
    const { database, home } = opened;
    const directory = join(home.dataDir, "snapshots");
    await migrate(database, [createPets], { directory });
    await addPet(database, "Ermine");
    const { snapshot } = await migrate(database, [createPets, addLegs], { directory });
    expect(
      readdirSync(directory)
        .map((name) => join(directory, name))
        .sort(),
    ).toEqual([snapshot ?? "", `${snapshot}.json`]);

    using copy = new Handle(snapshot, { readonly: true });
    expect(copy.query("pragma integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
    expect(copy.query("select * from pets").all()).toEqual([{ name: "Ermine" }]);
    expect(copy.query("select * from schema_version").all()).toEqual([{ version: 1 }]);
  });
});
