import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type BackupHome, backUpTo, newSource, newTarget, readRowsOf, run } from "../support/backups.ts";
import { addMessages, newCopyHome, openFile, queryPostgres } from "../support/copied-database.ts";
import { engines, type TestHome } from "../support/engines.ts";
import { killWhen, startRefusal } from "../support/kill-when.ts";
import { runErmine } from "../support/program.ts";

setDefaultTimeout(120_000);

const fileOf = ({ dataDir }: TestHome) => join(dataDir, "ermine.db");

/** The tables that others see in a database, which may not exist yet. */
async function tablesIn(home: TestHome): Promise<string[]> {
  try {
    if (home.databaseUrl !== "")
      return (
        await queryPostgres(
          home.databaseUrl,
          "select tablename as name from pg_tables where schemaname = 'public'",
        )
      ).map(({ name }) => String(name));
    if (!existsSync(fileOf(home))) return [];
    using handle = openFile(home);
    return handle
      .query<{ name: string }, []>("select name from sqlite_schema where type = 'table'")
      .all()
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

/** The first moments at which a database is there. On SQLite, the file is there before its tables are. */
const moments: [string, (home: TestHome) => boolean | Promise<boolean>][] = [
  [
    "there is a database",
    (home) => (home.databaseUrl === "" ? existsSync(fileOf(home)) : hasTable(home, /./)),
  ],
  ["its tables are created", (home) => hasTable(home, /^messages$/)],
];

async function hasTable(home: TestHome, name: RegExp): Promise<boolean> {
  return (await tablesIn(home)).some((table) => name.test(table));
}

describe.each([...engines])("ermine restore into %s", (engine) => {
  let source: BackupHome;
  let archive = "";
  let rows: Record<string, string[]>;
  beforeAll(async () => {
    source = await newSource("sqlite");
    {
      using handle = openFile(source);
      addMessages(handle, 3_000);
    }
    rows = await readRowsOf(source);
    ({ archive } = await backUpTo(source, join(source.folder, "single.tar")));
  });
  afterAll(() => source[Symbol.dispose]());

  test.each(moments)("killed once %s: no server starts, and it can be run again", async (_, isReached) => {
    using target = await newTarget(engine);
    await killWhen(target, ["restore", archive], () => isReached(target));
    expect(await startRefusal(target)).toContain("whose restore was interrupted");
    for (const words of [["accounts", "list"], ["migrate"], ["backup"]])
      expect(await runErmine(target, words)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("whose restore was interrupted"),
      });
    await run(target, "restore", archive);
    expect(await readRowsOf(target)).toEqual(rows);
    expect(readdirSync(target.dataDir).filter((name) => name.includes("draft"))).toEqual([]);
  });

  test("killed once more while it begins again: no server starts", async () => {
    using target = await newTarget(engine);
    await killWhen(target, ["restore", archive], () => hasTable(target, /^messages$/));
    // On SQLite another file takes the place of the first; on PostgreSQL the mark is written anew.
    const markOf = async () =>
      engine === "sqlite"
        ? statSync(fileOf(target)).ino
        : (await queryPostgres(target.databaseUrl, "select xmin::text from unfinished_copy"))[0]?.xmin;
    const first = await markOf();
    await killWhen(target, ["restore", archive], async () => (await markOf()) !== first);
    expect(await startRefusal(target)).toContain("whose restore was interrupted");
    await run(target, "restore", archive);
    expect(await readRowsOf(target)).toEqual(rows);
  });
});

describe.each(engines.includes("postgres") ? [true] : [])("ermine migrate-store", () => {
  test.each(moments)("killed once %s: no server starts, and it can be run again", async (_, isReached) => {
    using place = await newCopyHome();
    const { home, copy, url } = place;
    await killWhen(home, ["migrate-store", "--to", url], () => isReached(copy));
    expect(await startRefusal(copy)).toContain("holds an unfinished copy");
    for (const words of [["accounts", "list"], ["migrate"]])
      expect(await runErmine(copy, words)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("holds an unfinished copy"),
      });
    await run(home, "migrate-store", "--to", url);
    expect((await runErmine(copy, ["accounts", "list"])).stdout).toContain("ann@example.com");
  });
});
