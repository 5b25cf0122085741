import { expect, test } from "bun:test";
import fc from "fast-check";
import { ulid } from "ulid";
import type { Channel } from "../../../src/domains/channels/index.ts";
import { searchChannels } from "../../../src/domains/messages/actions/search-channels.ts";
import { searchByText } from "../../../src/domains/messages/actions/search-messages.ts";
import {
  type ChronologicalSearch,
  readSearch,
  type Search,
} from "../../../src/domains/messages/rules/search.ts";
import { searchId, searchWords } from "../../../src/domains/messages/rules/search-index.ts";
import { deleteMessages, updateMessage } from "../../../src/domains/messages/store/messages.ts";
import { gatherInPostgres } from "../../../src/domains/messages/store/search-postgres.ts";
import { searchInSqlite } from "../../../src/domains/messages/store/search-sqlite.ts";
import { indexChannel } from "../../../src/domains/messages/store/unindexed-messages.ts";
import { anyText } from "../../support/hostile/any-text.ts";
import { hostileText } from "../../support/hostile/hostile-values.ts";
import { insertMessages, readCalls } from "../../support/messages/reading.ts";
import { amount } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { engines } from "../../support/server/engines.ts";
import { newCommunity } from "../../support/servers/communities.ts";

const start = 1_700_000_000_000;
const word = fc.constantFrom("cat", "Cats", "dog", "dogs", "the", "run", "running", "é", "日本", "2");
const phrase = fc.array(word, { minLength: 2, maxLength: 3 }).map((words) => `"${words.join(" ")}"`);
const content = fc.array(word, { maxLength: 6 }).map((words) => words.join(" "));
const query = fc
  .array(
    fc.tuple(fc.constantFrom("", "", "-"), fc.oneof(word, phrase)).map(([sign, entry]) => sign + entry),
    { minLength: 1, maxLength: 4 },
  )
  .map((entries) => entries.join(" "));

/** Ids that share a millisecond, some of which wrap around in their last digits. */
const id = fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 4_095 })).map(([at, last]) => {
  const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  const tail = [last >> 10, last >> 5, last].map((part) => digits.charAt(part & 31)).join("");
  return ulid(start + at).slice(0, 10) + "0".repeat(13) + tail;
});

interface WrittenMessage {
  readonly id: string;
  readonly content: string;
}

/** The number of times that a text contains these consecutive words. */
function timesIn(content: string, entry: string): number {
  const text = ` ${searchWords(content).join(" ")} `;
  return Array.from(text).filter((_, at) => text.startsWith(` ${entry} `, at)).length;
}

/** A message has fewer words than this. */
const maxWords = 1_000;

/** Higher is better: first the number of matched words, then of matches, then the shorter message. */
function relevanceOf({ content }: WrittenMessage, entries: readonly string[]): number {
  const times = entries.map((entry) => timesIn(content, entry));
  const words = entries.filter((_, at) => times[at]).join(" ");
  const total = times.reduce((sum, one) => sum + one, 0);
  return (words.split(" ").length * maxWords + total) * maxWords - searchWords(content).length;
}

/** The ids of the matching messages in the order of the search. */
function matching(messages: readonly WrittenMessage[], { words, before, after, order }: Search): string[] {
  const matches = messages
    .filter(({ content }) => {
      const isContained = (entry: string) => timesIn(content, entry) > 0;
      return words.any.some(isContained) && !words.none.some(isContained);
    })
    .filter(({ id }) => (before === undefined || id < before) && (after === undefined || id > after))
    .sort((a, b) => (a.id < b.id ? 1 : -1));
  if (order === "asc") matches.reverse();
  if (order === "relevance") matches.sort((a, b) => relevanceOf(b, words.any) - relevanceOf(a, words.any));
  return matches.map(({ id }) => id);
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

describeServer("a search", engines, { config: { database: { fsync: false } } }, (server, engine) => {
  /** A search of a few messages scans them and does not need the word index. */
  async function findByIndex(channelIds: readonly string[], search: ChronologicalSearch) {
    return server.running.store.read(async (db) => {
      if (engine === "sqlite") return searchInSqlite({ db, channelIds, search });
      return (await gatherInPostgres(db, channelIds, search)) ?? [];
    });
  }

  const anchor = fc.option(fc.oneof(id, fc.constantFrom("0".repeat(26), "Z".repeat(26), "~".repeat(26))), {
    nil: undefined,
  });
  const searchInput = fc.record({
    query,
    before: anchor,
    after: anchor,
    sort: fc.constantFrom("Relevance" as const, "Latest" as const, "Oldest" as const),
    limit: fc.integer({ min: 1, max: 8 }),
  });
  // No two messages have the same row id in the search index of SQLite.
  const written = fc.uniqueArray(fc.record({ id, content, later: fc.option(content) }), {
    maxLength: 20,
    selector: ({ id }) => searchId(id),
  });

  test("finds the messages that a filter of all messages finds", async () => {
    await fc.assert(
      fc.asyncProperty(
        written,
        fc.array(fc.nat({ max: 19 }), { maxLength: 4 }),
        fc.array(searchInput, { minLength: 6, maxLength: 6 }),
        fc.boolean(),
        async (messages, deletedIndexes, searches, isIndexedBetween) => {
          const channel = ulid();
          const searched: Channel = { channel_type: "TextChannel", _id: channel, server: "s", name: "c" };
          const index = async () => {
            if (engine === "sqlite") await server.running.store.write((tx) => indexChannel(tx, channel));
          };
          await insertMessages(
            server,
            channel,
            messages.map(({ id, content }) => ({ id, content })),
          );
          if (isIndexedBetween) await index();
          const deletedIds = new Set(deletedIndexes.flatMap((at) => messages[at]?.id ?? []));
          await server.running.store.write(async (tx) => {
            for (const { id, later } of messages)
              if (later !== null) await updateMessage(tx, { channel_id: channel, id }, { content: later });
            if (deletedIds.size > 0) await deleteMessages(tx, channel, [...deletedIds]);
          });
          await index();
          const remaining = messages
            .filter(({ id }) => !deletedIds.has(id))
            .map(({ id, content, later }) => ({ id, content: later ?? content }));
          for (const { query, ...rest } of searches) {
            const search = readSearch(query, rest);
            const rows = await server.running.store.read((db) => searchByText(db, searched, search));
            const expected = matching(remaining, search).slice(0, search.limit);
            expect(idsOf(rows)).toEqual(expected);
            const { order } = search;
            if (order !== "relevance")
              expect(idsOf(await findByIndex([channel], { ...search, order }))).toEqual(expected);
          }
        },
      ),
      { numRuns: amount(20, 60) },
    );
  });

  test("finds the same messages in many channels", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ content, channel: fc.nat({ max: 3 }) }), { maxLength: 60 }),
        fc.array(
          fc.record({
            query,
            sort: fc.constantFrom("Relevance" as const, "Latest" as const, "Oldest" as const),
            limit: fc.integer({ min: 1, max: 8 }),
          }),
          { minLength: 4, maxLength: 4 },
        ),
        async (messages, searches) => {
          const ids = Array.from({ length: 4 }, () => ulid());
          const rows: (WrittenMessage & { channel: string })[] = [];
          for (const { content, channel: at } of messages) {
            const channel = ids[at] ?? "";
            const [id = ""] = await insertMessages(server, channel, [{ content }]);
            rows.push({ id, content, channel });
          }
          const lastOf = (channel: string) => rows.findLast((row) => row.channel === channel)?.id;
          // The last is one that the caller may not read.
          const channels = ids.slice(0, 3).map((_id): Channel => {
            const last_message_id = lastOf(_id);
            return {
              channel_type: "TextChannel",
              _id,
              server: "s",
              name: "c",
              ...(last_message_id && { last_message_id }),
            };
          });
          const readable = rows.filter(({ channel }) => channel !== ids[3]);
          if (engine === "sqlite")
            for (const id of ids) await server.running.store.write((tx) => indexChannel(tx, id));
          for (const { query, ...options } of searches) {
            const search = readSearch(query, options);
            const expected = matching(readable, search).slice(0, search.limit);
            const found = await server.running.store.read((db) =>
              searchChannels(db, channels, { query, ...options }),
            );
            expect(idsOf(found.rows)).toEqual(expected);
            const { order } = search;
            if (order === "relevance") continue;
            for (const others of [[], Array.from({ length: 300 }, () => ulid())]) {
              const searched = [...channels.map(({ _id }) => _id), ...others];
              expect(idsOf(await findByIndex(searched, { ...search, order }))).toEqual(expected);
            }
            // Most matches are in other channels.
            const [first = ""] = ids;
            const inFirst = matching(
              rows.filter(({ channel }) => channel === first),
              search,
            );
            expect(idsOf(await findByIndex([first, ulid()], { ...search, order }))).toEqual(
              inFirst.slice(0, search.limit),
            );
          }
        },
      ),
      { numRuns: amount(10, 60) },
    );
  });

  test("accepts any query", async () => {
    const { owner, channel } = await newCommunity(server);
    await insertMessages(server, channel, [
      { content: "The cat runs" },
      { content: 'a "dog" AND (cat) OR * NOT' },
    ]);
    const { search } = readCalls(server, channel, owner);
    const special = fc
      .array(
        fc.constantFrom(
          ..."\"'-*^():{}+,.;\\&|!<>~@#$%_ \t\n",
          "AND ",
          "OR ",
          "NOT ",
          "NEAR(",
          "cat",
          "é",
          "🎉",
          ":*",
          "<->",
          "channel:",
          "content:",
        ),
        { minLength: 1, maxLength: 24 },
      )
      .map((pieces) => pieces.join(""));
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(special, hostileText),
        fc.constantFrom("Relevance", "Latest"),
        async (query, sort) => {
          const { status, body } = await search({ query, sort });
          expect([200, 400]).toContain(status);
          if (status === 400) expect(body.type).toBe("FailedValidation");
          else expect(body.length).toBeLessThanOrEqual(2);
        },
      ),
      { numRuns: amount(100, 300) },
    );
  });

  test("accepts any range", async () => {
    const { owner, channel } = await newCommunity(server);
    const ids = await insertMessages(server, channel, [{ content: "cat" }, { content: "cat" }]);
    const { search } = readCalls(server, channel, owner);
    const border = anyText({ minLength: 26, maxLength: 26 });
    await fc.assert(
      fc.asyncProperty(border, fc.constantFrom("before", "after"), async (text, side) => {
        const { status, body } = await search({ query: "cat", sort: "Oldest", [side]: text });
        if (status === 400) return expect(body.type).toBe("FailedValidation");
        const within = ids.filter((id) => (side === "before" ? id < text : id > text));
        expect({ status, ids: body.map(({ _id }: { _id: string }) => _id) }).toEqual({
          status: 200,
          ids: within,
        });
      }),
      { numRuns: amount(50, 150) },
    );
  });
});
