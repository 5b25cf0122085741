import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { refuse } from "../dev/read-options.ts";
import { newUser } from "../test/support/accounts/people.ts";
import { generateExport } from "../test/support/imports/generated-export.ts";
import { engines } from "../test/support/server/engines.ts";
import { openServer } from "../test/support/server/server.ts";
import { generateDump } from "../test/support/stoat/generated-dump.ts";
import { measureRawInserts } from "./import-control.ts";
import { measureStoatImport } from "./import-stoat.ts";
import { measureCommand } from "./measured-command.ts";
import { percentile, printTable } from "./table.ts";

const defaultMessages = 2_000_000;
/** Pauses between the messages that a member sends meanwhile. */
const sendEveryMs = 20;
const sendsAlone = 500;

/**
 * Measures imports of a generated export of Discord next to a server in use, and of a generated dump of Stoat;
 * `import:100000` imports so many messages.
 */
export async function benchImport(part?: string): Promise<void> {
  const messages = Number(part ?? defaultMessages);
  if (!(messages > 0)) refuse(`import takes a number of messages, not ${part}.`);
  const people = Math.min(10_000, Math.ceil(messages / 10));
  const size = { messages, people, channels: 20 };
  const newFolder = () => mkdtempSync(join(tmpdir(), "ermine-bench-"));
  const folder = await generateExport(newFolder(), size);
  const rows = [];
  for (const engine of engines) rows.push(await measure(engine, folder, messages));
  rmSync(folder, { recursive: true });
  const title = `${messages} messages of ${people} people`;
  printTable(`Import of ${title} from Discord, while a member sends messages`, rows);
  const dump = await generateDump(newFolder(), size);
  const moved = [];
  for (const engine of engines) moved.push(await measureStoatImport(engine, dump, messages));
  rmSync(dump, { recursive: true });
  printTable(`Import of ${title} from Stoat`, moved);
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
  const during: number[] = [];
  const { seconds, cpuUs, peakMb } = await measureCommand(
    server.home,
    ["import", "discord", folder, "--owner", owner.id],
    async () => {
      during.push(await send());
      await Bun.sleep(sendEveryMs);
    },
  );
  return {
    engine,
    seconds: Math.round(seconds),
    "messages/s": Math.round(messages / seconds),
    "CPU µs/message": Math.round(cpuUs / messages),
    // What SQLite itself takes, in this process.
    "of which raw inserts": engine === "sqlite" ? measureRawInserts(server.home.dataDir) : "",
    "MB at most": peakMb,
    "p50 of sending alone, ms": percentile(alone, 0.5).toFixed(1),
    "p50 meanwhile, ms": percentile(during, 0.5).toFixed(1),
    "p99 alone, ms": percentile(alone, 0.99).toFixed(1),
    "p99 meanwhile, ms": percentile(during, 0.99).toFixed(1),
  };
}
