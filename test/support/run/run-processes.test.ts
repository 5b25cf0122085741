import { expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hasBrowser } from "../browser/web-browser.ts";
import { until } from "../until.ts";
import { isThorough } from "./is-thorough.ts";
import { processesBelow } from "./run-processes.ts";

setDefaultTimeout(240_000);

const top = join(import.meta.dir, "../../..");
const npm = Bun.which("npm") ?? process.execPath;
const hasProcesses = process.platform === "linux" && hasBrowser;

if (!hasProcesses) console.log("skipped: the end of a test run, as only Linux lists processes");

const commandLine = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
};

const isRunning = (pid: number) => commandLine(pid) !== "";

test.if(isThorough && hasProcesses)("npm test that is terminated leaves no process behind", async () => {
  // This file starts a PostgreSQL, a server in a process group of its own, and a browser.
  await using run = Bun.spawn([npm, "run", "test", "--", "test/web/restart.test.ts"], {
    cwd: top,
    stdio: ["ignore", "ignore", "ignore"],
  });
  let started: number[] = [];
  const has = (pattern: RegExp) => started.some((pid) => pattern.test(commandLine(pid)));
  // Bounded by the test alone: on a busy machine a run takes its time to get here. To list all processes takes time, too.
  while (!(has(/postgres/) && has(/ serve /) && has(/chromium.*--type=/))) {
    if (run.exitCode !== null) throw new Error(`the run ended with ${run.exitCode}`);
    await Bun.sleep(250);
    started = processesBelow(run.pid);
  }
  // A number may be used again.
  const commands = new Map(started.map((pid) => [pid, commandLine(pid)]));
  using _ = {
    [Symbol.dispose]() {
      for (const pid of started.filter(isRunning)) process.kill(pid, "SIGKILL");
    },
  };
  // So that nothing ends because the tests do.
  const tests = started.filter((pid) => / test --timeout /.test(commandLine(pid)));
  for (const pid of tests) process.kill(pid, "SIGSTOP");
  run.kill("SIGTERM");
  expect(await run.exited).not.toBe(0);
  const remaining = () => started.filter((pid) => isRunning(pid) && commandLine(pid) === commands.get(pid));
  await until(() => remaining().length === 0).catch(() => {});
  expect(remaining().map(commandLine)).toEqual([]);
});
