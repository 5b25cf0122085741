import { join } from "node:path";

/** A command, and what it finds around it. */
export interface Typed {
  readonly words: readonly string[];
  readonly folder: string;
  /** Those of ours; the rest is as it is here. */
  readonly variables: Record<string, string>;
}

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const program = join(import.meta.dir, "programs/commands.ts");
const idle: KeptProcess[] = [];
const started = new Set<KeptProcess>();

/** Runs a command in a process other than this one, which is kept for the next: starting takes longer than most commands. */
export async function runKept(typed: Typed): Promise<Finished> {
  const kept = idle.pop() ?? new KeptProcess();
  started.add(kept);
  const finished = await kept.run(typed);
  idle.push(kept);
  return finished;
}

export async function stopKept(): Promise<void> {
  await Promise.all([...started].map((kept) => kept.stop()));
}

/** One command at a time. */
class KeptProcess {
  #answer = Promise.withResolvers<Finished>();
  readonly #child = Bun.spawn([process.execPath, program], {
    stdio: ["ignore", "inherit", "inherit"],
    ipc: (message) => this.#answer.resolve(message as Finished),
    onExit: (_, code) => this.#answer.reject(new Error(`the process for commands ended with ${code}`)),
  });

  run(typed: Typed): Promise<Finished> {
    this.#answer = Promise.withResolvers();
    this.#child.send(typed);
    return this.#answer.promise;
  }

  async stop(): Promise<void> {
    this.#answer.promise.catch(() => {});
    this.#child.kill();
    await this.#child.exited;
  }
}
