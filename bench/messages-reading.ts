import {
  channelCount,
  columns,
  compare,
  conditions,
  pageLength,
  printRows,
  type Row,
  ratesAlone,
  ratesServed,
  type Scenario,
} from "./messages-compare.ts";
import { type BenchRuntime, type Engine, startRuntime } from "./messages-runtime.ts";
import { medianRatio } from "./table.ts";

const sizes = [10_000, 1_000_000, 5_000_000];
const readers = 64;

/**
 * Measures pages of channels as the database grows, against the same queries without a server. All sizes run at the
 * same time and are measured in alternation, because the speed of the machine changes from minute to minute.
 */
export async function benchReading(engine: Engine): Promise<void> {
  await using open = new AsyncDisposableStack();
  const contests = [];
  for (const messages of sizes) {
    const size = { people: readers, channels: channelCount, messages };
    const runtime = open.use(await startRuntime(engine, size));
    contests.push({ what: `${messages} messages`, runtime, ...pageOf(runtime) });
  }
  const pages = await compare(contests);
  printRows(
    `The last ${pageLength} messages of a channel, ${readers} connections: ${engine.name} (${engine.note}), ${conditions}`,
    pages,
  );
  const [grown, grownAlone] = [growth(pages, ratesServed), growth(pages, ratesAlone)];
  console.log(
    `with ${sizes.at(-1)} messages, of what it was with ${sizes[0]}: ${grown} (SQL alone: ${grownAlone})`,
  );
}

/** The rate of the last as a share of the rate of the first. */
function growth(rows: readonly Row[], ratesOf: (row: Row) => readonly number[]): string {
  const [first = [], last = []] = [rows[0], rows.at(-1)].map((row) => row && ratesOf(row));
  return medianRatio(last, first).toFixed(2);
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
