// Makes a fresh clone runnable: Bun (through npm where the machine has none) and the locked dependencies.
// Runs under Node ≥ 20 and under Bun, and uses nothing outside the standard library.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Runs a file of this project under Bun, with this process's output, and exits with its exit code.
 * With `withWeb`, the dependencies of the web client are installed as well.
 */
export function runUnderBun({ file, args, withDevTools, withWeb = false }) {
  const bun = ensureBun();
  ensureDependencies(bun, root, withDevTools);
  if (withWeb) ensureDependencies(bun, join(root, "web"), true);
  // libuv's default is one thread per core: on a small machine, resizing two images would block all file access.
  const env = { UV_THREADPOOL_SIZE: "8", ...process.env };
  const child = spawn(bun, [join(root, file), ...args], {
    env,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  let signals = 0;
  const onSignal = () => {
    signals += 1;
    if (signals > 1) child.kill("SIGKILL");
    else requestStop(child);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, onSignal);
  if (process.env.npm_lifecycle_event) followNpm(child);
  child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}

/** npm passes signals only to the shell between npm and this process. When that shell dies, our parent changes. */
function followNpm(child) {
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    requestStop(child);
  }, 200);
  timer.unref();
}

/**
 * A terminal or a supervisor may signal the child as well, and to the server a second signal means "exit at once".
 * So the first request to stop is a message, and a server whose channel closes stops as well.
 */
function requestStop(child) {
  if (child.connected) child.send("stop");
  else child.kill("SIGTERM");
}

function ensureBun() {
  const running = bunThatRuns();
  if (running) {
    const [major, minor] = running.version.split(".").map(Number);
    if (major > 1 || (major === 1 && minor >= 4)) return running.path;
    stop(`Ermine needs Bun 1.4 or later, and this is ${running.version}: run "bun upgrade".`);
  }
  const runtime = join(root, "runtime");
  const note = join(runtime, "node_modules", ".bun-path");
  const manifest = readFileSync(join(runtime, "package-lock.json"), "utf8");
  if (existsSync(note)) {
    const { path, lock } = JSON.parse(readFileSync(note, "utf8"));
    if (lock === digest(manifest) && existsSync(path)) return path;
  }
  console.error("Installing Bun through npm …");
  must("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], runtime);
  const path = bunCandidates(runtime).find((candidate) => spawnSync(candidate, ["--version"]).status === 0);
  if (!path) stop("npm installed Bun, but no build of it runs on this machine.");
  writeFileSync(note, JSON.stringify({ path, lock: digest(manifest) }));
  return path;
}

/** The Bun that runs this process, or the Bun whose `bun start` ran it under Node. */
function bunThatRuns() {
  if (process.versions.bun) return { path: process.execPath, version: process.versions.bun };
  const caller = /^bun\/([\d.]+)/.exec(process.env.npm_config_user_agent ?? "");
  const path = process.env.npm_execpath;
  return caller && path ? { path, version: caller[1] } : undefined;
}

// npm may refuse to run Bun's install script; the platform packages hold the same binary.
function bunCandidates(runtime) {
  const modules = join(runtime, "node_modules");
  const platform = join(modules, "@oven");
  const builds = existsSync(platform) ? readdirSync(platform).sort() : [];
  return [
    join(modules, "bun", "bin", "bun.exe"),
    ...builds.flatMap((name) => ["bun", "bun.exe"].map((file) => join(platform, name, "bin", file))),
  ].filter(existsSync);
}

function ensureDependencies(bun, folder, withDevTools) {
  const modules = join(folder, "node_modules");
  const note = join(modules, ".ermine-installed");
  const lock = digest(readFileSync(join(folder, "bun.lock"), "utf8"));
  const installed = existsSync(note) ? readFileSync(note, "utf8") : "";
  if (installed === `${lock} all` || (!withDevTools && installed === `${lock} production`)) return;
  console.error("Installing dependencies from the lock file …");
  const only = withDevTools ? [] : ["--production"];
  must(bun, ["install", "--frozen-lockfile", "--silent", ...only], folder);
  mkdirSync(modules, { recursive: true });
  writeFileSync(note, `${lock} ${withDevTools ? "all" : "production"}`);
}

function must(command, args, cwd) {
  const { status, error } = spawnSync(command, args, {
    cwd,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (error || status !== 0)
    stop(`"${command} ${args.join(" ")}" failed${error ? `: ${error.message}` : ""}.`);
}

function digest(text) {
  return createHash("sha256").update(text).digest("hex");
}

function stop(message) {
  console.error(message);
  process.exit(1);
}
