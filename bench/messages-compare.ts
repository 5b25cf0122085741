import { join } from "node:path";
import { messageColumns } from "../src/domains/messages/rules/message-view.ts";
import type { LoadRequest, LoadResult } from "./load.ts";
import type { Control, ControlResult } from "./messages-control.ts";
import { type BenchRuntime, loadCore, serverCore } from "./messages-runtime.ts";
import { load } from "./processes.ts";
import { median, printTable } from "./table.ts";

export const pageLength = 50;
export const channelCount = 100;
const [rounds, seconds] = [5, 2];
export const conditions = `${channelCount} channels at random, server on one core, median of ${rounds} rounds of ${seconds} s in turns`;
export const columns = messageColumns.join(", ");

/** Requests, and the same queries without a server. */
export interface Scenario {
  readonly connections: number;
  /** The request to the server, for each channel. */
  readonly requests: readonly LoadRequest[];
  readonly sql: string;
  readonly values: readonly (readonly unknown[])[];
}

export interface Contest extends Scenario {
  readonly what: string;
  readonly runtime: BenchRuntime;
}

/** Returns one result for each round. */
export interface Row {
  readonly what: string;
  readonly alone: ControlResult[];
  readonly served: LoadResult[];
}

export const ratesServed = ({ served }: Row) => served.map(({ requestsPerSecond }) => requestsPerSecond);
export const ratesAlone = ({ alone }: Row) => alone.map(({ perSecond }) => perSecond);

export async function compare(contests: readonly Contest[]): Promise<Row[]> {
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

export function printRows(title: string, rows: readonly Row[]): void {
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
