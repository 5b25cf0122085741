import { join } from "node:path";

/** The arguments of a command and its environment. */
export interface CommandLine {
  readonly args: readonly string[];
  readonly folder: string;
  /** The `ERMINE_*` variables; the process inherits all others. */
  readonly variables: Record<string, string>;
}

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const program = join(import.meta.dir, "../programs/commands.ts");
const idle: CommandProcess[] = [];
const started = new Set<CommandProcess>();

/** Runs a command in another process, which is reused: starting a process takes longer than most commands. */
export async function runInCommandProcess(typed: CommandLine): Promise<CommandResult> {
  const kept = idle.pop() ?? new CommandProcess();
  started.add(kept);
  const finished = await kept.run(typed);
  idle.push(kept);
  return finished;
}

export async function stopCommandProcesses(): Promise<void> {
  await Promise.all([...started].map((kept) => kept.stop()));
}

/** Runs one command at a time. */
class CommandProcess {
  #result = Promise.withResolvers<CommandResult>();
  readonly #child = Bun.spawn([process.execPath, program], {
    stdio: ["ignore", "inherit", "inherit"],
    ipc: (message) => this.#result.resolve(message as CommandResult),
    onExit: (_, code) => this.#result.reject(new Error(`the command process ended with ${code}`)),
  });

  run(typed: CommandLine): Promise<CommandResult> {
    this.#result = Promise.withResolvers();
    this.#child.send(typed);
    return this.#result.promise;
  }

  async stop(): Promise<void> {
    this.#result.promise.catch(() => {});
    this.#child.kill();
    await this.#child.exited;
  }
}
