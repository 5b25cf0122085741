import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { freePorts } from "../test/support/processes/free-ports.ts";
import type { Load, LoadResult } from "./load.ts";

const here = import.meta.dir;

/** A server in a process of its own, so that it does not share a core with the load generator. */
export interface Started extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  /** From spawning the process to its first response. */
  readonly startMs: number;
  /** CPU time that it has used so far, on all cores; NaN if the system does not report it. */
  cpuMs(): number;
}

export async function startErmine(settings: Record<string, string> = {}): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), "ermine-bench-"));
  const started = await startErmineIn(folder, settings);
  return {
    ...started,
    async [Symbol.asyncDispose]() {
      await started[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** `program`: the command instead of the sources under Bun. */
export async function startErmineIn(
  folder: string,
  settings: Record<string, string> = {},
  program = [process.execPath, join(here, "../src/main.ts")],
): Promise<Started> {
  const [port = 0] = freePorts(1);
  return start([...program, "serve"], `http://127.0.0.1:${port}`, "/health", {
    ERMINE_PORT: String(port),
    ERMINE_DATA_DIR: folder,
    // The rate limiter is on, with a limit above the load.
    ERMINE_RATELIMITS_ANY: "1000000000",
    ERMINE_RATELIMITS_AUTH: "1000000000",
    ERMINE_RATELIMITS_ACCOUNT: "1000000000",
    ERMINE_RATELIMITS_TOTAL: "1000000000",
    ERMINE_RATELIMITS_TOTAL_ADDRESS: "1000000000",
    ERMINE_VOICE_MODE: "off",
    // Otherwise the process would build the web client.
    ERMINE_WEB_ENABLED: "false",
    ...settings,
  });
}

/** `responses`: the bodies to send, by path. With `headers`, it also reads what Ermine reads, and sends these. */
export async function startRaw(
  responses: Record<string, unknown> = {},
  headers?: Record<string, string>,
): Promise<Started> {
  const [port = 0] = freePorts(1);
  return start([process.execPath, join(here, "raw-server.ts")], `http://127.0.0.1:${port}`, "/", {
    RAW_PORT: String(port),
    RAW_RESPONSES: JSON.stringify(responses),
    ...(headers && { RAW_HEADERS: JSON.stringify(headers) }),
  });
}

/** The least that stores messages durably, for callers with these tokens: in PostgreSQL if there is a URL. */
export async function startRawSender(
  { folder, databaseUrl }: { readonly folder: string; readonly databaseUrl: string },
  tokens: readonly string[],
  headers: Record<string, string>,
): Promise<Started> {
  const [port = 0] = freePorts(1);
  return start([process.execPath, join(here, "raw-sender.ts")], `http://127.0.0.1:${port}`, "/", {
    RAW_PORT: String(port),
    RAW_FOLDER: folder,
    RAW_DATABASE: databaseUrl,
    RAW_TOKENS: JSON.stringify(tokens),
    RAW_HEADERS: JSON.stringify(headers),
  });
}

/** The headers of Ermine's responses to this request, without those that Bun adds by itself. */
export async function responseHeaders(url: string, init: RequestInit): Promise<Record<string, string>> {
  const headers = Object.fromEntries((await fetch(url, init)).headers);
  for (const name of ["content-length", "date"]) delete headers[name];
  return headers;
}

/** Runs the load generator in its own process. */
export async function load(options: Load): Promise<LoadResult> {
  const child = Bun.spawn([process.execPath, join(here, "load.ts"), JSON.stringify(options)], {
    stdout: "pipe",
  });
  return JSON.parse(await new Response(child.stdout).text()) as LoadResult;
}

async function start(
  command: string[],
  url: string,
  probe: string,
  env: Record<string, string>,
): Promise<Started> {
  const before = performance.now();
  const child = Bun.spawn(command, {
    env: { ...process.env, ...env },
    stdout: Bun.file("/dev/null"),
    stderr: "ignore",
  });
  while (!(await isUp(url + probe))) {
    if (child.exitCode !== null) throw new Error(`${command.join(" ")} ended with ${child.exitCode}`);
    await Bun.sleep(2);
  }
  return {
    url,
    pid: child.pid,
    startMs: performance.now() - before,
    cpuMs: () => cpuTimeMs(child.pid),
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.exited;
    },
  };
}

/** Pins a process and its threads to one core, if there are others and `taskset` is installed. */
export function pin(pid: number, core: number): void {
  if (availableParallelism() < 2 || !Bun.which("taskset")) return;
  Bun.spawnSync(["taskset", "-a", "-c", "-p", String(core), String(pid)]);
}

/** Memory that a process holds, with the pages of its files that are loaded; NaN if the system does not report it. */
export function residentMegabytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024;
  } catch {
    return Number.NaN;
  }
}

/** CPU time that a process has used so far, on all cores; NaN if the system does not report it. */
export function cpuTimeMs(pid: number): number {
  const fields = statOf(pid);
  // User and system time, in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The same for a process and its children, also those that have ended. */
export function familyCpuTimeMs(pid: number): number {
  const own = statOf(pid);
  let total = (Number(own[11]) + Number(own[12]) + Number(own[13]) + Number(own[14])) * 10;
  for (const name of readdirSync("/proc")) {
    const child = Number(name);
    if (Number.isInteger(child) && Number(statOf(child)[1]) === pid) total += cpuTimeMs(child);
  }
  return total;
}

/** What the system reports of a process, from its state on; nothing if the process has ended. */
function statOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  } catch {
    return [];
  }
}

async function isUp(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
