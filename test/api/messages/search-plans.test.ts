import { describe, expect, test } from "bun:test";
import { type RawBuilder, sql } from "kysely";
import { ulid } from "ulid";
import type { Tx } from "../../../src/declare/tx.ts";
import { searchChannels } from "../../../src/domains/messages/actions/search-channels.ts";
import { searchByText } from "../../../src/domains/messages/actions/search-messages.ts";
import { type ChronologicalSearch, readSearch } from "../../../src/domains/messages/rules/search.ts";
import { channelTerm, toTsquery } from "../../../src/domains/messages/rules/search-index.ts";
import {
  maxGathered,
  selectByScan,
  selectGathered,
} from "../../../src/domains/messages/store/search-postgres.ts";
import { engines } from "../../support/server/engines.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";

const idOf = (number: number) => String(number).padStart(26, "0");

const channelOf = (_id: string) => ({ channel_type: "TextChannel" as const, _id, server: ulid(), name: "C" });

interface Size {
  readonly all: number;
  readonly cats: number;
}

/** Inserts `all` messages of which the first `cats` contain the word; only for PostgreSQL. */
async function insertMany({ running }: TestServer, channel: string, { all, cats }: Size) {
  const termsOf = (word: string) => `'${channelTerm(channel)}' '${word}':1`;
  await running.store.write((tx) =>
    sql`insert into messages (channel_id, id, author_id, content, words)
      select ${channel}, lpad(number::text, 26, '0'), ${"0".repeat(26)},
        case when number <= ${cats}::int then 'cat' else 'dog' end,
        (case when number <= ${cats}::int then ${termsOf("cat")} else ${termsOf("dog")} end)::tsvector
      from generate_series(1, ${all}::int) number`.execute(tx.sql()),
  );
  await running.store.write((tx) => sql`analyze messages`.execute(tx.sql()));
}

async function explain(tx: Tx, query: RawBuilder<unknown>): Promise<string> {
  // The planner would choose a sequential scan for a table this small.
  await sql`set local enable_seqscan = off`.execute(tx.sql());
  const { rows } = await sql<Record<string, string>>`explain ${query}`.execute(tx.sql());
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

describe.skipIf(!engines.includes("postgres"))("a search on PostgreSQL", () => {
  test("finds rare words by their index, and frequent ones by a scan, at any size", async () => {
    await using server = await openServer("postgres");
    const channel = ulid();
    await insertMany(server, channel, { all: 5_000, cats: 5_000 });
    for (const order of ["desc", "asc"] as const)
      for (const limit of [50, 500]) {
        const { words } = readSearch("one two three four five six seven eight", {});
        const search: ChronologicalSearch = { words, before: ulid(), order, limit };
        const match = toTsquery(words, channelTerm(channel)) ?? "";
        await server.running.store.write(async (tx) => {
          const gathering = await explain(tx, sql`${selectGathered(tx, { match, search })}`);
          expect(gathering).toContain("Bitmap Index Scan on messages_words");
          expect(gathering).toMatch(
            /Index Scan using messages_key .*\n.*channel_id = first.channel_id\) AND \(id = first.id\)/,
          );
          expect(gathering.match(/messages_key|channel_id/g)).toHaveLength(3);
          expect(gathering).not.toMatch(/Seq Scan|Hash|Merge/);
          for (const channelIds of [[channel], Array.from({ length: 100 }, () => ulid())]) {
            const maxScanned = 5_000;
            const scan = selectByScan(tx, { match, search, channelIds, maxScanned });
            const reading = await explain(tx, sql`${scan}`);
            expect(reading).toMatch(/Index Scan (Backward )?using messages_key/);
            expect(reading).not.toMatch(/Seq Scan|messages_words/);
          }
        });
      }
  });

  test.each([
    { all: 1_000, cats: 1_000 },
    { all: 5_000, cats: 1_000 },
    { all: maxGathered + 5_000, cats: maxGathered + 5 },
  ])("gives the right messages where %j", async (size) => {
    await using server = await openServer("postgres");
    const channel = ulid();
    await insertMany(server, channel, size);
    const { cats } = size;
    const find = async (sort: "Relevance" | "Latest" | "Oldest", borders = {}) => {
      const search = readSearch("cat", { sort, limit: 2, ...borders });
      const searched = { ...channelOf(channel), last_message_id: idOf(size.all) };
      const rows = await server.running.store.read((db) => searchByText(db, searched, search));
      return rows.map(({ id }) => Number(id));
    };
    expect(await find("Latest")).toEqual([cats, cats - 1]);
    expect(await find("Oldest")).toEqual([1, 2]);
    expect(await find("Relevance")).toEqual([cats, cats - 1]);
    expect(await find("Latest", { before: idOf(3) })).toEqual([2, 1]);
    expect(await find("Oldest", { after: idOf(cats - 1) })).toEqual([cats]);
    expect(await find("Latest", { after: idOf(cats) })).toEqual([]);
  });

  test("gives the newest messages of many active channels", async () => {
    await using server = await openServer("postgres");
    const ids = Array.from({ length: 30 }, () => ulid());
    for (const id of ids) await insertMany(server, id, { all: 60, cats: 60 });
    const channels = ids.map((id) => ({ ...channelOf(id), last_message_id: idOf(60) }));
    const find = async (sort: "Latest" | "Oldest") => {
      const search = { query: "cat", sort, limit: 90 };
      const { rows } = await server.running.store.read((db) => searchChannels(db, channels, search));
      return rows.map(({ id }) => id);
    };
    expect(await find("Latest")).toEqual([60, 59, 58].flatMap((number) => ids.map(() => idOf(number))));
    expect(await find("Oldest")).toEqual([1, 2, 3].flatMap((number) => ids.map(() => idOf(number))));
  });
});
