import { parseArgs } from "node:util";
import { ConfigError, loadConfig } from "../config/load.ts";
import { type Command, CommandError, type Output } from "../declare/command.ts";
import { commands, hooks, providers } from "../domains/index.ts";
import { AlreadyRunning } from "../platform/data-directory.ts";
import { DatabaseTooNew } from "../platform/database/migrate.ts";
import { createLog } from "../platform/log.ts";
import { WrongSecrets } from "../platform/secrets/secrets-file.ts";
import { fail } from "../protocol/error.ts";
import { openServices } from "../server.ts";
import { createStore } from "../store/store.ts";
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
    if (words.length === 1 && words[0] === "serve") return await serve();
    const asJson = words.includes("--json");
    const output = await run(words.filter((word) => word !== "--json"));
    console.log(format(output, asJson));
    return 0;
  } catch (error) {
    if (!isExpected(error)) throw error;
    console.error(error.message || error.code);
    return 1;
  }
}

async function run(words: readonly string[]): Promise<Output> {
  const program = programCommands.find((command) => startsWith(words, command.words));
  if (program?.words.length === words.length) return program.run();
  const command = commands.find((candidate) => startsWith(words, candidate.words));
  if (!command) throw new CommandError(`unknown command: ${words.join(" ")}\n\n${usage()}`);
  return runOnDatabase(command, words.slice(command.words.length));
}

async function runOnDatabase(command: Command, words: readonly string[]): Promise<Output> {
  const { args, options } = readArguments(command, words);
  const { config } = loadConfig();
  // Standard output is for the result only.
  const log = createLog("silent");
  await using opened = await openServices(config, { log });
  const { database, services } = opened;
  const store = createStore({ database, services, hooks, providers, publish: "outbox", onJobs: () => {} });
  return await command.run({ services, args, options, fail, read: store.read, write: store.write });
}

function readArguments(command: Command, words: readonly string[]) {
  const optionSpecs = Object.keys(command.options ?? {}).map((name) => [name, { type: "string" as const }]);
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: Object.fromEntries(optionSpecs) as Record<string, { type: "string" }>,
      allowPositionals: true,
    });
    if (positionals.length !== command.args.length) throw new Error("wrong number of arguments");
    return { args: positionals, options: values };
  } catch (error) {
    throw new CommandError(
      `${error instanceof Error ? error.message : error}\n\nUsage: ${synopsis(command)}`,
    );
  }
}

function startsWith(words: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((word, index) => words[index] === word);
}

function synopsis({ words, args, options }: Pick<Command, "words" | "args" | "options">): string {
  const optional = Object.keys(options ?? {}).map((name) => `[--${name} …]`);
  return ["ermine", ...words, ...args.map((name) => `<${name}>`), ...optional].join(" ");
}

export function usage(): string {
  const all = [
    { synopsis: "ermine serve", doc: "Run the server." },
    ...programCommands.map(({ words, doc }) => ({ synopsis: synopsis({ words, args: [] }), doc })),
    ...commands.map((command) => ({ synopsis: synopsis(command), doc: command.doc })),
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
    [AlreadyRunning, CommandError, ConfigError, DatabaseTooNew, WrongSecrets].some(
      (kind) => error instanceof kind,
    )
  )
    return true;
  return error instanceof Error && "code" in error && expectedCodes.test(String(error.code));
}
