import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { refuse } from "../dev/read-options.ts";
import { newPostgresDatabase, postgresPid } from "../test/support/postgres/postgres.ts";
import { spawnChild } from "./child-process.ts";
import { cpuTimeMs, familyCpuTimeMs, residentMegabytes } from "./processes.ts";
import { printTable } from "./table.ts";
import type { ActiveUser } from "./user-actions.ts";
import type { UsersLoad, UsersResult } from "./users-load.ts";

/** What Mattermost's load test allows: the mean and 99th percentile of requests, and failures of them. */
const [maxMeanMs, maxP99Ms, maxFailedShare] = [100, 2_000, 0.00025];
const steps = [500, 1_000, 2_000, 4_000, 6_000, 8_000, 12_000, 16_000];
const [warmupSeconds, seconds] = [20, 40];

/** How many active people one node carries, with what they do as `user-actions.ts` says. `most`: fewer people. */
export async function benchUsers(most = "16000"): Promise<void> {
  if (!(Number(most) >= (steps[0] ?? 0)))
    refuse(`users takes a number of people from ${steps[0]} on, not ${most}.`);
  const rows = [
    ...(await findMost("SQLite", "", Number(most))),
    ...(await findMost("PostgreSQL", (await newPostgresDatabase()) ?? "", Number(most))),
  ];
  printTable("Active users on one node, which shares two cores with those who play them", rows);
}

async function findMost(engine: string, databaseUrl: string, most: number) {
  const folder = mkdtempSync(join(tmpdir(), "ermine-bench-"));
  const rows = [];
  const counts = steps.filter((count) => count <= most);
  const options = { folder, databaseUrl, people: counts.at(-1) };
  const { child, first, request } = await spawnChild<Omit<UsersLoad, "users"> & { users: ActiveUser[] }>(
    "users-server.ts",
    options,
  );
  const postgres = databaseUrl === "" ? undefined : await postgresPid();
  for (const count of counts) {
    const before = [
      cpuTimeMs(child.pid),
      postgres ? familyCpuTimeMs(postgres) : 0,
      performance.now(),
    ] as const;
    const result = await play(
      { ...first, users: first.users.slice(0, count), warmupSeconds, seconds },
      folder,
    );
    const elapsed = performance.now() - before[2];
    const cores = (ms: number) => (ms / elapsed).toFixed(2);
    rows.push({
      engine,
      users: count,
      "actions/s": Math.round(result.actionsPerSecond),
      "requests/s": Math.round(result.requestsPerSecond),
      "events/s": Math.round(result.deliveriesPerSecond),
      "mean ms": result.meanMs.toFixed(1),
      "p99 ms": result.p99Ms.toFixed(0),
      "failed %": (result.failedShare * 100).toFixed(3),
      "cores of Ermine": cores(cpuTimeMs(child.pid) - before[0]),
      "of PostgreSQL": postgres ? cores(familyCpuTimeMs(postgres) - before[1]) : "-",
      MB: Math.round(residentMegabytes(child.pid)),
    });
    for (const example of result.examples) console.log(`failed: ${example}`);
    if (result.meanMs > maxMeanMs || result.p99Ms > maxP99Ms || result.failedShare > maxFailedShare) break;
  }
  void request({}).catch(() => {});
  await child.exited;
  rmSync(folder, { recursive: true, force: true });
  return rows;
}

async function play(load: UsersLoad, folder: string): Promise<UsersResult> {
  const [input, output] = [join(folder, "load.json"), join(folder, "result.json")];
  await Bun.write(input, JSON.stringify(load));
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "users-load.ts"), input, output], {
    stdout: "inherit",
    stderr: "inherit",
  });
  await child.exited;
  return (await Bun.file(output).json()) as UsersResult;
}
