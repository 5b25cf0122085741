import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newUser } from "../test/support/accounts/people.ts";
import { generateExport } from "../test/support/imports/generated-export.ts";
import { environmentOf, mainFile } from "../test/support/processes/program.ts";
import { engines } from "../test/support/server/engines.ts";
import { openServer } from "../test/support/server/server.ts";
import { measureRawInserts } from "./import-control.ts";
import { percentile, printTable } from "./table.ts";

const defaultMessages = 2_000_000;
/** Pauses between the messages that a member sends meanwhile. */
const sendEveryMs = 20;
const sendsAlone = 500;

/** Measures imports of a generated export next to a server in use; `import:100000` imports so many messages. */
export async function benchImport(part?: string): Promise<void> {
  const messages = Number(part ?? defaultMessages);
  const people = Math.min(10_000, Math.ceil(messages / 10));
  const folder = await generateExport(mkdtempSync(join(tmpdir(), "ermine-bench-")), {
    messages,
    people,
    channels: 20,
  });
  const rows = [];
  for (const engine of engines) rows.push(await measure(engine, folder, messages));
  rmSync(folder, { recursive: true });
  printTable(`Import of ${messages} messages of ${people} people, while a member sends messages`, rows);
}

async function measure(engine: (typeof engines)[number], folder: string, messages: number) {
  await using server = await openServer(engine);
  const owner = await newUser(server);
  const { body } = await server.client.post("/servers/create", { name: "Busy" }, { token: owner.token });
  const send = async () => {
    const startedAt = performance.now();
    await server.client.post(`/channels/${body.channels[0]._id}/messages`, { content: "Still here?" }, owner);
    return performance.now() - startedAt;
  };
  const alone: number[] = [];
  for (let count = 0; count < sendsAlone; count++) {
    alone.push(await send());
    await Bun.sleep(sendEveryMs);
  }
  const startedAt = performance.now();
  const child = Bun.spawn([process.execPath, mainFile, "import", "discord", folder, "--owner", owner.id], {
    cwd: server.home.dataDir,
    env: environmentOf(server.home),
    stdio: ["ignore", "ignore", "inherit"],
  });
  const during: number[] = [];
  let peakMb = 0;
  while (child.exitCode === null) {
    during.push(await send());
    peakMb = Math.max(peakMb, peakMemory(child.pid));
    await Bun.sleep(sendEveryMs);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  if (child.exitCode !== 0) throw new Error(`the import ended with ${child.exitCode}`);
  return {
    engine,
    seconds: Math.round(seconds),
    "messages/s": Math.round(messages / seconds),
    "CPU µs/message": Math.round(Number(child.resourceUsage()?.cpuTime.total ?? 0) / messages),
    // What SQLite itself takes, in this process.
    "of which raw inserts": engine === "sqlite" ? measureRawInserts(server.home.dataDir) : "",
    "MB at most": peakMb,
    "p50 of sending alone, ms": percentile(alone, 0.5).toFixed(1),
    "p50 meanwhile, ms": percentile(during, 0.5).toFixed(1),
    "p99 alone, ms": percentile(alone, 0.99).toFixed(1),
    "p99 meanwhile, ms": percentile(during, 0.99).toFixed(1),
  };
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
