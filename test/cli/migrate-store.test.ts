import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import {
  addMessages,
  type CopyHome,
  newCopyHome,
  openSession,
  queryPostgres,
  readTables,
  tableColumns,
} from "../support/database/copied-database.ts";
import { fillWithHostileRows } from "../support/database/hostile-rows.ts";
import { killWhen, startRefusal } from "../support/processes/kill-when.ts";
import { runErmine } from "../support/processes/program.ts";
import { startProcess } from "../support/processes/server-process.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { engines, newHome } from "../support/server/engines.ts";

setDefaultTimeout(120_000);

const withPostgres = engines.includes("postgres") ? [true] : [];

async function expectEqualTables(place: CopyHome, change: (text: string) => string = (text) => text) {
  const columns = tableColumns(place);
  const [original, copy] = [
    await readTables("sqlite", place, columns),
    await readTables("postgres", place, columns),
  ];
  for (const [table, rows] of Object.entries(original)) {
    // The mark of a complete copy.
    const copied = copy[table]?.filter((row) => !row.includes("copied_from"));
    expect({ table, rows: copied }).toEqual({ table, rows: rows.map(change) });
  }
  return original;
}

describe.each(withPostgres)("ermine migrate-store", () => {
  test("copies every kind of row", async () => {
    using place = await newCopyHome();
    using handle = place.openFile();
    fillWithHostileRows(handle, tableColumns(place));
    const { code, stdout, stderr } = await runErmine(place.home, [
      "migrate-store",
      "--to",
      place.url,
      "--json",
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining("complete and verified") });
    const original = await expectEqualTables(place);
    for (const [table, rows] of Object.entries(original)) expect(rows.length, table).toBeGreaterThan(0);
    const report: { table: string; rows: number; verified: boolean }[] = JSON.parse(stdout);
    expect(report.map(({ table }) => table).toSorted()).toEqual(Object.keys(original).toSorted());
    for (const { table, rows, verified } of report)
      expect({ table, rows, verified }).toEqual({
        table,
        rows: original[table]?.length ?? 0,
        verified: true,
      });
    const [words] = await queryPostgres(place.url, "select count(*) as n from messages where words is null");
    expect(words).toEqual({ n: "0" });
  });

  test("drops NUL characters, which PostgreSQL cannot store, and says so", async () => {
    using place = await newCopyHome();
    using handle = place.openFile();
    handle.run(
      "insert into messages (channel_id, id, author_id, content) values ('c', 'm', 'a', 'one' || char(0) || 'two')",
    );
    const { code, stderr } = await runErmine(place.home, ["migrate-store", "--to", place.url]);
    expect(code).toBe(0);
    expect(stderr).toContain("messages: 1 values held NUL");
    await expectEqualTables(place, (row) => row.replaceAll("\\u0000", ""));
  });

  thoroughTest("continues after it is killed, wherever that happens", async () => {
    using place = await newCopyHome();
    {
      using handle = place.openFile();
      addMessages(handle, 30_000);
    }
    await using session = openSession(place.url);
    const progressOf = async (name: string): Promise<{ rows: number; done: boolean } | undefined> => {
      const text = `select value from unfinished_copy where name = '${name}'`;
      const rows = await session.query(text).catch(() => []);
      return rows[0] && JSON.parse(String(rows[0].value));
    };
    const copied = async () => (await progressOf("table messages"))?.rows ?? 0;
    const moments = [
      async () => (await progressOf("source")) !== undefined,
      async () => (await progressOf("table accounts"))?.done === true,
      async () => (await copied()) >= 3_000,
      async () => (await copied()) >= 15_000,
      async () => (await progressOf("table writers"))?.done === true,
    ];
    const seen: number[] = [];
    for (const isReached of moments) {
      await killWhen(place.home, ["migrate-store", "--to", place.url], isReached);
      seen.push(await copied());
      // At the first moment there is only the mark, and no table yet.
      const count = session.query("select count(*)::text as n from messages");
      const [stored] = await count.catch(() => [{ n: "0" }]);
      expect(stored).toEqual({ n: String(seen.at(-1)) });
    }
    // It never starts again from the beginning.
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen[2]).toBeWithin(3_000, 30_000);
    expect(seen[3]).toBeWithin(15_000, 30_000);
    expect(seen[4]).toBe(30_000);
    expect(await startRefusal(place.copy)).toContain("holds an unfinished copy");
    for (const words of [["accounts", "list"], ["migrate"]])
      expect(await runErmine(place.copy, words)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("unfinished copy"),
      });
    const { code, stderr } = await runErmine(place.home, ["migrate-store", "--to", place.url]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^Resuming/) });
    expect(stderr).not.toContain("has changed since");
    await expectEqualTables(place);
    expect((await runErmine(place.copy, ["accounts", "list"])).stdout).toContain("ann@example.com");
  });

  thoroughTest("starts over if the SQLite database has changed since it was killed", async () => {
    using place = await newCopyHome();
    {
      using handle = place.openFile();
      addMessages(handle, 5_000);
    }
    await using session = openSession(place.url);
    await killWhen(place.home, ["migrate-store", "--to", place.url], async () => {
      const rows = await session.query("select from messages limit 1").catch(() => []);
      return rows.length > 0;
    });
    {
      using handle = place.openFile();
      handle.run("update messages set content = 'edited' where id = 'message-000000000'");
      handle.run("delete from messages where id = 'message-000000001'");
    }
    const { code, stderr } = await runErmine(place.home, ["migrate-store", "--to", place.url]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining("has changed since") });
    await expectEqualTables(place);
  });

  test("says that it is complete, and takes the address from the configuration", async () => {
    using place = await newCopyHome();
    const first = await runErmine(place.copy, ["migrate-store"]);
    expect(first.code).toBe(0);
    const again = await runErmine(place.copy, ["migrate-store"]);
    expect(again).toMatchObject({
      code: 0,
      stderr: "",
      stdout: expect.stringContaining("the complete copy"),
    });
  });

  test("prints no password", async () => {
    using place = await newCopyHome();
    const url = place.url.replace("postgres@", "postgres:hunter:two@");
    const outputs = [
      await runErmine(place.home, ["migrate-store", "--to", url]),
      await runErmine(place.home, ["migrate-store", "--to", url]),
    ];
    for (const { code, stdout, stderr } of outputs) {
      expect(code).toBe(0);
      expect(stdout + stderr).not.toMatch(/hunter|two/);
      expect(stdout + stderr).toContain("postgres://postgres:…@127.0.0.1");
    }
  });
});

describe.each(withPostgres)("ermine migrate-store refuses", () => {
  async function expectRefusal({ home }: CopyHome, url: string | undefined, message: RegExp) {
    const to = url === undefined ? [] : ["--to", url];
    const { code, stdout, stderr } = await runErmine(home, ["migrate-store", ...to]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(message);
  }

  test("while a server runs on the data directory or on the PostgreSQL database", async () => {
    using place = await newCopyHome();
    {
      await using _ = await startProcess(place.home);
      await expectRefusal(place, place.url, /running on the data directory .* Stop it/);
    }
    const elsewhere = await newHome("sqlite");
    {
      await using _ = await startProcess({ ...elsewhere, databaseUrl: place.url });
      await expectRefusal(place, place.url, /running on this PostgreSQL database\. Stop it/);
    }
    elsewhere.remove();
    await expectRefusal(place, place.url, /already holds data of Ermine .*createdb/);
  });

  test("a database with rows, which it leaves alone", async () => {
    using place = await newCopyHome();
    using other = await newCopyHome();
    const copy = { ...other.home, databaseUrl: place.url };
    for (const words of [
      ["migrate", "--create"],
      ["accounts", "create", "ben@example.com"],
    ])
      expect((await runErmine(copy, words)).code).toBe(0);
    await expectRefusal(place, place.url, /already holds data of Ermine/);
    expect(await queryPostgres(place.url, "select email from accounts")).toEqual([
      { email: "ben@example.com" },
    ]);
  });

  test("a value that PostgreSQL cannot store, and names it", async () => {
    using place = await newCopyHome();
    {
      using handle = place.openFile();
      handle.run("insert into mail_counts values ('ann@example.com', 3000000000, 0)");
    }
    await expectRefusal(place, place.url, /^mail_counts .*"3000000000" is out of range.*ann@example\.com/m);
  });

  thoroughTest("a copy of another database", async () => {
    using place = await newCopyHome();
    using other = await newCopyHome();
    expect((await runErmine(other.home, ["migrate-store", "--to", place.url])).code).toBe(0);
    await expectRefusal(place, place.url, /already holds data of Ermine/);
    await queryPostgres(
      place.url,
      `create table unfinished_copy (name text primary key, value text);
       insert into unfinished_copy values ('source', '{"fingerprint": "other", "version": 1}')`,
    );
    await expectRefusal(place, place.url, /unfinished copy of another database/);
  });

  test("what it cannot use, and says what to do", async () => {
    using place = await newCopyHome();
    await expectRefusal(place, undefined, /set database_url/);
    await expectRefusal(place, "mysql://localhost/ermine", /--to postgres:/);
    await expectRefusal(place, `${place.url}_missing`, /does not exist\. Create it first/);
    await queryPostgres(place.url, "create database latin encoding 'LATIN1' template template0 locale 'C'");
    await expectRefusal(place, place.url.replace(/\w+$/, "latin"), /encoding .* LATIN1\. Create one with/);
    for (const name of ["ermine.db", "ermine.db-wal", "ermine.db-shm"])
      rmSync(join(place.home.dataDir, name), { force: true });
    await expectRefusal(place, place.url, /no SQLite database at .*ermine\.db/);
  });
});
