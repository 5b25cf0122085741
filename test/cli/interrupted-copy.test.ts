import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  type BackupHome,
  backUpTo,
  newSource,
  newTarget,
  readRowsOf,
  run,
} from "../support/backups/backups.ts";
import { addMessages, newCopyHome, openFile, openSession } from "../support/database/copied-database.ts";
import { killWhen, startRefusal } from "../support/processes/kill-when.ts";
import { runErmine } from "../support/processes/program.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { engines, type TestHome } from "../support/server/engines.ts";

setDefaultTimeout(120_000);

const fileOf = ({ dataDir }: TestHome) => join(dataDir, "ermine.db");

/** Looks at the tables that others see in a database, which may not exist yet. */
function openTables(home: TestHome): { has(name: RegExp): Promise<boolean> } & AsyncDisposable {
  const session = home.databaseUrl === "" ? undefined : openSession(home.databaseUrl);
  const list = async () => {
    if (session) return session.query("select tablename as name from pg_tables where schemaname = 'public'");
    if (!existsSync(fileOf(home))) return [];
    using handle = openFile(home);
    return handle.query<{ name: string }, []>("select name from sqlite_schema where type = 'table'").all();
  };
  return {
    has: async (name) => {
      try {
        return (await list()).some((table) => name.test(String(table.name)));
      } catch {
        return false;
      }
    },
    [Symbol.asyncDispose]: async () => session?.[Symbol.asyncDispose](),
  };
}

type Moment = (home: TestHome, tables: ReturnType<typeof openTables>) => boolean | Promise<boolean>;

/** On SQLite, the file is there before its tables are. */
const isDatabaseThere: Moment = (home, tables) =>
  home.databaseUrl === "" ? existsSync(fileOf(home)) : tables.has(/./);
const hasTables: Moment = (_, tables) => tables.has(/^messages$/);

/** Kills a command once a moment is reached in the database that it writes. */
async function killAt(home: TestHome, words: string[], { isReached, written = home }: KillMoment) {
  await using tables = openTables(written);
  await killWhen(home, words, () => isReached(written, tables));
}

interface KillMoment {
  readonly isReached: Moment;
  readonly written?: TestHome;
}

describe("ermine restore", () => {
  let source: BackupHome;
  let archive = "";
  let rows: Record<string, string[]>;
  beforeAll(async () => {
    source = await newSource("sqlite");
    {
      using handle = openFile(source);
      addMessages(handle, 1_000);
    }
    rows = await readRowsOf(source);
    ({ archive } = await backUpTo(source, join(source.folder, "single.tar")));
  });
  afterAll(() => source[Symbol.dispose]());

  async function expectInterrupted(target: TestHome): Promise<void> {
    expect(await startRefusal(target)).toContain("whose restore was interrupted");
    for (const words of [["accounts", "list"], ["migrate"], ["backup"]])
      expect(await runErmine(target, words)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("whose restore was interrupted"),
      });
  }

  test.each([...anyEngine])(
    "into %s, killed once there is a database: nothing uses it, and it can be run again",
    async (engine) => {
      using target = await newTarget(engine);
      await killAt(target, ["restore", archive], { isReached: isDatabaseThere });
      await expectInterrupted(target);
      await run(target, "restore", archive);
      expect(await readRowsOf(target)).toEqual(rows);
      expect(readdirSync(target.dataDir).filter((name) => name.includes("draft"))).toEqual([]);
    },
  );

  test.each([...anyEngine])(
    "into %s, killed once there are tables, and once more while it begins again: nothing uses it",
    async (engine) => {
      using target = await newTarget(engine);
      await killAt(target, ["restore", archive], { isReached: hasTables });
      await expectInterrupted(target);
      await using session = engine === "postgres" ? openSession(target.databaseUrl) : undefined;
      // On SQLite another file takes the place of the first; on PostgreSQL the mark is written again.
      const markOf = async () =>
        engine === "sqlite"
          ? statSync(fileOf(target)).ino
          : (await session?.query("select xmin::text from unfinished_copy"))?.[0]?.xmin;
      const first = await markOf();
      await killWhen(target, ["restore", archive], async () => (await markOf()) !== first);
      expect(await startRefusal(target)).toContain("whose restore was interrupted");
      await run(target, "restore", archive);
      expect(await readRowsOf(target)).toEqual(rows);
    },
  );
});

describe.each(engines.includes("postgres") ? [true] : [])("ermine migrate-store", () => {
  // At later moments: migrate-store.test.ts.
  test("killed once there is a database: no server starts, and it can be run again", async () => {
    using place = await newCopyHome();
    const { home, copy, url } = place;
    await killAt(home, ["migrate-store", "--to", url], { isReached: isDatabaseThere, written: copy });
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
