import { printTable } from "../../../bench/table.ts";
import type { FuzzReport } from "./prove-fuzz.ts";
import type { OperationCounts } from "./send-requests.ts";

/** Memory may grow by this much from the second to the last fifth of the requests, while caches fill. */
const maxGrowth = 1.25;

type Row = Readonly<Record<string, string | number>>;

/** The tables of a run, by their titles. */
export function tablesOf(reports: readonly FuzzReport[]): ReadonlyMap<string, readonly Row[]> {
  const requests = reports.map(({ engine, seconds, requests: { counts, ...report } }): Row => {
    const all = [...counts.values()];
    const sum = (key: keyof OperationCounts) => all.reduce((total, count) => total + count[key], 0);
    const quarters = report.memory.filter((_, at) => at === 0 || at % 5 === 4);
    return {
      engine,
      requests: sum("sent"),
      accepted: sum("accepted"),
      refused: sum("refused"),
      "operations accepted": `${all.filter(({ accepted }) => accepted > 0).length} of ${all.length}`,
      "wrong replies": report.wrongReplies.length,
      "over 50 ms": report.slowCalls.length,
      "sessions replaced": report.endedSessions,
      "memory, MB": quarters.map((megabytes) => megabytes.toFixed(0)).join(" "),
      minutes: (seconds / 60).toFixed(1),
    };
  });
  const frames = reports.map(({ engine, frames: report, violations, errors }): Row => {
    const { sent, connections, unanswered } = report;
    return {
      engine,
      frames: sent,
      connections,
      "pings without a pong": unanswered,
      "violations in the database": violations.length,
      "errors in the log": errors.length,
    };
  });
  return new Map([
    ["Requests", requests],
    ["Frames, and the state at the end", frames],
  ]);
}

/** Prints what was sent and found, and returns what is wrong. */
export function printFuzzReport(reports: readonly FuzzReport[]): readonly string[] {
  for (const [title, rows] of tablesOf(reports)) printTable(title, [...rows]);
  const never = reports.flatMap(({ requests }) =>
    [...requests.counts].filter(([, { accepted }]) => accepted === 0).map(([name]) => name),
  );
  if (never.length > 0) console.log(`\nNever accepted on some engine: ${[...new Set(never)].join(", ")}`);
  const faults = reports.flatMap(faultsOf);
  for (const fault of faults) console.log(`\n(fault) ${fault}`);
  console.log(`\n${faults.length} faults`);
  return faults;
}

/** What is wrong, in words. */
export function faultsOf({ engine, requests, frames, violations, errors, files }: FuzzReport): string[] {
  const { memory } = requests;
  const mean = (part: readonly number[]) => part.reduce((sum, each) => sum + each, 0) / part.length;
  const growth = mean(memory.slice(-4)) / mean(memory.slice(4, 8));
  return [
    ...requests.wrongReplies,
    ...requests.slowCalls,
    ...violations.map(({ rule, rows, example }) => `${rule}: ${rows} rows, such as ${example}`),
    ...errors.slice(0, 20),
    ...(files === "" ? [] : [files]),
    ...(frames.unanswered > 0 ? [`${frames.unanswered} pings had no pong`] : []),
    ...(growth > maxGrowth
      ? [`memory grew ${growth.toFixed(2)} times: ${memory.map(Math.round).join(" ")}`]
      : []),
  ].map((fault) => `${engine}: ${fault}`);
}

/** The page that publishes a run. */
export function pageOf(reports: readonly FuzzReport[], run: Row): string {
  const table = (rows: readonly Row[]) => {
    const keys = Object.keys(rows[0] ?? {});
    const line = (cells: readonly unknown[]) => `| ${cells.join(" | ")} |`;
    return [line(keys), line(keys.map(() => "---")), ...rows.map((row) => line(Object.values(row)))].join(
      "\n",
    );
  };
  const sections = [...tablesOf(reports)].map(([title, rows]) => `## ${title}\n\n${table(rows)}\n`);
  return `# Random requests and frames\n\nWritten by \`npm run proof fuzz -- --publish\`; [test/proof](../../test/proof/README.md#random-requests-and-frames) says what is checked.\n\n${table([run])}\n\n${sections.join("\n")}`;
}
