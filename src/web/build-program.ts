import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { basename, dirname, join } from "node:path";
import { AlreadyRunning, lockDataDirectory } from "../platform/data-directory/data-directory.ts";

/**
 * Installs the dependencies of the web client and builds it. The server starts it as a separate program, with the
 * folder to create; it ends when the server does. Several may run at once: one builds, and the others wait for it.
 */
const [folder = ""] = process.argv.slice(2);
const builds = dirname(folder);
const source = dirname(builds);
const lockRetryMs = 250;

let running: Bun.Subprocess | undefined;
// The server keeps this pipe open. The system closes it however the server ends.
process.stdin.on("end", () => {
  running?.kill("SIGKILL");
  process.exit(1);
});
process.stdin.resume();
// The server and its users come first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

mkdirSync(builds, { recursive: true });
const lock = await acquireLock();
if (!existsSync(folder)) {
  const temporary = `${folder}-unfinished`;
  rmSync(temporary, { recursive: true, force: true });
  await run("install", "--frozen-lockfile");
  await run("build.ts", temporary, basename(folder));
  if (!existsSync(join(temporary, "index.html"))) fail("the build has no index.html");
  renameSync(temporary, folder);
}
// Builds of other sources, and what remained of builds that were stopped. Only the holder of the lock makes any.
for (const name of readdirSync(builds))
  if (/^[0-9a-f]{16}(-unfinished)?$/.test(name) && name !== basename(folder))
    rmSync(join(builds, name), { recursive: true, force: true });
lock[Symbol.dispose]();
process.exit(0);

async function acquireLock(): Promise<Disposable> {
  for (;;) {
    try {
      return lockDataDirectory(builds);
    } catch (error) {
      if (!(error instanceof AlreadyRunning)) throw error;
      await Bun.sleep(lockRetryMs);
    }
  }
}

async function run(...args: string[]): Promise<void> {
  running = Bun.spawn([process.execPath, ...args], {
    cwd: source,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const code = await running.exited;
  if (code !== 0) fail(`"bun ${args.join(" ")}" ended with ${code}`);
}

function fail(reason: string): never {
  console.error(reason);
  process.exit(1);
}
