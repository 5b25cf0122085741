import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import type { Subprocess } from "bun";
import { environmentForPrograms } from "../config/load.ts";
import type { Log } from "../platform/log/log.ts";

const program = join(import.meta.dir, "build-program.ts");

/** Lines of the output of a failed build that go to the log, and their longest length. */
const shownLines = 20;
const maxLineLength = 500;

/** Builds the web client in a child process. */
export class ClientBuild {
  readonly #child: Subprocess<"pipe", "pipe", "pipe">;
  /** Whether the folder has been built. */
  readonly done: Promise<boolean>;
  #isStopped = false;

  constructor(folder: string, log: Log) {
    log.info({ build: basename(folder) }, "building the web client");
    this.#child = Bun.spawn([process.execPath, program, folder], {
      env: environmentForPrograms(),
      stdio: ["pipe", "pipe", "pipe"],
      // Otherwise Ctrl+C in the terminal would reach the build before the server asks it to end.
      detached: true,
    });
    this.done = this.#finish(folder, log);
  }

  /** Ends the build if it still runs. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#child.stdin.end();
    await this.done;
  }

  async #finish(folder: string, log: Log): Promise<boolean> {
    const startedAt = performance.now();
    const lines: string[] = [];
    await Promise.all([
      collectLines(this.#child.stdout, lines),
      collectLines(this.#child.stderr, lines),
      this.#child.exited,
    ]);
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    const isBuilt = this.#child.exitCode === 0 && existsSync(folder);
    if (isBuilt) log.info({ build: basename(folder), seconds }, "built the web client");
    else if (!this.#isStopped) log.error({ seconds, output: lines }, "the web client could not be built");
    return isBuilt;
  }
}

/** Keeps the last lines of a stream. */
async function collectLines(stream: ReadableStream<Uint8Array>, lines: string[]): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  const add = (line: string) => {
    if (line.trim() === "") return;
    lines.push(line.slice(0, maxLineLength));
    if (lines.length > shownLines) lines.shift();
  };
  for await (const chunk of stream) {
    const newLines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = (newLines.pop() ?? "").slice(0, maxLineLength);
    for (const line of newLines) add(line);
  }
  add(rest);
}
