import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sections } from "../../compat/rows/index.ts";
import type { Row } from "../../compat/rows/row.ts";
import { readTestReport } from "../../support/run/junit-report.ts";
import { isIn } from "../../support/traffic/find-traffic.ts";
import type { Observation } from "../../support/traffic/observation.ts";

const rows = sections.flatMap((section) => section.rows);
const calls = [
  ...new Set(rows.flatMap(({ traffic }) => (traffic && "call" in traffic ? [traffic.call] : []))),
];
const runName = ({ test }: Row) => test.runsAs ?? test.title;

/** A test that ran, with what it sent and received. */
interface RecordedTest {
  readonly file: string;
  readonly title: string;
  readonly traffic: readonly Observation[];
}

/**
 * Runs the tests that the rows of `docs/reference/compatibility.md` name, records their traffic, and compares it with the
 * rows. True if every test passed and every row was seen.
 */
export async function proveCompatibility(log: (line: string) => void): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "ermine-compatibility-"));
  try {
    const { code, tests } = await runTests(folder);
    const problems = rows.flatMap((row) => problemOf(row, tests));
    for (const problem of problems) log(problem);
    log(`${rows.length} rows, ${tests.length} tests, ${problems.length} rows not shown`);
    return code === 0 && problems.length === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function runTests(folder: string): Promise<{ code: number; tests: RecordedTest[] }> {
  const [traffic, report] = [join(folder, "traffic.jsonl"), join(folder, "report.xml")];
  const files = [...new Set(rows.map(({ test }) => test.file))].sort();
  const names = [...new Set(rows.map(runName))].map((name) => RegExp.escape(name));
  const child = Bun.spawn(
    [
      process.execPath,
      "test",
      "--timeout",
      "60000",
      "--reporter=junit",
      `--reporter-outfile=${report}`,
      "-t",
      `(${names.join("|")})$`,
      ...files,
    ],
    {
      cwd: join(import.meta.dir, "../../.."),
      env: { ...process.env, ERMINE_TEST_TRAFFIC: traffic },
      stdio: ["ignore", "inherit", "inherit"],
    },
  );
  const code = await child.exited;
  const { ran } = readTestReport(report);
  const lines = readFileSync(traffic, "utf8").trimEnd().split("\n");
  if (lines.length !== ran.length)
    throw new Error(`${ran.length} tests ran, but the traffic of ${lines.length} was recorded`);
  return { code, tests: ran.map((test, index) => ({ ...test, traffic: JSON.parse(lines[index] ?? "[]") })) };
}

function problemOf(row: Row, tests: readonly RecordedTest[]): string[] {
  const { file } = row.test;
  const own = tests.filter((test) => test.file === file && test.title === runName(row));
  if (own.length === 0) return [`${row.name}: no test "${runName(row)}" ran in ${file}`];
  const { traffic } = row;
  if (!traffic || own.some((test) => isIn(test.traffic, traffic, calls))) return [];
  return [`${row.name}: ${file} "${runName(row)}" has no ${JSON.stringify(traffic)} in its traffic`];
}
