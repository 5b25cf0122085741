import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Started, startErmineIn, startRaw } from "./processes.ts";
import { median, printTable } from "./table.ts";

const rounds = 7;

/** Measures the time from spawning the process to its first response. */
export async function benchStartup(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "ermine-bench-"));
  const times: { raw: number[]; first: number[]; again: number[] } = { raw: [], first: [], again: [] };
  for (let round = 0; round < rounds; round++) {
    const fresh = join(folder, String(round));
    times.raw.push(await timed(() => startRaw()));
    times.first.push(await timed(() => startErmineIn(fresh)));
    times.again.push(await timed(() => startErmineIn(fresh)));
  }
  rmSync(folder, { recursive: true, force: true });
  const row = (what: string, values: number[]) => ({
    what,
    "median ms": Math.round(median(values)),
    "worst ms": Math.round(Math.max(...values)),
  });
  printTable(`Start-up until the first answer, ${rounds} rounds in turns`, [
    row("raw Bun.serve", times.raw),
    row("ermine, empty data directory", times.first),
    row("ermine, again", times.again),
  ]);
}

async function timed(start: () => Promise<Started>): Promise<number> {
  await using started = await start();
  return started.startMs;
}
