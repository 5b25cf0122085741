import packageFile from "../../package.json" with { type: "json" };
import { openExistingDatabase } from "../compose/open-database.ts";
import { openExistingServices } from "../compose/open-services.ts";
import type { Command, CommandInput, CommandUsage, Output } from "../declare/command.ts";
import { fail } from "../declare/error.ts";
import { commands, hooks, providers } from "../domains/index.ts";
import { createLog } from "../platform/log/log.ts";
import { buildInfo } from "../platform/program/build-info.ts";
import type { ServerOverrides } from "../server/start-server.ts";
import { createStore } from "../store/store.ts";
import { repeatingCannotHelp } from "./exit-codes.ts";
import { isExpected, isLasting } from "./expected-errors.ts";
import { lockStoppedServer } from "./lock-stopped-server.ts";
import { loadNamedConfig } from "./named-config.ts";
import { note } from "./note.ts";
import { programCommands } from "./program-commands.ts";
import { commandRecorder, recordingWrite } from "./record-command.ts";
import { serve } from "./serve.ts";
import { format } from "./table.ts";
import { groupOf, help, longestMatch, readInput, unknownCommand } from "./usage.ts";

/** Fewer than a server lets come together: the command waits for the disk, and not the server next to it. */
const checkpointPages = 1_000;

const asksForHelp = (word: string) => word === "--help" || word === "-h";

const serveUsage: CommandUsage = { words: ["serve"], args: [], doc: "Run the server." };

const versionUsage: CommandUsage = {
  words: ["--version"],
  args: [],
  doc: "Show the version, the commit that it was made from, and that of Bun.",
};

/** Runs a command and returns the exit code. `overrides` are for the server, if this command starts one. */
export async function runCommandLine(
  words: readonly string[],
  overrides: ServerOverrides = {},
): Promise<number> {
  try {
    if (words.length === 1 && words[0] === "serve") return await serve(overrides);
    const runnable = await loadCommands();
    const listed = listedTogether([serveUsage, versionUsage, ...runnable]);
    if (words[0] === "help" || words.some(asksForHelp)) {
      const about = words.slice(words[0] === "help" ? 1 : 0).filter((word) => !asksForHelp(word));
      console.log(help(listed, about));
      return 0;
    }
    const typed = words.filter((word) => word !== "--json");
    // Half of a command, such as `ermine accounts`, or nothing of it.
    if (!longestMatch(listed, typed) && groupOf(listed, typed).length > 0) {
      console.log(help(listed, typed));
      return 2;
    }
    if (words[0] === "--version") {
      console.log(`ermine ${packageFile.version}, commit ${buildInfo().commit}, Bun ${Bun.version}`);
      return 0;
    }
    const asJson = words.includes("--json");
    const command = longestMatch(runnable, typed);
    const rest = typed.slice(command?.words.length);
    // Words that can be neither arguments nor options are part of the name of an unknown command.
    const isMistyped = command?.args.length === 0 && rest[0] !== undefined && !rest[0].startsWith("-");
    if (!command || isMistyped) throw unknownCommand(listed, typed);
    const output = await run(command, readInput(command, rest));
    const report = typeof output === "object" && "rows" in output ? output : undefined;
    console.log(format(report?.rows ?? (output as Exclude<Output, typeof report>), asJson));
    if (report) note(report.note);
    return report?.hasFailed ? 1 : 0;
  } catch (error) {
    if (!isExpected(error)) throw error;
    console.error(error.message || error.code);
    return isLasting(error) ? repeatingCannotHelp : 1;
  }
}

/** All commands. The server does without them, and without the importers, which this loads. */
export async function loadCommands(): Promise<readonly Command[]> {
  const { importCommands } = await import("../../importers/index.ts");
  return [...programCommands, ...commands, ...importCommands];
}

/** Commands with the same first word are listed together, whichever part of the program they belong to. */
function listedTogether(usages: readonly CommandUsage[]): readonly CommandUsage[] {
  return [...Map.groupBy(usages, ({ words }) => words[0]).values()].flat();
}

async function run(command: Command, input: CommandInput): Promise<Output> {
  const recorder = commandRecorder(command, input);
  if (command.isStandalone) {
    const loadConfig = () => loadNamedConfig().config;
    return command.run({ ...input, ...recorder, loadConfig, lockStoppedServer });
  }
  const { config } = loadNamedConfig();
  // Standard output is for the result only.
  const log = createLog("silent");
  await using locks = new AsyncDisposableStack();
  let { signal } = new AbortController();
  if (!command.isReadOnly && command.needsStoppedServer) {
    // Before the lock, which is a file: in a wrong folder, nothing is created.
    await (await openExistingDatabase(config))[Symbol.asyncDispose]();
    signal = await lockStoppedServer(config, locks);
  }
  await using opened = await openExistingServices(config, { log, checkpointPages });
  const { database, services } = opened;
  const store = createStore({ database, services, hooks, providers, publish: "outbox", onJobs: () => {} });
  const write = recordingWrite(command, recorder, store);
  return await command.run({ services, ...input, ...recorder, write, signal, fail, read: store.read });
}
