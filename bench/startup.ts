import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildClient } from "../packaging/build-client.ts";
import { buildExecutable } from "../packaging/build-executable.ts";
import { findNatives } from "../packaging/parts.ts";
import { targets } from "../packaging/target.ts";
import { bundlesFolder } from "../src/cli/source-bundle.ts";
import { residentMegabytes, type Started, startErmineIn, startRaw } from "./processes.ts";
import { median, printTable } from "./table.ts";

const rounds = 7;
/** Until memory that only the start needed is given back. */
const idleMs = 10_000;

interface Measurement {
  readonly ms: number;
  readonly megabytes: number;
}

/** Measures the time from spawning the process to its first response, and the memory that it holds when idle. */
export async function benchStartup(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "ermine-bench-"));
  const executable = await makeExecutable(folder);
  const withClient = { ERMINE_WEB_ENABLED: "true" };
  const kinds: [what: string, start: (data: string) => Promise<Started>][] = [
    ["raw Bun.serve", () => startRaw()],
    ["source after a change: without its bundle", (data) => startWithoutBundle(`${data}-unbundled`)],
    ["source, empty data directory", (data) => startWithBundle(data)],
    ["source, again", (data) => startErmineIn(data)],
  ];
  if (executable)
    kinds.push(
      ["package, empty data directory", (data) => startErmineIn(`${data}-package`, {}, [executable])],
      ["package, again", (data) => startErmineIn(`${data}-package`, {}, [executable])],
      ["package with the web client", (data) => startErmineIn(`${data}-package`, withClient, [executable])],
    );
  const measured = new Map<string, Measurement[]>(kinds.map(([what]) => [what, []]));
  for (let round = 0; round < rounds; round++)
    // Memory differs little from round to round, and waiting for it takes long.
    for (const [what, start] of kinds)
      measured.get(what)?.push(await measure(() => start(join(folder, String(round))), round === 0));
  rmSync(folder, { recursive: true, force: true });
  printTable(
    `Start-up until the first answer, ${rounds} rounds in turns, and memory when idle`,
    [...measured].map(([what, all]) => ({
      what,
      "median ms": Math.round(median(all.map(({ ms }) => ms))),
      "worst ms": Math.round(Math.max(...all.map(({ ms }) => ms))),
      "MB idle": Math.round(all[0]?.megabytes ?? Number.NaN),
    })),
  );
}

function startWithoutBundle(data: string): Promise<Started> {
  rmSync(bundlesFolder, { recursive: true, force: true });
  return startErmineIn(data);
}

/** As the server makes it some seconds after a start. */
function startWithBundle(data: string): Promise<Started> {
  Bun.spawnSync([process.execPath, join(import.meta.dir, "../src/cli/build-source-bundle.ts")]);
  return startErmineIn(data);
}

async function measure(start: () => Promise<Started>, waitsForMemory: boolean): Promise<Measurement> {
  await using started = await start();
  if (waitsForMemory) await Bun.sleep(idleMs);
  return { ms: started.startMs, megabytes: residentMegabytes(started.pid) };
}

/** The executable of the packages for this machine, if they are made for it. */
async function makeExecutable(work: string): Promise<string | undefined> {
  const target = targets.find(({ arch }) => process.platform === "linux" && arch === process.arch);
  if (!target) return undefined;
  const [client, outfile] = [join(work, "client"), join(work, "ermine")];
  await buildClient(client);
  const parts = { bun: process.execPath, ...findNatives(join(import.meta.dir, ".."), target) };
  const release = { version: "0", commit: "unknown", seconds: 0 };
  await buildExecutable({ release, target, parts, client, work, outfile });
  return outfile;
}
