import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { until } from "../../../../test/support/until.ts";
import type { Database, ReadQueries, WriteQueries } from "../port.ts";
import { openSqlite } from "./sqlite.ts";

interface Tables {
  counters: { value: number };
}

/** A disk whose syncs end when the test says so. */
class SlowDisk {
  syncs = 0;
  slow = false;
  #current = Promise.withResolvers<void>();
  #began = Promise.withResolvers<void>();

  readonly sync = async (): Promise<void> => {
    this.syncs++;
    if (!this.slow) return;
    this.#current = Promise.withResolvers();
    this.#began.resolve();
    await this.#current.promise;
  };

  /** Resolves when the next sync after the last finished one has begun. */
  began(): Promise<void> {
    return this.#began.promise;
  }

  finish(): void {
    this.#began = Promise.withResolvers();
    this.#current.resolve();
  }

  fail(error: Error): void {
    this.#current.reject(error);
  }
}

async function openOn(disk?: SlowDisk, { fsync = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "ermine-sqlite-"));
  const path = join(folder, "test.db");
  const database = openSqlite({ path, fsync, ...(disk && { syncLog: disk.sync }) });
  await database.write(async (queries) => {
    await queries.sql<Tables>().schema.createTable("counters").addColumn("value", "integer").execute();
    await queries.sql<Tables>().insertInto("counters").values({ value: 0 }).execute();
  });
  return {
    database,
    path,
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    },
  };
}

const increment = (queries: WriteQueries) =>
  queries
    .sql<Tables>()
    .updateTable("counters")
    .set((row) => ({ value: row("value", "+", 1) }))
    .returning("value")
    .executeTakeFirstOrThrow();

async function valueIn(database: Database): Promise<number> {
  const row = await database.read((queries) =>
    queries.sql<Tables>().selectFrom("counters").selectAll().executeTakeFirstOrThrow(),
  );
  return row.value;
}

describe("sqlite", () => {
  test("runs with a write-ahead log and checks foreign keys", async () => {
    await using opened = await openOn(new SlowDisk());
    const setting = (name: string) => async (queries: ReadQueries) =>
      (await sql`pragma ${sql.raw(name)}`.execute(queries.sql() as Kysely<unknown>)).rows;
    expect(await opened.database.write(setting("journal_mode"))).toEqual([{ journal_mode: "wal" }]);
    expect(await opened.database.write(setting("foreign_keys"))).toEqual([{ foreign_keys: 1 }]);
    expect(await opened.database.write(setting("busy_timeout"))).toEqual([{ timeout: 5000 }]);
    expect(await opened.database.read(setting("busy_timeout"))).toEqual([{ timeout: 5000 }]);
  });

  test("a write that ignores the rollback of its transaction fails, and changes nothing", async () => {
    await using opened = await openOn(new SlowDisk());
    const { database } = opened;
    await database.write((queries) =>
      sql`create unique index only on counters (value)`.execute(queries.sql()),
    );
    const bystander = database.write(increment);
    const write = database.write(async (queries) => {
      await increment(queries);
      // This rolls back the whole transaction, as a full disk does.
      const lost = sql`insert or rollback into counters select * from counters`.execute(queries.sql());
      await expect(lost).rejects.toThrow(/UNIQUE/);
      await increment(queries).catch(() => {});
      return "done";
    });
    const outcomes = await Promise.allSettled([bystander, write]);
    const reasons = outcomes.map((outcome) => outcome.status === "rejected" && String(outcome.reason));
    const reason = "DatabaseUnavailable: the database rolled back the transaction";
    expect(reasons).toEqual([reason, reason]);
    expect(await valueIn(database)).toBe(0);
    expect(await database.write(increment)).toEqual({ value: 1 });
  });

  test("a write is acknowledged only after its sync, and reads continue in the meantime", async () => {
    const disk = new SlowDisk();
    await using opened = await openOn(disk);
    disk.slow = true;
    const happened: string[] = [];
    const write = opened.database
      .write(increment, { onDurable: () => happened.push("durable") })
      .then(() => happened.push("resolved"));
    await disk.began();
    for (let reads = 0; reads < 20; reads++) expect(await valueIn(opened.database)).toBe(1);
    expect(happened).toEqual([]);
    disk.finish();
    await write;
    expect(happened).toEqual(["durable", "resolved"]);
  });

  test("writes that end during one sync share the next, and are acknowledged in their order", async () => {
    const disk = new SlowDisk();
    await using opened = await openOn(disk);
    const before = disk.syncs;
    disk.slow = true;
    const durable: number[] = [];
    let done = 0;
    const write = () => {
      let value = 0;
      const work = async (queries: WriteQueries) => {
        ({ value } = await increment(queries));
        done = value;
      };
      return opened.database.write(work, { onDurable: () => durable.push(value) });
    };
    const first = write();
    await disk.began();
    /** How many callbacks had run when each write resolved. */
    const callbacksBefore: number[] = [];
    const others = Array.from({ length: 50 }, () => write().then(() => callbacksBefore.push(durable.length)));
    while (done < 51) await Bun.sleep(1);
    expect(durable).toEqual([]);
    // Before their sync they are not visible either.
    expect(await valueIn(opened.database)).toBe(1);
    disk.finish();
    await first;
    await disk.began();
    expect(durable).toEqual([1]);
    disk.finish();
    await Promise.all(others);
    expect(callbacksBefore).toEqual(others.map(() => 1));
    await until(() => durable.length === 51);
    expect(durable).toEqual(Array.from({ length: 51 }, (_, index) => index + 1));
    expect(disk.syncs - before).toBe(2);
  });

  test("after a failed sync its write, the waiting and all later writes are refused; reads continue", async () => {
    const disk = new SlowDisk();
    await using opened = await openOn(disk);
    disk.slow = true;
    let durable = 0;
    const write = () => opened.database.write(increment, { onDurable: () => durable++ });
    const first = write();
    await disk.began();
    const waiting = write();
    const failure = new Error("the disk is broken");
    const outcomes = Promise.allSettled([first, waiting]);
    disk.fail(failure);
    expect(await outcomes).toEqual([
      { status: "rejected", reason: failure },
      { status: "rejected", reason: failure },
    ]);
    disk.slow = false;
    expect(await write().catch((error) => error)).toBe(failure);
    expect(durable).toBe(0);
    expect(await valueIn(opened.database)).toBe(1);
    expect(() => opened.database.assertSound()).toThrow();
  });

  test("with fsync off nothing waits for the disk", async () => {
    const disk = new SlowDisk();
    await using opened = await openOn(disk, { fsync: false });
    await opened.database.write(increment);
    expect(disk.syncs).toBe(0);
  });

  test("two processes write the same file, and neither is refused", async () => {
    await using opened = await openOn();
    const program = join(import.meta.dir, "../../../../test/support/programs/increment-counter.ts");
    const other = Bun.spawn([process.execPath, program, opened.path, "200"], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let mine = 0;
    for (; other.exitCode === null || mine < 200; mine++) await opened.database.write(increment);
    expect(await new Response(other.stderr).text()).toBe("");
    expect(await other.exited).toBe(0);
    expect(await valueIn(opened.database)).toBe(200 + mine);
  });
});
