import { describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { ulid } from "ulid";
import { mostRanked, readSearch } from "../../src/domains/messages/rules/search.ts";
import { channelSign, toTsquery } from "../../src/domains/messages/rules/search-words.ts";
import { searchMessages } from "../../src/domains/messages/store/search.ts";
import { selectBest } from "../../src/domains/messages/store/search-postgres.ts";
import { engines } from "../support/engines.ts";
import { openServer, type TestServer } from "../support/server.ts";

const sorts = ["Relevance", "Latest", "Oldest"] as const;

/** Many messages that say the same, in the order of their ids; only for PostgreSQL. */
async function crowd({ running }: TestServer, channel: string, count: number): Promise<void> {
  await running.store.write((tx) =>
    sql`insert into messages (channel_id, id, author_id, content, words)
      select ${channel}, lpad(number::text, 26, '0'), ${"0".repeat(26)}, 'cat',
        ${`'${channelSign(channel)}' 'cat':1`}::tsvector
      from generate_series(1, ${count}::int) number`.execute(tx.sql()),
  );
  await running.store.write((tx) => sql`analyze messages`.execute(tx.sql()));
}

describe.skipIf(!engines.includes("postgres"))("a search on PostgreSQL", () => {
  test("finds unknown words by their index, however many they are", async () => {
    await using server = await openServer("postgres");
    const channel = ulid();
    await crowd(server, channel, 5_000);
    for (const sort of sorts) {
      const search = readSearch("one two three four five six seven eight", { sort, before: ulid() });
      const match = toTsquery(search.words, channelSign(channel)) ?? "";
      const plan = await server.running.store.write(async (tx) => {
        // So few are quickly read from end to end.
        await sql`set local enable_seqscan = off`.execute(tx.sql());
        const explained = sql<Record<string, string>>`explain ${selectBest(match, search)}`;
        return (await explained.execute(tx.sql())).rows.map((row) => row["QUERY PLAN"]).join("\n");
      });
      expect(plan).toContain("Bitmap Index Scan on messages_words");
      expect(plan).not.toMatch(/Seq Scan|messages_pkey|channel_id/);
    }
  });

  test("gives the right messages where more match than are looked at", async () => {
    await using server = await openServer("postgres");
    const channel = ulid();
    const count = mostRanked + 5;
    await crowd(server, channel, count);
    const find = async (sort: (typeof sorts)[number], borders = {}) => {
      const search = readSearch("cat", { sort, limit: 2, ...borders });
      const rows = await server.running.store.read((db) => searchMessages(db, channel, search));
      return rows.map(({ id }) => Number(id));
    };
    expect(await find("Latest")).toEqual([count, count - 1]);
    expect(await find("Oldest")).toEqual([1, 2]);
    expect(await find("Relevance")).toEqual([count, count - 1]);
    expect(await find("Latest", { before: "3".padStart(26, "0") })).toEqual([2, 1]);
  });
});
