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

interface Size {
  readonly all: number;
  readonly cats: number;
  /** The word of the others, in their texts; in the index it is another. */
  readonly others?: string;
}

/** Inserts `all` messages of which the first `cats` contain the word; only for PostgreSQL. */
async function insertMany({ running }: TestServer, channel: string, { all, cats, others = "dog" }: Size) {
  const termsOf = (word: string) => `'${channelTerm(channel)}' '${word}':1`;
  await running.store.write((tx) =>
    sql`insert into messages (channel_id, id, author_id, content, words)
      select ${channel}, lpad(number::text, 26, '0'), ${"0".repeat(26)},
        case when number <= ${cats}::int then 'cat' else ${others} end,
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
          for (const maxScanned of [1_000, Number.MAX_SAFE_INTEGER]) {
            const scan = selectByScan(tx, channel, { match, search, maxScanned });
            const reading = await explain(tx, sql`${scan}`);
            expect(reading).toMatch(/Index Scan (Backward )?using messages_key/);
            expect(reading).not.toMatch(/Seq Scan|Sort|messages_words/);
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
      const rows = await server.running.store.read((db) => searchByText(db, channel, search));
      return rows.map(({ id }) => Number(id));
    };
    expect(await find("Latest")).toEqual([cats, cats - 1]);
    expect(await find("Oldest")).toEqual([1, 2]);
    expect(await find("Relevance")).toEqual([cats, cats - 1]);
    expect(await find("Latest", { before: idOf(3) })).toEqual([2, 1]);
    expect(await find("Oldest", { after: idOf(cats - 1) })).toEqual([cats]);
    expect(await find("Latest", { after: idOf(cats) })).toEqual([]);
  });

  test("does not ask the index for a frequent word in many active channels", async () => {
    await using server = await openServer("postgres");
    const ids = Array.from({ length: 30 }, () => ulid());
    // Each of them holds the word, and the index has it nowhere.
    for (const id of ids) await insertMany(server, id, { all: 60, cats: 0, others: "cat" });
    const channels = ids.map((_id) => ({
      channel_type: "TextChannel" as const,
      _id,
      server: ulid(),
      name: "C",
      last_message_id: idOf(60),
    }));
    const search = { query: "cat", sort: "Latest" as const, limit: 90 };
    const { rows } = await server.running.store.read((db) => searchChannels(db, channels, search));
    expect(rows.map(({ id }) => id)).toEqual([60, 59, 58].flatMap((number) => ids.map(() => idOf(number))));
  });
});
