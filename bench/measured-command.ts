import { readFileSync } from "node:fs";
import { environmentOf, mainFile } from "../test/support/processes/program.ts";
import type { TestHome } from "../test/support/server/engines.ts";

interface MeasuredCommand {
  readonly seconds: number;
  readonly cpuUs: number;
  readonly peakMb: number;
}

/** Runs a command to its end, and does something else again and again meanwhile. */
export async function measureCommand(
  home: TestHome,
  words: readonly string[],
  meanwhile: () => Promise<unknown>,
): Promise<MeasuredCommand> {
  const startedAt = performance.now();
  const child = Bun.spawn([process.execPath, mainFile, ...words], {
    cwd: home.dataDir,
    env: environmentOf(home),
    stdio: ["ignore", "ignore", "inherit"],
  });
  let peakMb = 0;
  while (child.exitCode === null && child.signalCode === null) {
    await meanwhile();
    peakMb = Math.max(peakMb, peakMemory(child.pid));
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  if (child.exitCode !== 0) throw new Error(`${words.join(" ")} ended with ${child.exitCode}`);
  return { seconds, cpuUs: Number(child.resourceUsage()?.cpuTime.total ?? 0), peakMb };
}

/**
 * The most memory that a process has had, in MB. Not by its resource usage, which Linux begins with the memory that the
 * process which started it had: here, that of the bench with the whole export.
 */
function peakMemory(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
  } catch {
    return 0;
  }
}
