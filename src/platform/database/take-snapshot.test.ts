import { Database as Handle } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { appendFileSync, existsSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openAt, openTestDatabase } from "../../../test/support/database/databases.ts";
import { hasSmallDisk, openSmallDisk, type SmallDisk } from "../../../test/support/database/small-disk.ts";
import { newHome } from "../../../test/support/server/engines.ts";
import type { Migration } from "../../migrations/kit.ts";
import { migrate } from "./migrate.ts";
import type { Database } from "./port.ts";
import { listSnapshots, removeExpired } from "./snapshot-files.ts";
import { UpgradeFailed, UpgradeRefused } from "./upgrade-errors.ts";

interface Tables {
  pets: { name: string };
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
    await db.schema.alterTable("pets").addColumn("legs", "integer").execute();
  },
};
const breakDown: Migration = {
  name: "broken",
  up: async () => {
    throw new Error("this step is broken");
  },
};

const addPet = (database: Database, name: string) =>
  database.write((queries) => queries.sql<Tables>().insertInto("pets").values({ name }).execute());

function petsIn(path: string): string[] {
  using handle = new Handle(path, { readonly: true });
  return handle
    .query<{ name: string }, []>("select name from pets order by name")
    .all()
    .map(({ name }) => name);
}

/** A database of version 1 with a pet. */
async function openPets() {
  const opened = await openTestDatabase("sqlite");
  const { database, home } = opened;
  const directory = join(home.dataDir, "snapshots");
  await migrate(database, [createPets], { directory });
  await addPet(database, "Ann");
  return { ...opened, directory };
}

async function failToUpgrade(database: Database, directory: string): Promise<UpgradeFailed> {
  const error = await migrate(database, [createPets, addLegs, breakDown], { directory }).catch(
    (each) => each,
  );
  expect(error).toBeInstanceOf(UpgradeFailed);
  return error;
}

describe("the copy of the database before an upgrade", () => {
  test("is used again by the next attempt, also of another process", async () => {
    const home = await newHome("sqlite");
    const directory = join(home.dataDir, "snapshots");
    const first = openAt("sqlite", home);
    await migrate(first, [createPets], { directory });
    await addPet(first, "Ann");
    const { failure } = await failToUpgrade(first, directory);
    const files = readdirSync(directory).sort();
    expect(files).toHaveLength(2);
    expect((await failToUpgrade(first, directory)).failure).toEqual(failure);
    await first[Symbol.asyncDispose]();
    const second = openAt("sqlite", home);
    const { snapshot } = await migrate(second, [createPets, addLegs], { directory });
    await second[Symbol.asyncDispose]();
    expect(snapshot).toBe(failure.snapshot);
    expect(readdirSync(directory).sort()).toEqual(files);
    expect(petsIn(snapshot ?? "")).toEqual(["Ann"]);
    home.remove();
  });

  test("is not used again once anything was written since", async () => {
    await using opened = await openPets();
    const { database, directory, openAgain } = opened;
    const first = (await failToUpgrade(database, directory)).failure.snapshot ?? "";
    // As the version before would, or a command that runs at the same time.
    await addPet(openAgain(), "Bob");
    const { snapshot = "" } = await migrate(database, [createPets, addLegs], { directory });
    expect(snapshot).not.toBe(first);
    expect([petsIn(first), petsIn(snapshot)]).toEqual([["Ann"], ["Ann", "Bob"]]);
  });

  test.each([
    ["shorter", (path: string) => truncateSync(path, 4_096)],
    ["longer", (path: string) => appendFileSync(path, "x")],
    ["without its digest", (path: string) => writeFileSync(`${path}.json`, "{")],
  ])("is not used again if it is %s", async (_, damage) => {
    await using opened = await openPets();
    const { database, directory } = opened;
    const first = (await failToUpgrade(database, directory)).failure.snapshot ?? "";
    damage(first);
    const { snapshot = "" } = await migrate(database, [createPets, addLegs], { directory });
    expect(snapshot).not.toBe(first);
    expect(petsIn(snapshot)).toEqual(["Ann"]);
  });

  test("has everything that was committed, since nobody can write until the upgrade is over", async () => {
    await using opened = await openPets();
    const { database, directory, home } = opened;
    using other = new Handle(join(home.dataDir, "ermine.db"));
    let refusals = 0;
    const progress = () => {
      expect(() => other.run("insert into pets (name) values ('Eve')")).toThrow("database is locked");
      refusals++;
    };
    const { snapshot = "" } = await migrate(database, [createPets, addLegs], { directory, progress });
    expect(refusals).toBeGreaterThan(1);
    expect(petsIn(snapshot)).toEqual(["Ann"]);
  });

  test("tells how far it is, and then which step runs", async () => {
    await using opened = await openPets();
    const { database, directory } = opened;
    await database.write(async (queries) => {
      for (let index = 0; index < 40; index++)
        await queries
          .sql<Tables>()
          .insertInto("pets")
          .values({ name: "x".repeat(500_000) })
          .execute();
    });
    const [texts, times]: [string[], number[]] = [[], []];
    const progress = (text: string, nextWithinMs: number) => {
      texts.push(text);
      times.push(nextWithinMs);
    };
    await migrate(database, [createPets, addLegs], { directory, progress, everyMs: 0 });
    expect(texts[0]).toMatch(/^Copying the database before its upgrade, 2\d\.\d MB, to .*\.db$/);
    const percents = texts
      .filter((text) => /^Copying.* % done$/.test(text))
      .map((text) => Number.parseInt(/(\d+) % done/.exec(text)?.[1] ?? "", 10));
    expect(percents.length).toBeGreaterThan(2);
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
    expect(percents.at(-1)).toBeLessThanOrEqual(100);
    expect(texts).toContainEqual("Reading the copy of the database: 100 % done");
    expect(texts.at(-1)).toBe("Upgrading the database to version 2: step 2 (legs)");
    // Longer than the 90 seconds after which systemd loses patience.
    for (const time of times) expect(time).toBeGreaterThan(90_000);
  });

  test("removes what an interrupted one has left, and those that have expired", async () => {
    await using opened = await openPets();
    const { database, directory } = opened;
    await failToUpgrade(database, directory);
    const day = 86_400_000;
    const snapshotName = (days: number) => `before-upgrade-from-1-${Date.now() - days * day}.db`;
    const [old, young] = [snapshotName(31), snapshotName(29)];
    const [interrupted, foreign] = ["before-upgrade-from-1-1.db.unfinished", "mine.db"];
    for (const name of [
      old,
      `${old}-journal`,
      `${old}.json`,
      young,
      interrupted,
      `${interrupted}-journal`,
      foreign,
    ])
      writeFileSync(join(directory, name), "");
    await addPet(database, "Bob");
    await migrate(database, [createPets, addLegs], { directory, days: 30 });
    const left = readdirSync(directory);
    expect(left.filter((name) => name.startsWith(old) || name.includes("unfinished"))).toEqual([]);
    expect(left).toContain(young);
    expect(left).toContain(foreign);
    expect(listSnapshots(directory)).toHaveLength(3);
    expect(removeExpired(directory, 0, Date.now() + 1_000 * day)).toEqual([]);
    expect(removeExpired(directory, 30, Date.now() + 1_000 * day)).toHaveLength(3);
    expect(readdirSync(directory)).toEqual([foreign]);
    expect(listSnapshots(join(directory, "none"))).toEqual([]);
    expect(() => listSnapshots(join(directory, foreign))).toThrow("ENOTDIR");
  });
});

describe.if(hasSmallDisk)("without room for the copy", () => {
  /** A database of some megabytes on a disk of 64 MiB. */
  async function openOnSmallDisk() {
    const disk = openSmallDisk(64) as SmallDisk;
    const home = { ...(await newHome("sqlite")), dataDir: disk.path };
    const database = openAt("sqlite", home);
    const directory = join(disk.path, "snapshots");
    await migrate(database, [createPets], { directory });
    for (let index = 0; index < 10; index++) await addPet(database, "x".repeat(1_000_000));
    return {
      disk,
      database,
      directory,
      async [Symbol.asyncDispose]() {
        disk.empty();
        await database[Symbol.asyncDispose]();
        disk[Symbol.dispose]();
      },
    };
  }

  test("nothing is written, the message says how much is needed, and the version before continues", async () => {
    await using opened = await openOnSmallDisk();
    const { disk, database, directory } = opened;
    disk.fill(20_000_000);
    for (let attempt = 0; attempt < 3; attempt++) {
      const error = await migrate(database, [createPets, addLegs], { directory }).catch((each) => each);
      expect(error).toBeInstanceOf(UpgradeRefused);
      expect(error.message).toMatch(
        /first copies it to .*snapshots, for which 2[678]\.\d MB must be free on that disk, and (19|20)\.\d MB are\. Nothing was changed/,
      );
      expect(readdirSync(directory)).toEqual([]);
    }
    await addPet(database, "Bob");
    disk.empty();
    const { snapshot = "" } = await migrate(database, [createPets, addLegs], { directory });
    expect(petsIn(snapshot)).toContain("Bob");
  });

  test("a disk that fills up meanwhile leaves no part of the copy", async () => {
    await using opened = await openOnSmallDisk();
    const { disk, database, directory } = opened;
    const progress = (text: string) => {
      if (text.startsWith("Copying")) disk.fill(1_000_000);
    };
    const error = await migrate(database, [createPets, addLegs], { directory, progress }).catch(
      (each) => each,
    );
    expect(error).toBeInstanceOf(UpgradeRefused);
    expect(readdirSync(directory)).toEqual([]);
    disk.empty();
    expect(existsSync(join(directory, "..", "ermine.db"))).toBe(true);
    await migrate(database, [createPets, addLegs], { directory });
    expect(listSnapshots(directory)).toHaveLength(1);
  });
});
