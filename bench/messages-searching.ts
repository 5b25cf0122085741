import { maxRanked } from "../src/domains/messages/rules/search.ts";
import { channelTerm, searchWords, toTsquery } from "../src/domains/messages/rules/search-index.ts";
import { wordMatches } from "../src/domains/messages/store/search-sqlite.ts";
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

/**
 * Measures searches in one channel and in all channels, against the queries of the word index alone, which neither read
 * the messages nor rank them.
 */
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
      const found = foundIn(sort);
      return {
        ...one,
        what: `a ${kind} word in ${channelCount} channels, ${sort}`,
        runtime,
        requests: request ? [{ ...request, path: "/api/search" }] : [],
        ...(runtime.databaseUrl === ""
          ? {
              sql: wordMatches.desc.withChannels.compiled("sqlite").sql,
              values: [[`content:"${any[0]}"`, 0, Number.MAX_SAFE_INTEGER, found]],
            }
          : { sql: searchInPostgres("words @@ $1", found), values: [[toTsquery({ any, none: [] })]] }),
      };
    }),
  );
}

/** How many matches a search finds: the server computes the relevance of these. */
function foundIn(sort: "Relevance" | "Latest"): number {
  return sort === "Relevance" ? maxRanked : pageLength;
}

function searchFor(
  { databaseUrl, tokens, channels }: BenchRuntime,
  word: string,
  sort: "Relevance" | "Latest",
): Scenario {
  const headers = { "x-session-token": tokens[0] ?? "" };
  const any = searchWords(word);
  const found = foundIn(sort);
  return {
    connections: searchers,
    requests: channels.map((id) => ({
      method: "POST",
      path: `/api/channels/${id}/search`,
      headers,
      body: { query: word, sort, limit: pageLength },
    })),
    ...(databaseUrl === ""
      ? {
          sql: wordMatches.desc.ids.compiled("sqlite").sql,
          values: channels.map((id) => [
            `channel:"${id}" AND content:"${any[0]}"`,
            0,
            Number.MAX_SAFE_INTEGER,
            found,
          ]),
        }
      : {
          sql: searchInPostgres("channel_id = $1 and words @@ $2", found),
          values: channels.map((id) => [id, toTsquery({ any, none: [] }, channelTerm(id))]),
        }),
  };
}

const searchInPostgres = (condition: string, limit: number) =>
  `select ${columns} from messages where ${condition}::tsquery order by id desc limit ${limit}`;
