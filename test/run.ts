/** Everything that must hold: types, lint, and all tests on both engines. Ends with `N passed, N failed`. */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { dealFiles } from "./support/deal-files.ts";
import { findPostgres } from "./support/postgres-programs.ts";
import { findMoto } from "./support/s3-program.ts";

const top = join(import.meta.dir, "..");
let passed = 0;
let failed = 0;

// More checkers than cores only do the same work more often.
const checkers = String(Math.min(4, availableParallelism()));
await check("types", ["node_modules/.bin/tsc", "--noEmit", "-p", ".", "--checkers", checkers]);
await check("lint", ["node_modules/.bin/biome", "check", "--error-on-warnings", "."]);
await runTests(process.argv.slice(2));

console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function check(name: string, command: string[]): Promise<void> {
  const code = await run(command);
  console.log(`${code === 0 ? "(pass)" : "(fail)"} ${name}`);
  if (code === 0) passed += 1;
  else failed += 1;
}

/** In parts at the same time, where there are cores for it: much of it is waiting. They speak one after another. */
async function runTests(only: string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "ermine-tests-"));
  // All that the tests put into temporary folders goes with it; PostgreSQL, which is no root, must get to its own.
  chmodSync(folder, 0o711);
  // Installed beforehand where they are missing, so that the parts do not all try.
  findPostgres();
  findMoto();
  const parts = only.length === 0 && availableParallelism() > 1 ? dealFiles(3) : [only];
  const runs = parts.map(async (files, index) => {
    const report = join(folder, `report-${index}.xml`);
    const reporter = ["--reporter=junit", `--reporter-outfile=${report}`];
    const command = [process.execPath, "test", "--timeout", "60000", ...reporter, ...files];
    const output = index === 0 ? undefined : join(folder, `output-${index}.txt`);
    const code = await run(command, { output, env: { TMPDIR: folder } });
    return { code, output, ...readCounts(report) };
  });
  for (const ending of runs) {
    const { code, output, tests, failures } = await ending;
    if (output) process.stdout.write(readFileSync(output));
    passed += tests - failures;
    // A run that ended badly without a failed test (a crash, a file that does not load) is a failure too.
    failed += failures === 0 && code !== 0 ? 1 : failures;
  }
  rmSync(folder, { recursive: true, force: true });
}

function readCounts(report: string): { tests: number; failures: number } {
  try {
    const head = /<testsuites [^>]*>/.exec(readFileSync(report, "utf8"))?.[0] ?? "";
    const number = (name: string) => Number(new RegExp(` ${name}="(\\d+)"`).exec(head)?.[1] ?? 0);
    return { tests: number("tests") - number("skipped"), failures: number("failures") };
  } catch {
    return { tests: 0, failures: 0 };
  }
}

interface Running {
  /** A file for what it says, which is said here otherwise. */
  readonly output?: string | undefined;
  readonly env?: Record<string, string>;
}

function run(command: string[], { output, env }: Running = {}): Promise<number> {
  const to = output ? Bun.file(output) : "inherit";
  return Bun.spawn(command, {
    cwd: top,
    env: { ...process.env, ...env },
    stdin: "ignore",
    stdout: to,
    stderr: to,
  }).exited;
}
