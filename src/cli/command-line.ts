import packageFile from "../../package.json" with { type: "json" };
import { openExistingDatabase } from "../compose/open-database.ts";
import { openExistingServices } from "../compose/open-services.ts";
import type { Command, Output } from "../declare/command.ts";
import { fail } from "../declare/error.ts";
import { commands, hooks, providers } from "../domains/index.ts";
import { importCommands } from "../import/commands.ts";
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
import { recordCommand } from "./record-command.ts";
import { serve } from "./serve.ts";
import { format } from "./table.ts";
import { allCommands, groupOf, help, longestMatch, readInput, unknownCommand } from "./usage.ts";

/** Fewer than a server lets come together: the command waits for the disk, and not the server next to it. */
const checkpointPages = 1_000;

const asksForHelp = (word: string) => word === "--help" || word === "-h";

/** Runs a command and returns the exit code. `overrides` are for the server, if this command starts one. */
export async function runCommandLine(
  words: readonly string[],
  overrides: ServerOverrides = {},
): Promise<number> {
  try {
    if (words[0] === "help" || words.some(asksForHelp)) {
      console.log(help(words.slice(words[0] === "help" ? 1 : 0).filter((word) => !asksForHelp(word))));
      return 0;
    }
    const typed = words.filter((word) => word !== "--json");
    // Half of a command, such as `ermine accounts`, or nothing of it.
    if (!longestMatch(allCommands, typed) && groupOf(typed).length > 0) {
      console.log(help(typed));
      return 2;
    }
    if (words[0] === "--version") {
      console.log(`ermine ${packageFile.version}, commit ${buildInfo().commit}, Bun ${Bun.version}`);
      return 0;
    }
    if (words.length === 1 && words[0] === "serve") return await serve(overrides);
    const asJson = words.includes("--json");
    const output = await run(typed);
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

async function run(words: readonly string[]): Promise<Output> {
  const program = longestMatch(programCommands, words);
  const command = longestMatch([...programCommands, ...commands, ...importCommands], words);
  const rest = words.slice(command?.words.length);
  // Words that can be neither arguments nor options are part of the name of an unknown command.
  const isMistyped = command?.args.length === 0 && rest[0] !== undefined && !rest[0].startsWith("-");
  if (!command || isMistyped) throw unknownCommand(words);
  const input = readInput(command, rest);
  if (program === command) return program.run(input);
  return runOnDatabase(command as Command, input);
}

async function runOnDatabase(command: Command, input: ReturnType<typeof readInput>): Promise<Output> {
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
  const writing = recordCommand(command, input, store);
  return await command.run({ services, ...input, ...writing, signal, fail, read: store.read });
}
