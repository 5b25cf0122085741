import { join } from "node:path";
import { messageColumns } from "../src/domains/messages/rules/message-view.ts";
import { mostRanked } from "../src/domains/messages/rules/search.ts";
import { channelSign, searchWords, toTsquery } from "../src/domains/messages/rules/search-words.ts";
import type { Asked, LoadResult } from "./load.ts";
import type { Control, ControlResult } from "./messages-control.ts";
import { type Engine, type House, loadCore, serverCore, startHouse } from "./messages-house.ts";
import { load } from "./processes.ts";
import { commonWord, rareWord } from "./seed-messages.ts";
import { median, printTable } from "./table.ts";

const sizes = [10_000, 1_000_000, 5_000_000];
/** How many there are when they are searched. */
const searchedSize = 1_000_000;
const channelCount = 100;
const pageLength = 50;
const [readers, searchers] = [64, 8];
const [rounds, seconds] = [3, 3];

/** Pages of channels and searches in them, as the database grows, beside the same queries without a server. */
export async function benchReading(engine: Engine): Promise<void> {
  const pages: Row[] = [];
  const searches: Row[] = [];
  for (const messages of sizes) {
    await using house = await startHouse(engine, { people: readers, channels: channelCount, messages });
    pages.push(await compare(house, `${messages} messages`, pageOf(house)));
    if (messages !== searchedSize) continue;
    for (const [kind, word] of [
      ["common", commonWord],
      ["rare", rareWord],
    ] as const)
      for (const sort of ["Relevance", "Latest"] as const)
        searches.push(await compare(house, `a ${kind} word, ${sort}`, searchFor(house, word, sort)));
  }
  const where = `${engine.name} (${engine.note}), ${channelCount} channels at random, server on one core, median of ${rounds} rounds of ${seconds} s in turns`;
  printRows(`The last ${pageLength} messages of a channel, ${readers} connections: ${where}`, pages);
  const growth = (key: "perSecond" | "controlPerSecond") =>
    (pages.at(-1)?.[key] ?? 0) / (pages[0]?.[key] ?? 0);
  console.log(
    `with ${sizes.at(-1)} messages, of what it was with ${sizes[0]}: ${growth("perSecond").toFixed(2)} (SQL alone: ${growth("controlPerSecond").toFixed(2)})`,
  );
  printRows(`Searches among ${searchedSize} messages, ${searchers} connections: ${where}`, searches);
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
  const found = sort === "Relevance" ? mostRanked : pageLength;
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
        : [id, toTsquery({ any, none: [] }, channelSign(id))],
    ),
  };
}

const columns = messageColumns.join(", ");

/** The numbers of the messages alone. */
const searchInSqlite = "select rowid from message_words where message_words match ? order by rowid desc";
const searchInPostgres = `select ${columns} from messages where channel_id = $1 and words @@ $2::tsquery order by id desc`;

interface Row {
  readonly what: string;
  readonly controlPerSecond: number;
  readonly controlP50Ms: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failures: number;
}

async function compare(house: House, what: string, scenario: Scenario): Promise<Row> {
  const { connections, asked } = scenario;
  const [alone, served]: [ControlResult[], LoadResult[]] = [[], []];
  const run = () => load({ url: house.api, scripts: [asked], connections, seconds, core: loadCore });
  await run();
  for (let round = 0; round < rounds; round++) {
    alone.push(await askAlone(house, scenario));
    served.push(await run());
  }
  return {
    what,
    controlPerSecond: median(alone.map(({ perSecond }) => perSecond)),
    controlP50Ms: median(alone.map(({ p50Ms }) => p50Ms)),
    perSecond: median(served.map(({ requestsPerSecond }) => requestsPerSecond)),
    p50Ms: median(served.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(served.map(({ p99Ms }) => p99Ms)),
    failures: served.reduce((sum, { failures }) => sum + failures, 0),
  };
}

async function askAlone({ folder, databaseUrl }: House, scenario: Scenario): Promise<ControlResult> {
  const { sql, values, connections } = scenario;
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
    rows.map((row) => ({
      what: row.what,
      "SQL alone/s": Math.round(row.controlPerSecond),
      "its p50 ms": row.controlP50Ms.toFixed(2),
      "requests/s": Math.round(row.perSecond),
      "of SQL alone": (row.perSecond / row.controlPerSecond).toFixed(2),
      "p50 ms": row.p50Ms.toFixed(2),
      "p99 ms": row.p99Ms.toFixed(2),
      failures: row.failures,
    })),
  );
}
