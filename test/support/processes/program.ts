import { join } from "node:path";
import type { TestHome } from "../server/engines.ts";
import { type CommandResult, runInCommandProcess } from "./command-processes.ts";

export const mainFile = join(import.meta.dir, "../../../src/main.ts");
/** The program behind `npm start`, which starts the server as its child. */
export const launcherFile = join(import.meta.dir, "../programs/launch.mjs");

/**
 * Most processes of tests end soon. For one that starts, answers two hundred requests and stops, compiling takes a third of
 * its CPU time and saves less. Benches and proofs, which run longer, do not come from the runner of the tests.
 */
const interpretOnly = process.env.BUN_JSC_useFTLJIT === "0" ? { BUN_JSC_useBaselineJIT: "0" } : {};

/** The environment of an Ermine process on this home, without any configuration of this machine. */
export function environmentOf(
  home: TestHome,
  more: Record<string, string> = {},
): Record<string, string | undefined> {
  const own = Object.entries(process.env).filter(([name]) => !/^(ERMINE_|UV_)/.test(name));
  return { ...Object.fromEntries(own), ...interpretOnly, ...variablesOf(home, more) };
}

function variablesOf(home: TestHome, more: Record<string, string>): Record<string, string> {
  return {
    ERMINE_DATA_DIR: home.dataDir,
    ERMINE_DATABASE_URL: home.databaseUrl,
    ERMINE_PASSWORDS_MEMORY_KIB: "64",
    ERMINE_PASSWORDS_PASSES: "1",
    ERMINE_VOICE_MODE: "off",
    // Otherwise the process would build the web client, of which the admin page is a part, or read all of it.
    ERMINE_WEB_ENABLED: "false",
    ERMINE_WEB_ADMIN: "false",
    ...more,
  };
}

/** Runs a command to its end, as an operator would, whether or not a server runs on this home. */
export async function runErmine(
  home: TestHome,
  args: readonly string[],
  more: Record<string, string> = {},
): Promise<CommandResult> {
  return withoutPlaces(await runWithPlaces(home, args, more));
}

/** The same, with the line in which a command says what data and configuration it uses. */
export function runWithPlaces(
  home: TestHome,
  args: readonly string[],
  more: Record<string, string> = {},
): Promise<CommandResult> {
  return runInCommandProcess({ args, folder: home.dataDir, variables: variablesOf(home, more) });
}

function withoutPlaces(result: CommandResult): CommandResult {
  return { ...result, stderr: result.stderr.replace(/^Using data directory .*\n/, "") };
}

/** Runs a command in a process of its own, including its start and end. */
export async function startErmine(
  home: TestHome,
  words: readonly string[],
  more: Record<string, string> = {},
  program = mainFile,
): Promise<CommandResult> {
  const child = Bun.spawn([process.execPath, program, ...words], {
    cwd: home.dataDir,
    env: environmentOf(home, more),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return withoutPlaces({ code: await child.exited, stdout, stderr });
}

type Row = Record<string, string | number | boolean | null>;

/** The rows that a command prints as JSON. */
export async function rowsOf(home: TestHome, ...words: string[]): Promise<Row[]> {
  return JSON.parse(await outputOf(home, ...words, "--json"));
}

/** The rows that a command prints as a table, every cell as text. */
export async function tableOf(home: TestHome, ...words: string[]): Promise<Record<string, string>[]> {
  const [head = "", ...lines] = (await outputOf(home, ...words)).trimEnd().split("\n");
  if (head === "(none)") return [];
  const starts = [...head.matchAll(/\S+/g)].map(({ 0: name, index }) => ({ name, index }));
  return lines.map((line) =>
    Object.fromEntries(
      starts.map(({ name, index }, at) => [name, line.slice(index, starts[at + 1]?.index).trim()]),
    ),
  );
}

async function outputOf(home: TestHome, ...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await runErmine(home, words);
  // A list says where its next page begins.
  if (code !== 0 || !/^(There may be more: .*\n)?$/.test(stderr))
    throw new Error(`ermine ${words.join(" ")} ended with ${code}: ${stderr}`);
  return stdout;
}
