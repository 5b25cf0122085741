import { join } from "node:path";
import { messageColumns } from "../src/domains/messages/rules/message-view.ts";
import { maxRanked } from "../src/domains/messages/rules/search.ts";
import { channelTerm, searchWords, toTsquery } from "../src/domains/messages/rules/search-index.ts";
import type { LoadRequest, LoadResult } from "./load.ts";
import type { Control, ControlResult } from "./messages-control.ts";
import { type BenchRuntime, type Engine, loadCore, serverCore, startRuntime } from "./messages-runtime.ts";
import { load } from "./processes.ts";
import { commonWord, rareWord } from "./seed-messages.ts";
import { median, medianRatio, printTable } from "./table.ts";

const sizes = [10_000, 1_000_000, 5_000_000];
/** The number of messages in the searched runtime. */
const searchedSize = 1_000_000;
const channelCount = 100;
const pageLength = 50;
const [readers, searchers] = [64, 8];
const [rounds, seconds] = [5, 2];

/**
 * Measures pages of channels and searches as the database grows, against the same queries without a server. All sizes
 * run at the same time and are measured in alternation, because the speed of the machine changes from minute to minute.
 */
export async function benchReading(engine: Engine): Promise<void> {
  await using open = new AsyncDisposableStack();
  const runtimes = new Map<number, BenchRuntime>();
  for (const messages of sizes)
    runtimes.set(
      messages,
      open.use(await startRuntime(engine, { people: readers, channels: channelCount, messages })),
    );
  const pages = await compare(
    [...runtimes].map(([messages, runtime]) => ({
      what: `${messages} messages`,
      runtime,
      ...pageOf(runtime),
    })),
  );
  const searched = runtimes.get(searchedSize);
  const searches = searched ? await compare([...searchesIn(searched), ...searchesOfAll(searched)]) : [];
  const where = `${engine.name} (${engine.note}), ${channelCount} channels at random, server on one core, median of ${rounds} rounds of ${seconds} s in turns`;
  printRows(`The last ${pageLength} messages of a channel, ${readers} connections: ${where}`, pages);
  const [grown, grownAlone] = [growth(pages, ratesServed), growth(pages, ratesAlone)];
  console.log(
    `with ${sizes.at(-1)} messages, of what it was with ${sizes[0]}: ${grown} (SQL alone: ${grownAlone})`,
  );
  printRows(`Searches among ${searchedSize} messages, ${searchers} connections: ${where}`, searches);
}

const ratesServed = ({ served }: Row) => served.map(({ requestsPerSecond }) => requestsPerSecond);
const ratesAlone = ({ alone }: Row) => alone.map(({ perSecond }) => perSecond);

/** The rate of the last as a share of the rate of the first. */
function growth(rows: readonly Row[], ratesOf: (row: Row) => readonly number[]): string {
  const [first = [], last = []] = [rows[0], rows.at(-1)].map((row) => row && ratesOf(row));
  return medianRatio(last, first).toFixed(2);
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

interface Scenario {
  readonly connections: number;
  /** The request to the server, for each channel. */
  readonly requests: readonly LoadRequest[];
  readonly sql: string;
  readonly values: readonly (readonly unknown[])[];
}

function pageOf({ databaseUrl, tokens, channels }: BenchRuntime): Scenario {
  const headers = { "x-session-token": tokens[0] ?? "" };
  const channel = databaseUrl === "" ? "?" : "$1";
  return {
    connections: readers,
    requests: channels.map((id) => ({ path: `/api/channels/${id}/messages?limit=${pageLength}`, headers })),
    sql: `select ${columns} from messages where channel_id = ${channel} order by id desc limit ${pageLength}`,
    values: channels.map((id) => [id]),
  };
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

const columns = messageColumns.join(", ");

/** Selects the search ids of the messages only. */
const searchInSqlite = "select rowid from message_words where message_words match ? order by rowid desc";
const searchInPostgres = `select ${columns} from messages where channel_id = $1 and words @@ $2::tsquery order by id desc`;

interface Contest extends Scenario {
  readonly what: string;
  readonly runtime: BenchRuntime;
}

/** Returns one result for each round. */
interface Row {
  readonly what: string;
  readonly alone: ControlResult[];
  readonly served: LoadResult[];
}

async function compare(contests: readonly Contest[]): Promise<Row[]> {
  const rows = contests.map((contest) => {
    const row: Row = { what: contest.what, alone: [], served: [] };
    return { contest, row };
  });
  for (const { contest } of rows) await loadServer(contest);
  for (let round = 0; round < rounds; round++) {
    for (const { contest, row } of rows) {
      row.alone.push(await loadDatabase(contest));
      row.served.push(await loadServer(contest));
    }
  }
  return rows.map(({ row }) => row);
}

function loadServer({ runtime, requests, connections }: Contest): Promise<LoadResult> {
  return load({ url: runtime.api, scripts: [requests], connections, seconds, core: loadCore });
}

async function loadDatabase({ runtime, sql, values, connections }: Contest): Promise<ControlResult> {
  const { folder, databaseUrl } = runtime;
  const control: Control = {
    folder,
    databaseUrl,
    sql,
    values,
    seconds,
    core: serverCore,
    parallel: connections,
  };
  const program = join(import.meta.dir, "messages-control.ts");
  const child = Bun.spawn([process.execPath, program, JSON.stringify(control)], { stdout: "pipe" });
  return JSON.parse(await new Response(child.stdout).text()) as ControlResult;
}

function printRows(title: string, rows: readonly Row[]): void {
  printTable(
    title,
    rows.map((row) => {
      const { what, alone, served } = row;
      const [aloneRate, rate] = [median(ratesAlone(row)), median(ratesServed(row))];
      return {
        what,
        "SQL alone/s": Math.round(aloneRate),
        "its p50 ms": median(alone.map(({ p50Ms }) => p50Ms)).toFixed(2),
        "requests/s": Math.round(rate),
        "of SQL alone": (rate / aloneRate).toFixed(2),
        "p50 ms": median(served.map(({ p50Ms }) => p50Ms)).toFixed(2),
        "p99 ms": median(served.map(({ p99Ms }) => p99Ms)).toFixed(2),
        failures: served.reduce((sum, { failures }) => sum + failures, 0),
      };
    }),
  );
}
