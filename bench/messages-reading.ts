import { join } from "node:path";
import { messageColumns } from "../src/domains/messages/rules/message-view.ts";
import { maxRanked } from "../src/domains/messages/rules/search.ts";
import { channelTerm, searchWords, toTsquery } from "../src/domains/messages/rules/search-words.ts";
import type { Asked, LoadResult } from "./load.ts";
import type { Control, ControlResult } from "./messages-control.ts";
import { type Engine, type House, loadCore, serverCore, startHouse } from "./messages-house.ts";
import { load } from "./processes.ts";
import { commonWord, rareWord } from "./seed-messages.ts";
import { median, medianRatio, printTable } from "./table.ts";

const sizes = [10_000, 1_000_000, 5_000_000];
/** How many there are when they are searched. */
const searchedSize = 1_000_000;
const channelCount = 100;
const pageLength = 50;
const [readers, searchers] = [64, 8];
const [rounds, seconds] = [5, 2];

/**
 * Pages of channels and searches in them, as the database grows, beside the same queries without a server. All sizes
 * are there at the same time and asked in turns: the machine is not as fast in one minute as in the next.
 */
export async function benchReading(engine: Engine): Promise<void> {
  await using open = new AsyncDisposableStack();
  const houses = new Map<number, House>();
  for (const messages of sizes)
    houses.set(
      messages,
      open.use(await startHouse(engine, { people: readers, channels: channelCount, messages })),
    );
  const pages = await compare(
    [...houses].map(([messages, house]) => ({ what: `${messages} messages`, house, ...pageOf(house) })),
  );
  const searched = houses.get(searchedSize);
  const searches = searched ? await compare(searchesIn(searched)) : [];
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

/** What is left of the rate of the first in the last. */
function growth(rows: readonly Row[], ratesOf: (row: Row) => readonly number[]): string {
  const [first = [], last = []] = [rows[0], rows.at(-1)].map((row) => row && ratesOf(row));
  return medianRatio(last, first).toFixed(2);
}

function searchesIn(house: House): Contest[] {
  const words = { common: commonWord, rare: rareWord };
  return (["common", "rare"] as const).flatMap((kind) =>
    (["Relevance", "Latest"] as const).map((sort) => ({
      what: `a ${kind} word, ${sort}`,
      house,
      ...searchFor(house, words[kind], sort),
    })),
  );
}

interface Scenario {
  readonly connections: number;
  /** What is asked of the server, in each channel. */
  readonly asked: readonly Asked[];
  readonly sql: string;
  readonly values: readonly (readonly unknown[])[];
}

function pageOf({ databaseUrl, tokens, channels }: House): Scenario {
  const headers = { "x-session-token": tokens[0] ?? "" };
  const channel = databaseUrl === "" ? "?" : "$1";
  return {
    connections: readers,
    asked: channels.map((id) => ({ path: `/api/channels/${id}/messages?limit=${pageLength}`, headers })),
    sql: `select ${columns} from messages where channel_id = ${channel} order by id desc limit ${pageLength}`,
    values: channels.map((id) => [id]),
  };
}

function searchFor(
  { databaseUrl, tokens, channels }: House,
  word: string,
  sort: "Relevance" | "Latest",
): Scenario {
  const headers = { "x-session-token": tokens[0] ?? "" };
  const inSqlite = databaseUrl === "";
  const any = searchWords(word);
  // How well they fit is worked out by the server.
  const found = sort === "Relevance" ? maxRanked : pageLength;
  return {
    connections: searchers,
    asked: channels.map((id) => ({
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

/** The numbers of the messages alone. */
const searchInSqlite = "select rowid from message_words where message_words match ? order by rowid desc";
const searchInPostgres = `select ${columns} from messages where channel_id = $1 and words @@ $2::tsquery order by id desc`;

interface Contest extends Scenario {
  readonly what: string;
  readonly house: House;
}

/** One result for each round. */
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
  for (const { contest } of rows) await askServer(contest);
  for (let round = 0; round < rounds; round++) {
    for (const { contest, row } of rows) {
      row.alone.push(await askAlone(contest));
      row.served.push(await askServer(contest));
    }
  }
  return rows.map(({ row }) => row);
}

function askServer({ house, asked, connections }: Contest): Promise<LoadResult> {
  return load({ url: house.api, scripts: [asked], connections, seconds, core: loadCore });
}

async function askAlone({ house, sql, values, connections }: Contest): Promise<ControlResult> {
  const { folder, databaseUrl } = house;
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
