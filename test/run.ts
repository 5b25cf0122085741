/**
 * `npm test` checks types and lint and runs the tests, each at least on one engine; `npm run proof thorough` runs all of
 * them on both.
 * `npm test -- PATH… [options of bun test]` runs only the test files at these paths, and checks their types meanwhile.
 * Both end with the line `N passed, N failed`. With `--record` first, a run of all tests records how long the files took.
 */
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, constants, tmpdir, totalmem } from "node:os";
import { join, normalize } from "node:path";
import { randomUUIDv7 } from "bun";
import { Semaphore } from "../src/platform/concurrency/semaphore.ts";
import { findChromium } from "./support/install/chromium-program.ts";
import { findLiveKit } from "./support/install/livekit-program.ts";
import { findPostgres } from "./support/install/postgres-programs.ts";
import { findMoto, findStoatPy } from "./support/install/python-packages.ts";
import { findRedis } from "./support/install/redis-program.ts";
import { prepareInitialData } from "./support/postgres/postgres-instance.ts";
import { clusterTests, redisTests } from "./support/run/cluster-tests.ts";
import { readTestReport, type TestReport } from "./support/run/junit-report.ts";
import { isComponentTest, matchTests } from "./support/run/match-tests.ts";
import { findMemoryFolder } from "./support/run/memory-folder.ts";
import { killProcessesBelow } from "./support/run/run-processes.ts";
import {
  lintCheck,
  rareCollecting,
  sortTypeErrors,
  typeChecks,
  withImports,
} from "./support/run/source-checks.ts";
import { inWorkers } from "./support/run/workers.ts";

const cores = availableParallelism();
/** Tests spend some of their time waiting, so more processes than cores pay off. Each takes up to one and a half gigabytes of memory. */
const maxRunning = cores > 1 ? Math.min(cores + 4, 8, Math.ceil(totalmem() / 2 ** 30 / 1.5)) : 1;
const top = join(import.meta.dir, "..");
const isRecording = process.argv[2] === "--record";
const args = process.argv.slice(isRecording ? 3 : 2);
/**
 * Most code of a test runs a few times, and compiling it for speed takes longer than it saves: a sixth of the time of all
 * tests.
 */
const quickStart = { BUN_JSC_useFTLJIT: "0", BUN_JSC_useConcurrentJIT: "0" };
/**
 * Bun also collects garbage every second, whether there is any or not, and a process with all modules has a large heap.
 * Its allocator returns free memory to the system within a tenth of a second, and the next test needs it again.
 */
const lessCollecting = { BUN_GC_TIMER_DISABLE: "1", MIMALLOC_PURGE_DELAY: "-1", MIMALLOC_PURGE_HOLES: "0" };
/**
 * With more processes than cores, each that wakes would interrupt another one, which takes a twentieth of the time of all
 * tests. As batch processes, they wait for their turn.
 */
const asBatch = findBatchScheduling();
const installWeb = [process.execPath, "install", "--silent", "--frozen-lockfile", "--cwd", "web"];
/** More files than this do not fail by chance. */
const maxFlakyFiles = 3;
let passed = 0;
let failed = 0;
let skipped = 0;
const failedChecks: string[] = [];
const running = new Set<Bun.Subprocess>();

if (args.length > 0) await runSelected(args);
else await runEverything();

failed += failedChecks.length;
for (const name of failedChecks) console.log(`\n(fail) ${name}: see above`);
if (skipped > 0)
  console.log(`\n${skipped} skipped: left to "npm run proof thorough", or without their program here`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** The beginning of a command, if this machine has the program and allows it. */
function findBatchScheduling(): readonly string[] {
  const program = Bun.which("chrt");
  if (!program) return [];
  const start = [program, "--batch", "0"];
  return Bun.spawnSync([...start, program, "--version"]).success ? start : [];
}

async function runSelected(selection: string[]): Promise<void> {
  const firstOption = selection.findIndex((arg) => arg.startsWith("-"));
  const paths = firstOption === -1 ? selection : selection.slice(0, firstOption);
  const { files, unmatched } = matchTests(paths);
  for (const path of unmatched) {
    console.error(`"${path}" matches no test file. Name a *.test.ts file, or a folder that holds some.`);
  }
  if (unmatched.length > 0) process.exit(1);
  const selected = files.map((file) => normalize(file));
  const sources = withImports(selected);
  const needsWeb = [...sources].some((file) => /^(test\/)?web/.test(file));
  if (needsWeb && (await run(installWeb)) !== 0) failedChecks.push("dependencies of the web client");
  const checked = checkTypes(selected, sources);
  const groups = [{ files: files.filter((file) => !isComponentTest(file)), env: {} }, componentGroup(files)];
  await runTests(
    groups.filter((group) => group.files.length > 0),
    { options: selection.slice(paths.length) },
  );
  await checked;
}

/** Reports the errors in the test files and what they import. Other files may be work in progress. */
async function checkTypes(files: readonly string[], sources: ReadonlySet<string>): Promise<void> {
  for (const { name, command, env } of typeChecks(files)) {
    const child = Bun.spawn([...asBatch, ...command], {
      cwd: top,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "inherit"],
    });
    running.add(child);
    const { own, others } = sortTypeErrors(await new Response(child.stdout).text(), sources);
    running.delete(child);
    for (const error of own) console.log(error.trimEnd());
    if (own.length > 0) failedChecks.push(name);
    if (others.length > 0)
      console.log(`${name}: ${others.length} errors in other files, which npm run check shows`);
  }
}

async function runEverything(): Promise<void> {
  await check("dependencies of the web client", installWeb);
  // Meanwhile, since preparing the tests keeps one core busy at most.
  const checked = checkSources();
  // Installed now where they are missing, so that the parallel groups do not each try.
  const postgres = findPostgres();
  findRedis();
  findMoto();
  findStoatPy();
  findLiveKit();
  findChromium();
  // So that all processes of the tests start from it, and none makes one meanwhile.
  await check("bundle of the sources", [process.execPath, "src/cli/build-source-bundle.ts"]);
  const { files } = matchTests([]);
  const workers = inWorkers(Math.max(1, maxRunning - 1), isRecording);
  const all: TestGroup[] = [
    {
      files: files.filter((file) => !isComponentTest(file)),
      env: workers.env,
      options: workers.options,
    },
    ...clusterGroups(),
    componentGroup(files),
  ];
  // Each process of the tests starts a PostgreSQL.
  const prepare = (folder: string) => postgres && prepareInitialData(postgres, folder);
  await Promise.all([checked, runTests(all, { prepare, maxRepeatedFiles: maxFlakyFiles })]);
}

async function checkSources(): Promise<void> {
  // The tests keep the other cores busy, and each further checker repeats work of the others.
  const tsc = ["node_modules/.bin/tsc", "--noEmit", "--checkers", "1", "-p"];
  await check("types", [...tsc, "."], rareCollecting);
  await check("types of the web client", [...tsc, "web"], rareCollecting);
  await check("lint", [...lintCheck().command]);
}

/** Some of the tests once more, against servers that consist of three nodes, without and with Redis. */
function clusterGroups(): TestGroup[] {
  const env = { ERMINE_TEST_NODES: "3" };
  return [
    { files: matchTests(clusterTests).files, env },
    { files: matchTests(redisTests).files, env: { ...env, ERMINE_TEST_REDIS: "1" } },
  ];
}

/** With a document, and with the modules that a browser gets. */
function componentGroup(files: readonly string[]): TestGroup {
  const options = ["--config=web/component-tests/support/bunfig.toml", "--conditions=browser"];
  return { files: files.filter(isComponentTest), env: {}, options };
}

async function check(name: string, command: string[], env: Record<string, string> = {}): Promise<void> {
  const code = await run(command, { env });
  console.log(`${code === 0 ? "(pass)" : "(fail)"} ${name}`);
  if (code === 0) passed += 1;
  else failedChecks.push(name);
}

interface TestGroup {
  readonly files: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Of `bun test`. */
  readonly options?: readonly string[];
}

interface RunOfTests {
  readonly options?: readonly string[];
  /** Called with the folder for temporary files before the tests start. */
  readonly prepare?: (folder: string) => void;
  readonly maxRepeatedFiles?: number;
}

/**
 * Runs the first group and meanwhile the others, one after another, and prints the output of each at its end. If at most
 * `maxRepeatedFiles` failed, they run once more: tests that pass then are reported as flaky and do not fail the run.
 */
async function runTests(
  groups: readonly TestGroup[],
  { options = [], prepare, maxRepeatedFiles = 0 }: RunOfTests,
): Promise<void> {
  // Every temporary folder of the tests is in this one and is removed with it.
  const folder = mkdtempSync(join(findMemoryFolder() ?? tmpdir(), "ermine-tests-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.on("exit", remove);
  stopWhenAsked(folder);
  // PostgreSQL runs as another user than root and must be able to enter.
  chmodSync(folder, 0o711);
  prepare?.(folder);
  const slots = new Semaphore(Math.min(2, maxRunning));
  const runs = groups.map(async (group, index) => {
    const output = index === 0 ? undefined : join(folder, `output-${index}.txt`);
    return { output, ...(await slots.run(() => runGroup(group, { folder, options, output }))) };
  });
  const results: GroupResult[] = [];
  for (const ending of runs) {
    const { output, ...result } = await ending;
    if (output) process.stdout.write(readFileSync(output));
    results.push(result);
  }
  const mayRepeat = results.flatMap(filesThatFailed).length <= maxRepeatedFiles;
  for (const result of results) {
    const { group, code, tests, failures } = result;
    skipped += result.skipped;
    const files = [...filesThatFailed(result), ...filesWithoutTests(result)];
    const isFlaky =
      mayRepeat && failures.length > 0 && (await runGroup({ ...group, files }, { folder })).code === 0;
    passed += isFlaky ? tests : tests - failures.length;
    // A run that ended badly without a failed test (a crash, a file that does not load) is a failure too.
    if (!isFlaky) failed += failures.length === 0 && code !== 0 ? 1 : failures.length;
    // Again at the end, where a reader of a long output looks first.
    for (const { file, name, message } of failures)
      console.log(`\n(${isFlaky ? "flaky" : "fail"}) ${file}: ${name}\n${message}`);
  }
}

interface GroupResult extends TestReport {
  readonly group: TestGroup;
  readonly code: number;
}

function filesThatFailed({ group, failures }: GroupResult): string[] {
  const names = new Set(failures.map(({ file }) => file));
  return group.files.filter((file) => names.has(normalize(file)));
}

/** They have none in this run, crashed, or did not load. The report does not tell which. */
function filesWithoutTests({ group, files }: GroupResult): string[] {
  return group.files.filter((file) => !files.has(normalize(file)));
}

interface GroupOptions extends Pick<RunOptions, "output"> {
  readonly folder: string;
  /** Of `bun test`, besides the group's own. */
  readonly options?: readonly string[];
}

async function runGroup(group: TestGroup, to: GroupOptions): Promise<GroupResult> {
  const { files, env, options: own = [] } = group;
  const report = join(to.folder, `report-${randomUUIDv7()}.xml`);
  const reporter = ["--reporter=junit", `--reporter-outfile=${report}`];
  const options = ["--timeout", "60000", ...own, ...reporter, ...(to.options ?? [])];
  const code = await run([process.execPath, "test", ...options, ...files], {
    output: to.output,
    env: { TMPDIR: to.folder, ...quickStart, ...lessCollecting, ...env },
  });
  return { group, code, ...readTestReport(report) };
}

/**
 * A signal, a message of the launcher and the launcher's end stop the run with all processes that the tests started. Where
 * the tests stop them, they no longer can.
 */
function stopWhenAsked(folder: string): void {
  const stop = async (code: number) => {
    for (const child of running) child.kill("SIGKILL");
    await killProcessesBelow(process.pid, folder);
    process.exit(code);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => void stop(128 + constants.signals[signal]));
  const terminated = 128 + constants.signals.SIGTERM;
  process.on("message", (message) => message === "stop" && void stop(terminated));
  process.on("disconnect", () => void stop(terminated));
}

interface RunOptions {
  /** The file that receives stdout and stderr; without it both go to this process's own. */
  readonly output?: string | undefined;
  readonly env?: Record<string, string>;
}

async function run(command: string[], { output, env }: RunOptions = {}): Promise<number> {
  // Appended: several writers that each keep their own position would overwrite each other's lines.
  const file = output === undefined ? undefined : openSync(output, "a");
  const child = Bun.spawn([...asBatch, ...command], {
    cwd: top,
    env: { ...process.env, ...env },
    stdin: "ignore",
    stdout: file ?? "pipe",
    stderr: file ?? "pipe",
  });
  running.add(child);
  if (file === undefined) await Promise.all([print(child.stdout), print(child.stderr)]);
  else closeSync(file);
  const code = await child.exited;
  running.delete(child);
  return code;
}

async function print(stream: unknown): Promise<void> {
  for await (const chunk of stream as ReadableStream<Uint8Array>) process.stdout.write(chunk);
}
