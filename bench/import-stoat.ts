import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Engine, newHome } from "../test/support/server/engines.ts";
import { measureCommand } from "./measured-command.ts";

/** How often the memory is looked at. */
const lookEveryMs = 50;

/** Imports a dump without files into an empty database; nothing else uses it until it is complete. */
export async function measureStoatImport(engine: Engine, dump: string, messages: number) {
  const home = await newHome(engine);
  const files = join(home.dataDir, "objects");
  mkdirSync(files);
  const words = ["import", "stoat", "--dump", dump, "--files", files];
  const { seconds, cpuUs, peakMb } = await measureCommand(home, words, () => Bun.sleep(lookEveryMs));
  home.remove();
  return {
    engine,
    seconds: Math.round(seconds),
    "messages/s": Math.round(messages / seconds),
    "CPU µs/message": Math.round(cpuUs / messages),
    "MB at most": peakMb,
  };
}
