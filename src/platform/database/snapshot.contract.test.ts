import { describe, expect, test } from "bun:test";
import { openTestDatabase } from "../../../test/support/databases.ts";
import { engines } from "../../../test/support/engines.ts";
import type { Database, ReadQueries } from "./port.ts";

interface Tables {
  notes: { commit_name: string };
}

async function openNotes(engine: (typeof engines)[number]) {
  const opened = await openTestDatabase(engine);
  await opened.database.write((queries) =>
    queries.sql<Tables>().schema.createTable("notes").addColumn("commit_name", "text").execute(),
  );
  return opened;
}

/** Commits a note that holds the name of its own commit. */
function writeNote(database: Database, onDurable = (_commit: string) => {}): Promise<string> {
  let commit = "";
  return database.write(
    async (queries) => {
      commit = await queries.commitName();
      await queries.sql<Tables>().insertInto("notes").values({ commit_name: commit }).execute();
      return commit;
    },
    { onDurable: () => onDurable(commit) },
  );
}

async function readNotes(queries: ReadQueries): Promise<string[]> {
  const rows = await queries.sql<Tables>().selectFrom("notes").select("commit_name").execute();
  return rows.map(({ commit_name }) => commit_name);
}

describe.each([...engines])("snapshots: %s", (engine) => {
  test("show one state, whatever is committed between their queries", async () => {
    await using notes = await openNotes(engine);
    const { database } = notes;
    const before = await writeNote(database);
    let later = "";
    const { result, includes } = await database.snapshot(async (queries) => {
      const first = await readNotes(queries);
      later = await writeNote(database);
      return { first, second: await readNotes(queries) };
    });
    expect(result).toEqual({ first: [before], second: [before] });
    expect([includes(before), includes(later)]).toEqual([true, false]);
    const { result: now } = await database.snapshot(readNotes);
    expect(now.toSorted()).toEqual([before, later].toSorted());
  });

  test("include a commit exactly if they show its change, also a commit of another process", async () => {
    await using notes = await openNotes(engine);
    const { database } = notes;
    const elsewhere = notes.openAgain();
    const commits: string[] = [];
    const seen: { shown: string[]; includes: (commit: string) => boolean }[] = [];
    const write = async (each: Database) => void commits.push(await writeNote(each));
    const read = async () => {
      const { result, includes } = await database.snapshot(readNotes);
      seen.push({ shown: result, includes });
    };
    for (let round = 0; round < 20; round++) {
      await Promise.all([write(database), read(), write(database), write(database), read(), read()]);
      // Not at the same time: two handles of one process would wait for each other's lock for ever.
      await write(elsewhere);
      await read();
    }
    expect(commits).toHaveLength(80);
    for (const { shown, includes } of seen)
      expect(commits.filter((commit) => includes(commit)).toSorted()).toEqual(shown.toSorted());
  });

  test("resolve after onDurable was called for the commits that they show", async () => {
    await using notes = await openNotes(engine);
    const { database } = notes;
    const durable = new Set<string>();
    let going = true;
    const writers = [1, 2, 3, 4].map(async () => {
      while (going) await writeNote(database, (commit) => durable.add(commit));
    });
    for (let count = 0; count < 60; count++) {
      const { result } = await database.snapshot(readNotes);
      expect(result.filter((commit) => !durable.has(commit))).toEqual([]);
    }
    going = false;
    await Promise.all(writers);
  });

  test("a write that is rolled back leaves no commit", async () => {
    await using notes = await openNotes(engine);
    const { database } = notes;
    const failed = database.write(async (queries) => {
      await queries.commitName();
      throw new Error("rolled back");
    });
    await expect(failed).rejects.toThrow("rolled back");
    const next = await writeNote(database);
    const { result, includes } = await database.snapshot(readNotes);
    expect([result, includes(next)]).toEqual([[next], true]);
  });

  test("a snapshot that fails releases its connection", async () => {
    await using notes = await openNotes(engine);
    for (let count = 0; count < 30; count++) {
      const broken = notes.database.snapshot(async () => {
        throw new Error("broken");
      });
      await expect(broken).rejects.toThrow("broken");
    }
    expect((await notes.database.snapshot(readNotes)).result).toEqual([]);
  });
});
