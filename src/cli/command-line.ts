import { parseArgs } from "node:util";
import packageFile from "../../package.json" with { type: "json" };
import { ConfigError, loadConfig } from "../config/load.ts";
import {
  type Command,
  CommandError,
  type CommandInput,
  type CommandUsage,
  type Output,
} from "../declare/command.ts";
import { commands, hooks, providers } from "../domains/index.ts";
import { openServices } from "../open-services.ts";
import { buildInfo } from "../platform/build-info.ts";
import { AlreadyRunning } from "../platform/data-directory.ts";
import { DatabaseTooNew } from "../platform/database/migrate.ts";
import { UnfinishedCopy } from "../platform/database/unfinished-copy.ts";
import { UpgradeRefused } from "../platform/database/upgrade-beside-nodes.ts";
import { createLog } from "../platform/log.ts";
import { WrongSecrets } from "../platform/secrets/secrets-file.ts";
import { fail } from "../protocol/error.ts";
import { createStore } from "../store/store.ts";
import { lockStoppedServer } from "./lock-stopped-server.ts";
import { programCommands } from "./program-commands.ts";
import { serve } from "./serve.ts";
import { format } from "./table.ts";

/** Runs a command and returns the exit code. */
export async function runCommandLine(words: readonly string[]): Promise<number> {
  try {
    if (words.length === 0 || words.includes("--help") || words[0] === "help") {
      console.log(usage());
      return words.length === 0 ? 2 : 0;
    }
    if (words[0] === "--version") {
      console.log(`ermine ${packageFile.version}, commit ${buildInfo().commit}, Bun ${Bun.version}`);
      return 0;
    }
    if (words.length === 1 && words[0] === "serve") return await serve();
    const asJson = words.includes("--json");
    const output = await run(words.filter((word) => word !== "--json"));
    const report = typeof output === "object" && "rows" in output ? output : undefined;
    console.log(format(report?.rows ?? (output as Exclude<Output, typeof report>), asJson));
    if (report) console.error(report.note);
    return report?.hasFailed ? 1 : 0;
  } catch (error) {
    if (!isExpected(error)) throw error;
    console.error(error.message || error.code);
    return 1;
  }
}

async function run(words: readonly string[]): Promise<Output> {
  const program = programCommands.find((command) => startsWith(words, command.words));
  const rest = words.slice(program?.words.length);
  if (program && (rest.length === 0 || program.options)) return program.run(readInput(program, rest));
  const command = commands.find((candidate) => startsWith(words, candidate.words));
  if (!command) throw new CommandError(`unknown command: ${words.join(" ")}\n\n${usage()}`);
  return runOnDatabase(command, words.slice(command.words.length));
}

async function runOnDatabase(command: Command, words: readonly string[]): Promise<Output> {
  const input = readInput(command, words);
  const { config } = loadConfig();
  // Standard output is for the result only.
  const log = createLog("silent");
  await using locks = new AsyncDisposableStack();
  const signal = command.needsStoppedServer
    ? await lockStoppedServer(config, locks)
    : new AbortController().signal;
  await using opened = await openServices(config, { log });
  const { database, services } = opened;
  const store = createStore({ database, services, hooks, providers, publish: "outbox", onJobs: () => {} });
  return await command.run({ services, ...input, signal, fail, read: store.read, write: store.write });
}

function readInput(command: CommandUsage, words: readonly string[]): CommandInput {
  const specs = [
    ...Object.keys(command.options ?? {}).map((name) => [name, { type: "string" }]),
    ...Object.keys(command.flags ?? {}).map((name) => [name, { type: "boolean" }]),
  ];
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: Object.fromEntries(specs) as Record<string, { type: "string" | "boolean" }>,
      allowPositionals: true,
    });
    if (positionals.length !== command.args.length) throw new Error("wrong number of arguments");
    const given = Object.entries(values);
    return {
      args: positionals,
      options: Object.fromEntries(given.filter((entry): entry is [string, string] => entry[1] !== true)),
      flags: new Set(given.filter(([, value]) => value === true).map(([name]) => name)),
      report: (line) => console.error(line),
    };
  } catch (error) {
    throw new CommandError(
      `${error instanceof Error ? error.message : error}\n\nUsage: ${synopsis(command)}`,
    );
  }
}

function startsWith(words: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((word, index) => words[index] === word);
}

function synopsis({ words, args, options, flags }: Omit<CommandUsage, "doc">): string {
  const optional = [
    ...Object.keys(options ?? {}).map((name) => `[--${name} …]`),
    ...Object.keys(flags ?? {}).map((name) => `[--${name}]`),
  ];
  return ["ermine", ...words, ...args.map((name) => `<${name}>`), ...optional].join(" ");
}

export function usage(): string {
  const all = [
    { synopsis: "ermine serve", doc: "Run the server." },
    {
      synopsis: "ermine --version",
      doc: "Show the version, the commit that it was made from, and that of Bun.",
    },
    ...[...programCommands, ...commands].map((command) => ({
      synopsis: synopsis(command),
      doc: command.doc,
    })),
  ];
  const width = Math.max(...all.map((line) => line.synopsis.length));
  const lines = all.map((line) => `  ${line.synopsis.padEnd(width)}  ${line.doc}`);
  return `Usage:\n${lines.join("\n")}\n\nEach command prints a table, or JSON with --json.`;
}

/** Codes of errors of the machine or the database, as opposed to bugs in this program. */
const expectedCodes =
  /^(E[A-Z]+|(08|28|3D|53|57)...|SQLITE_(BUSY|CANTOPEN|CORRUPT|FULL|IOERR|NOTADB|READONLY)(_[A-Z]+)*)$/;

function isExpected(error: unknown): error is Error & { code?: string } {
  if (
    [
      AlreadyRunning,
      CommandError,
      ConfigError,
      DatabaseTooNew,
      UnfinishedCopy,
      UpgradeRefused,
      WrongSecrets,
    ].some((kind) => error instanceof kind)
  )
    return true;
  return error instanceof Error && "code" in error && expectedCodes.test(String(error.code));
}
