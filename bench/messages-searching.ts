import { maxRanked } from "../src/domains/messages/rules/search.ts";
import { channelTerm, searchWords, toTsquery } from "../src/domains/messages/rules/search-index.ts";
import {
  type Contest,
  channelCount,
  columns,
  compare,
  conditions,
  pageLength,
  printRows,
  type Scenario,
} from "./messages-compare.ts";
import { type BenchRuntime, type Engine, startRuntime } from "./messages-runtime.ts";
import { commonWord, rareWord } from "./seed-messages.ts";

const messages = 1_000_000;
const searchers = 8;

/** Measures searches in one channel and in all channels, against the same queries without a server. */
export async function benchSearching(engine: Engine): Promise<void> {
  await using runtime = await startRuntime(engine, { people: searchers, channels: channelCount, messages });
  const rows = await compare([...searchesIn(runtime), ...searchesOfAll(runtime)]);
  printRows(
    `Searches among ${messages} messages, ${searchers} connections: ${engine.name} (${engine.note}), ${conditions}`,
    rows,
  );
}

function searchesIn(runtime: BenchRuntime): Contest[] {
  const words = { common: commonWord, rare: rareWord };
  return (["common", "rare"] as const).flatMap((kind) =>
    (["Relevance", "Latest"] as const).map((sort) => ({
      what: `a ${kind} word, ${sort}`,
      runtime,
      ...searchFor(runtime, words[kind], sort),
    })),
  );
}

/** The same in all channels at once. */
function searchesOfAll(runtime: BenchRuntime): Contest[] {
  const words = { common: commonWord, rare: rareWord };
  return (["common", "rare"] as const).flatMap((kind) =>
    (["Relevance", "Latest"] as const).map((sort) => {
      const one = searchFor(runtime, words[kind], sort);
      const [request] = one.requests;
      const any = searchWords(words[kind]);
      const isInSqlite = runtime.databaseUrl === "";
      return {
        ...one,
        what: `a ${kind} word in ${channelCount} channels, ${sort}`,
        runtime,
        requests: request ? [{ ...request, path: "/api/search" }] : [],
        sql: one.sql.replace("channel_id = $1 and words @@ $2", "words @@ $1"),
        values: [isInSqlite ? [`content:"${any[0]}"`] : [toTsquery({ any, none: [] })]],
      };
    }),
  );
}

function searchFor(
  { databaseUrl, tokens, channels }: BenchRuntime,
  word: string,
  sort: "Relevance" | "Latest",
): Scenario {
  const headers = { "x-session-token": tokens[0] ?? "" };
  const inSqlite = databaseUrl === "";
  const any = searchWords(word);
  // The server computes the relevance.
  const found = sort === "Relevance" ? maxRanked : pageLength;
  return {
    connections: searchers,
    requests: channels.map((id) => ({
      method: "POST",
      path: `/api/channels/${id}/search`,
      headers,
      body: { query: word, sort, limit: pageLength },
    })),
    sql: `${inSqlite ? searchInSqlite : searchInPostgres} limit ${found}`,
    values: channels.map((id) =>
      inSqlite
        ? [`channel:"${id}" AND content:"${any[0]}"`]
        : [id, toTsquery({ any, none: [] }, channelTerm(id))],
    ),
  };
}

/** Selects the search ids of the messages only. */
const searchInSqlite = "select rowid from message_words where message_words match ? order by rowid desc";
const searchInPostgres = `select ${columns} from messages where channel_id = $1 and words @@ $2::tsquery order by id desc`;
