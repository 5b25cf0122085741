import { parseArgs } from "node:util";
import { nearest } from "../config/nearest.ts";
import { CommandError, type CommandInput, type CommandUsage } from "../declare/command.ts";
import { note } from "./note.ts";

type Commands = readonly CommandUsage[];

/** Help for one command with its options if the words begin with one, or a list of the commands that begin with them. */
export function help(commands: Commands, words: readonly string[]): string {
  if (words.length === 0) return usage(commands);
  const command = longestMatch(commands, words);
  const group = groupOf(commands, words).filter((each) => each !== command);
  if (!command && group.length === 0) throw unknownCommand(commands, words);
  return [...(command ? [helpFor(command)] : []), ...(group.length > 0 ? [usage(group)] : [])].join("\n\n");
}

/** The commands that begin with these words. */
export function groupOf(commands: Commands, words: readonly string[]): readonly CommandUsage[] {
  return commands.filter((each) => startsWith(each.words, words));
}

function usage(shown: readonly CommandUsage[]): string {
  const lines = shown.map((command) => [synopsis(command), command.doc]);
  return `Usage:\n${columns(lines)}\n\nEach command prints a table, or JSON with --json. \`ermine help COMMAND\` explains its options.`;
}

function helpFor(command: CommandUsage): string {
  const options = [
    ...Object.entries(command.options ?? {}).map(([name, doc]) => [`--${name} …`, doc]),
    ...Object.entries(command.flags ?? {}).map(([name, doc]) => [`--${name}`, doc]),
  ];
  const sections = [`Usage: ${synopsis(command)}`, command.doc];
  return [...sections, ...(options.length > 0 ? [`Options:\n${columns(options)}`] : [])].join("\n\n");
}

function columns(lines: readonly (readonly string[])[]): string {
  const width = Math.max(...lines.map(([first = ""]) => first.length));
  return lines.map(([first = "", second]) => `  ${first.padEnd(width)}  ${second}`).join("\n");
}

function synopsis({ words, args, repeatsLast, options, flags }: CommandUsage): string {
  const optional = [
    ...Object.keys(options ?? {}).map((name) => `[--${name} …]`),
    ...Object.keys(flags ?? {}).map((name) => `[--${name}]`),
  ];
  const named = args.map((name, at) => `<${name}>${repeatsLast && at === args.length - 1 ? "…" : ""}`);
  return ["ermine", ...words, ...named, ...optional].join(" ");
}

export function unknownCommand(commands: Commands, words: readonly string[]): CommandError {
  // Each name is compared with as many words as it has itself: arguments may follow.
  const guesses = commands.flatMap(({ words: name }) => {
    const typed = words.slice(0, name.length).join(" ");
    return (
      nearest(
        typed,
        [name.join(" ")].filter((each) => each !== typed),
      ) ?? []
    );
  });
  const close = nearest(words.slice(0, 2).join(" "), guesses) ?? guesses[0];
  const hint = close === undefined ? "" : `\nDid you mean \`ermine ${close}\`?`;
  const [first = ""] = words;
  const group = groupOf(commands, [first]).length > 1 ? ` ${first}` : "";
  return new CommandError(
    `unknown command: ${words.join(" ")}${hint}\n\`ermine help${group}\` lists the commands.`,
  );
}

export function longestMatch<C extends CommandUsage>(
  candidates: readonly C[],
  words: readonly string[],
): C | undefined {
  return candidates
    .filter((command) => startsWith(words, command.words))
    .toSorted((a, b) => b.words.length - a.words.length)[0];
}

function startsWith(words: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((word, index) => words[index] === word);
}

export function readInput(command: CommandUsage, words: readonly string[]): CommandInput {
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
    const surplus = positionals.length - command.args.length;
    if (surplus < 0 || (surplus > 0 && !command.repeatsLast)) throw new Error("wrong number of arguments");
    const given = Object.entries(values);
    return {
      args: positionals,
      options: Object.fromEntries(given.filter((entry): entry is [string, string] => entry[1] !== true)),
      flags: new Set(given.filter(([, value]) => value === true).map(([name]) => name)),
      isOnTerminal: Boolean(process.stdout.isTTY && process.stderr.isTTY),
      report: note,
    };
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : error}\n\n${helpFor(command)}`);
  }
}
