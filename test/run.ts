/** Everything that must hold: types, lint, and all tests on both engines. Ends with `N passed, N failed`. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const top = join(import.meta.dir, "..");
let passed = 0;
let failed = 0;

await check("types", ["node_modules/.bin/tsc", "--noEmit", "-p", "."]);
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

async function runTests(only: string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "ermine-tests-"));
  const report = join(folder, "report.xml");
  const reporter = ["--reporter=junit", `--reporter-outfile=${report}`];
  const code = await run([process.execPath, "test", "--timeout", "60000", ...reporter, ...only]);
  const counts = readCounts(report);
  rmSync(folder, { recursive: true, force: true });
  passed += counts.tests - counts.failures;
  // A run that ended badly without a failed test (a crash, a file that does not load) is a failure too.
  failed += counts.failures === 0 && code !== 0 ? 1 : counts.failures;
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

function run(command: string[]): Promise<number> {
  return Bun.spawn(command, { cwd: top, stdin: "ignore", stdout: "inherit", stderr: "inherit" }).exited;
}
