import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ulid } from "ulid";
import { searchByText } from "../../src/domains/messages/actions/search-messages.ts";
import { readSearch, type Search } from "../../src/domains/messages/rules/search.ts";
import { searchId } from "../../src/domains/messages/rules/search-id.ts";
import { searchWords } from "../../src/domains/messages/rules/search-words.ts";
import { deleteMessages, updateMessage } from "../../src/domains/messages/store/messages.ts";
import { newCommunity } from "../support/communities.ts";
import { engines } from "../support/engines.ts";
import { hostileText } from "../support/hostile-values.ts";
import { insertMessages, readCalls } from "../support/reading.ts";
import { openServer, type TestServer } from "../support/server.ts";

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

/** Ids that share a millisecond, and some whose last digits begin anew in the middle of one. */
const id = fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 4_095 })).map(([at, last]) => {
  const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  const tail = [last >> 10, last >> 5, last].map((part) => digits.charAt(part & 31)).join("");
  return ulid(start + at).slice(0, 10) + "0".repeat(13) + tail;
});

interface Written {
  readonly id: string;
  readonly content: string;
}

/** How often a text holds words that stand together. */
function timesIn(content: string, entry: string): number {
  const said = ` ${searchWords(content).join(" ")} `;
  return Array.from(said).filter((_, at) => said.startsWith(` ${entry} `, at)).length;
}

/** A message has fewer words than this. */
const many = 1_000;

/** The greater, the better: how many of the words, then how often, then how few others. */
function worth({ content }: Written, entries: readonly string[]): number {
  const times = entries.map((entry) => timesIn(content, entry));
  const words = entries.filter((_, at) => times[at]).join(" ");
  const all = times.reduce((sum, one) => sum + one, 0);
  return (words.split(" ").length * many + all) * many - searchWords(content).length;
}

/** Of some messages those that match, in their order. */
function matching(messages: readonly Written[], { words, before, after, order }: Search): string[] {
  const found = messages
    .filter(({ content }) => {
      const isHeld = (entry: string) => timesIn(content, entry) > 0;
      return words.any.some(isHeld) && !words.none.some(isHeld);
    })
    .filter(({ id }) => (before === undefined || id < before) && (after === undefined || id > after))
    .sort((a, b) => (a.id < b.id ? 1 : -1));
  if (order === "asc") found.reverse();
  if (order === "relevance") found.sort((a, b) => worth(b, words.any) - worth(a, words.any));
  return found.map(({ id }) => id);
}

describe.each([...engines])("a search on %s", (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openServer(engine, { config: { database: { fsync: false } } });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const anchor = fc.option(fc.oneof(id, fc.constantFrom("0".repeat(26), "Z".repeat(26), "~".repeat(26))), {
    nil: undefined,
  });
  const asked = fc.record({
    query,
    before: anchor,
    after: anchor,
    sort: fc.constantFrom("Relevance" as const, "Latest" as const, "Oldest" as const),
    limit: fc.integer({ min: 1, max: 8 }),
  });
  // Two of one millisecond whose numbers in the index of SQLite are the same do not exist.
  const written = fc.uniqueArray(fc.record({ id, content, later: fc.option(content) }), {
    maxLength: 20,
    selector: ({ id }) => searchId(id),
  });

  test("finds the messages that a filter of all messages finds", async () => {
    await fc.assert(
      fc.asyncProperty(
        written,
        fc.array(fc.nat({ max: 19 }), { maxLength: 4 }),
        fc.array(asked, { minLength: 6, maxLength: 6 }),
        async (messages, drops, questions) => {
          const channel = ulid();
          await insertMessages(
            server,
            channel,
            messages.map(({ id, content }) => ({ id, content })),
          );
          const gone = new Set(drops.flatMap((at) => messages[at]?.id ?? []));
          await server.running.store.write(async (tx) => {
            for (const { id, later } of messages)
              if (later !== null) await updateMessage(tx, { channel_id: channel, id }, { content: later });
            if (gone.size > 0) await deleteMessages(tx, channel, [...gone]);
          });
          const there = messages
            .filter(({ id }) => !gone.has(id))
            .map(({ id, content, later }) => ({ id, content: later ?? content }));
          for (const { query, ...rest } of questions) {
            const search = readSearch(query, rest);
            const rows = await server.running.store.read((db) => searchByText(db, channel, search));
            expect(rows.map(({ id }) => id)).toEqual(matching(there, search).slice(0, search.limit));
          }
        },
      ),
      { numRuns: 60 },
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
      { numRuns: 300 },
    );
  });

  test("accepts any range", async () => {
    const { owner, channel } = await newCommunity(server);
    const ids = await insertMessages(server, channel, [{ content: "cat" }, { content: "cat" }]);
    const { search } = readCalls(server, channel, owner);
    const border = fc.string({ unit: "binary", minLength: 26, maxLength: 26 });
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
      { numRuns: 150 },
    );
  });
});
