import { describe, expect, test } from "bun:test";
import { openTestDatabaseWithLog } from "../../../test/support/database/databases.ts";
import { engines } from "../../../test/support/server/engines.ts";
import type { Database, ReadQueries } from "./port.ts";

interface Tables {
  notes: { text: string };
}

async function openNotes(engine: (typeof engines)[number]) {
  const opened = await openTestDatabaseWithLog(engine);
  await opened.database.write((queries) =>
    queries.sql<Tables>().schema.createTable("notes").addColumn("text", "text").execute(),
  );
  return opened;
}

let notes = 0;

/** Commits a note with an announcement, and returns the note with its position. */
async function writeNote(database: Database, onDurable = (_note: Note) => {}): Promise<Note> {
  const text = String(++notes);
  const durable = Promise.withResolvers<Note>();
  await database.write(
    async (queries) => {
      await queries.sql<Tables>().insertInto("notes").values({ text }).execute();
    },
    {
      announcements: () => [{ name: "Note", payload: { text }, topics: [] }],
      onDurable(position) {
        const note = { text, position: position?.position ?? Number.NaN };
        onDurable(note);
        durable.resolve(note);
      },
    },
  );
  return durable.promise;
}

interface Note {
  readonly text: string;
  readonly position: number;
}

async function readNotes(queries: ReadQueries): Promise<string[]> {
  const rows = await queries.sql<Tables>().selectFrom("notes").select("text").execute();
  return rows.map(({ text }) => text);
}

describe.each([...engines])("snapshots: %s", (engine) => {
  test("show one state, whatever is committed between their queries", async () => {
    await using opened = await openNotes(engine);
    const { database } = opened;
    const before = await writeNote(database);
    let later: Note | undefined;
    const { result, position } = await database.snapshot(async (queries) => {
      const first = await readNotes(queries);
      later = await writeNote(database);
      return { first, second: await readNotes(queries) };
    });
    expect(result).toEqual({ first: [before.text], second: [before.text] });
    expect(position).toBe(before.position);
    expect(later?.position).toBeGreaterThan(position);
    const { result: now } = await database.snapshot(readNotes);
    expect(now.toSorted()).toEqual([before.text, later?.text].toSorted() as string[]);
  });

  test("include a commit exactly if they show its change, also a commit of another process", async () => {
    await using opened = await openNotes(engine);
    const { database } = opened;
    const elsewhere = opened.openAgain();
    const written: Note[] = [];
    const seen: { shown: string[]; position: number }[] = [];
    const write = async (each: Database) => void written.push(await writeNote(each));
    const read = async () => {
      const { result, position } = await database.snapshot(readNotes);
      seen.push({ shown: result, position });
    };
    for (let round = 0; round < 20; round++) {
      await Promise.all([write(database), read(), write(database), write(database), read(), read()]);
      // Not at the same time: two handles of one process would wait for each other's lock for ever.
      await write(elsewhere);
      await read();
    }
    expect(written).toHaveLength(80);
    for (const { shown, position } of seen) {
      const included = written.filter((note) => note.position <= position);
      expect(included.map(({ text }) => text).toSorted()).toEqual(shown.toSorted());
    }
  });

  test("a write that is rolled back has no position", async () => {
    await using opened = await openNotes(engine);
    const { database } = opened;
    const failed = database.write(
      async () => {
        throw new Error("rolled back");
      },
      { announcements: () => [{ name: "Note", payload: {}, topics: [] }] },
    );
    await expect(failed).rejects.toThrow("rolled back");
    const next = await writeNote(database);
    const { result, position } = await database.snapshot(readNotes);
    expect([result, position]).toEqual([[next.text], next.position]);
  });

  test("a snapshot that fails releases its connection", async () => {
    await using opened = await openNotes(engine);
    for (let count = 0; count < 30; count++) {
      const broken = opened.database.snapshot(async () => {
        throw new Error("broken");
      });
      await expect(broken).rejects.toThrow("broken");
    }
    expect((await opened.database.snapshot(readNotes)).result).toEqual([]);
  });
});

describe("snapshots of SQLite", () => {
  test("resolve after onDurable was called for the commits that they show", async () => {
    await using opened = await openNotes("sqlite");
    const { database } = opened;
    const durable = new Set<string>();
    let going = true;
    const writers = [1, 2, 3, 4].map(async () => {
      while (going) await writeNote(database, ({ text }) => durable.add(text));
    });
    for (let count = 0; count < 60; count++) {
      const { result } = await database.snapshot(readNotes);
      expect(result.filter((text) => !durable.has(text))).toEqual([]);
    }
    going = false;
    await Promise.all(writers);
  });
});
