import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import type { CompiledQuery } from "kysely";
import { ulid } from "ulid";
import type { Tx } from "../../../src/declare/tx.ts";
import { releasing } from "../../../src/domains/files/actions/claim-file.ts";
import { sumClaimed } from "../../../src/domains/files/store/usage.ts";
import type { HistoryQuery } from "../../../src/domains/messages/draft-model.ts";
import { readWindow } from "../../../src/domains/messages/rules/history-window.ts";
import { messagesAmong } from "../../../src/domains/messages/store/found-messages.ts";
import {
  type HistoryRange,
  listMessages,
  pages,
  selectPinned,
  selectRange,
} from "../../../src/domains/messages/store/history.ts";
import { deleteMessages } from "../../../src/domains/messages/store/messages.ts";
import { textPages } from "../../../src/domains/messages/store/scan-texts.ts";
import { sentAt, timesOf, wordMatches } from "../../../src/domains/messages/store/search-sqlite.ts";
import { insertMessages } from "../../support/messages/reading.ts";
import { amount } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { engines } from "../../support/server/engines.ts";

const start = 1_700_000_000_000;

/** The expected page, computed by filtering all ids. */
function pageOf(ids: readonly string[], query: HistoryQuery): string[] {
  const { limit = 50, before, after, sort, nearby } = query;
  const ascending = ids.toSorted();
  if (nearby !== undefined) {
    const half = Math.floor(limit / 2) + 1;
    const remainingIds = ascending.filter((id) => id >= nearby);
    const earlier = ascending.filter((id) => id < nearby).toReversed();
    return [...remainingIds.slice(0, half), ...earlier.slice(0, half)];
  }
  const within = ascending.filter(
    (id) => (before === undefined || id < before) && (after === undefined || id > after),
  );
  return (sort === "Oldest" ? within : within.toReversed()).slice(0, limit);
}

describeServer("pages of history", engines, { config: { database: { fsync: false } } }, (server, engine) => {
  /** Inserts a message in one of six milliseconds, or deletes an inserted one. */
  const change = fc.oneof(
    { weight: 3, arbitrary: fc.record({ insert: fc.integer({ min: 0, max: 5 }) }) },
    { weight: 1, arbitrary: fc.record({ drop: fc.nat() }) },
  );
  const anchor = fc.oneof(
    { weight: 4, arbitrary: fc.nat() },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "0".repeat(26),
        "Z".repeat(26),
        "~".repeat(26),
        "é".repeat(26),
        " ".repeat(26),
      ),
    },
    { weight: 1, arbitrary: fc.integer({ min: -1, max: 6 }).map((at) => ulid(start + at)) },
  );
  const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
  const pageQuery = fc.record({
    limit: optional(fc.integer({ min: 1, max: 12 })),
    before: optional(anchor),
    after: optional(anchor),
    nearby: fc.option(anchor, { nil: undefined, freq: 2 }),
    sort: optional(fc.constantFrom("Latest" as const, "Oldest" as const)),
  });

  test("equal a filter of all messages", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 25 }),
        fc.array(pageQuery, { minLength: 8, maxLength: 8 }),
        async (changes, queries) => {
          const channel = ulid();
          const inserted = changes.flatMap((one) =>
            "insert" in one ? [{ id: ulid(start + one.insert) }] : [],
          );
          const insertedIds = await insertMessages(server, channel, inserted);
          const dropped = changes.flatMap((one) =>
            "drop" in one ? (insertedIds[one.drop % insertedIds.length] ?? []) : [],
          );
          const remainingIds = insertedIds.filter((id) => !dropped.includes(id));
          if (dropped.length > 0)
            await server.running.store.write((tx) => deleteMessages(tx, channel, dropped));
          const named = (at: string | number | undefined) =>
            typeof at === "number" ? (insertedIds[at % insertedIds.length] ?? "0".repeat(26)) : at;
          for (const { before, after, nearby, ...rest } of queries) {
            const query = { ...rest, before: named(before), after: named(after), nearby: named(nearby) };
            const rows = await server.running.store.read((tx) =>
              listMessages(tx, channel, readWindow(query)),
            );
            expect(rows.map(({ id }) => id)).toEqual(pageOf(remainingIds, query));
          }
        },
      ),
      { numRuns: amount(20, 60) },
    );
  });

  const stretches: readonly [name: string, stretch: HistoryRange, range: string][] = [
    ["the newest", { order: "desc", limit: 50 }, ""],
    ["before", { order: "desc", before: "7", limit: 50 }, " AND id<?"],
    ["after", { order: "desc", after: "0", limit: 50 }, " AND id>?"],
    ["between, the oldest", { order: "asc", after: "0", before: "7", limit: 50 }, " AND id>? AND id<?"],
  ];

  const onSqlite = engine === "sqlite" ? test : undefined;

  onSqlite?.each(stretches)("%s: one range of an index, and no sort", async (_, stretch, range) => {
    expect(await planOf((tx) => selectRange(tx, ulid(), stretch).compile())).toEqual([
      `SEARCH messages USING PRIMARY KEY (channel_id=?${range})`,
    ]);
    expect(await planOf((tx) => selectPinned(tx, ulid(), stretch).compile())).toEqual([
      "SEARCH messages USING PRIMARY KEY (channel_id=? AND id=?)",
      "LIST SUBQUERY 1",
      `SEARCH messages USING COVERING INDEX messages_pinned (channel_id=?${range})`,
    ]);
  });

  onSqlite?.each(["asc", "desc"] as const)(
    "a page, %s: one range of an index, and no sort",
    async (order) => {
      const page = { sql: pages[order].compiled(engine).sql, parameters: [ulid(), "0", "Z", 50] };
      expect(await planOf(() => page)).toEqual([
        "SEARCH messages USING PRIMARY KEY (channel_id=? AND id>? AND id<?)",
      ]);
    },
  );

  onSqlite?.("matches of a search are read message by message", async () => {
    const times = timesOf([{ search_id: 1, channel_id: ulid() }]);
    expect(await planOf(() => ({ sql: sentAt.compiled(engine).sql, parameters: [times] }))).toEqual([
      "SCAN json_each VIRTUAL TABLE INDEX 1:",
      "SEARCH messages USING PRIMARY KEY (channel_id=? AND id>? AND id<?)",
    ]);
  });

  onSqlite?.("messages that were found are read one by one", async () => {
    const among = { sql: messagesAmong.compiled(engine).sql, parameters: ["[]"] };
    expect(await planOf(() => among)).toEqual([
      "SCAN listed VIRTUAL TABLE INDEX 1:",
      "SEARCH messages USING PRIMARY KEY (channel_id=? AND id=?)",
    ]);
  });

  onSqlite?.each(["asc", "desc"] as const)(
    "texts and matches, %s: read in order, without a sort",
    async (order) => {
      const page = { sql: textPages[order].compiled(engine).sql, parameters: [ulid(), "0", "Z", 50] };
      expect(await planOf(() => page)).toEqual([
        "CO-ROUTINE page",
        "SEARCH messages USING PRIMARY KEY (channel_id=? AND id>? AND id<?)",
        "SCAN page",
      ]);
      const { sql } = wordMatches[order].withChannels.compiled(engine);
      const [words, ...rest] = await planOf(() => ({ sql, parameters: ["a", 0, 1, 50] }));
      expect(words).toStartWith("SCAN message_words VIRTUAL TABLE");
      expect(rest).toEqual(["SEARCH indexed_messages USING INTEGER PRIMARY KEY (rowid=?)"]);
    },
  );

  onSqlite?.("files of deleted messages are found by an index", async () => {
    expect(await planOf((tx) => releasing(tx, [ulid(), ulid()], start).compile())).toEqual([
      "SEARCH files USING INDEX files_used_by (used_by=?)",
    ]);
    expect(await planOf((tx) => sumClaimed(tx, "used_by", [ulid(), ulid()]).compile())).toEqual([
      "SEARCH files USING INDEX files_used_by (used_by=? AND used_as>?)",
      "SEARCH stored_files USING INDEX sqlite_autoindex_stored_files_1 (hash=?)",
      "USE TEMP B-TREE FOR GROUP BY",
    ]);
  });

  async function planOf(select: (tx: Tx) => Pick<CompiledQuery, "sql" | "parameters">): Promise<string[]> {
    const { sql: text, parameters } = await server.running.store.write(async (tx) => select(tx));
    // A read-only connection, because SQLite treats an explained UPDATE as a write.
    using file = new Database(join(server.home.dataDir, "ermine.db"), { readonly: true });
    const plan = file.prepare<{ detail: string }, string[]>(`explain query plan ${text}`);
    return plan.all(...(parameters as string[])).map(({ detail }) => detail);
  }
});
