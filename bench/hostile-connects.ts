import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnChild } from "./child-process.ts";
import { percentile, printTable } from "./table.ts";

interface Started {
  readonly api: string;
  readonly url: string;
  readonly tokens: readonly string[];
}

interface AttackCounts {
  readonly opened: number;
  readonly ready: number;
  readonly refused: number;
}

const seconds = 15;
const [servers, channels, roles] = [3, 200, 200];
const connectsEachSecond = 2;
/** One request at a time, with a pause: the waiting time of one person, not the capacity of the server. */
const pauseMs = 5;

/** Measures how long others wait while one account with very many overrides connects again and again. */
export async function benchHostileConnects(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "ermine-bench-"));
  const unlimited = 1_000_000_000;
  const { child, first } = await spawnChild<Started>("servers-server.ts", {
    ...{ folder, people: 1, members: 1, servers, channels, roles },
    ratelimits: { any: unlimited },
  });
  await measureRequests(first.api, 1);
  const quiet = await measureRequests(first.api, seconds);
  const attack = { url: first.url, token: first.tokens[0], everyMs: 1_000 / connectsEachSecond };
  const attacker = await spawnChild("reconnects.ts", attack);
  const attacked = await measureRequests(first.api, seconds);
  const { opened, ready, refused } = await attacker.request<AttackCounts>({ order: "stop" });
  attacker.child.kill();
  child.send({ order: "stop" });
  await child.exited;
  rmSync(folder, { recursive: true, force: true });
  const p99 = [quiet, attacked].map((times) => percentile(times, 0.99));
  const row = (what: string, times: readonly number[]) => ({
    what,
    requests: times.length,
    "p50 ms": percentile(times, 0.5).toFixed(2),
    "p99 ms": percentile(times, 0.99).toFixed(2),
    "max ms": percentile(times, 1).toFixed(1),
    ratio: (percentile(times, 0.99) / (p99[0] ?? Number.NaN)).toFixed(2),
  });
  printTable(
    `GET /api/ while an account with ${servers * channels * roles} overrides connects ${connectsEachSecond} times a second (${opened} connects, ${ready} Ready, ${refused} refused)`,
    [row("quiet", quiet), row("attacked", attacked)],
  );
}

async function measureRequests(api: string, forSeconds: number): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + forSeconds * 1_000;
  while (performance.now() < end) {
    const began = performance.now();
    await (await fetch(`${api}/`)).text();
    times.push(performance.now() - began);
    await Bun.sleep(pauseMs);
  }
  return times;
}
