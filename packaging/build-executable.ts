import { join } from "node:path";
import type { Parts } from "./parts.ts";
import type { Release, Target } from "./target.ts";

export interface ExecutableOptions {
  readonly release: Release;
  readonly target: Target;
  readonly parts: Parts;
  /** The folder of the packed web client. */
  readonly client: string;
  /** A folder for files on the way. */
  readonly work: string;
  readonly outfile: string;
}

/** Makes the executable, which is the same for the same commit, wherever it is made. */
export async function buildExecutable(options: ExecutableOptions): Promise<void> {
  const program = join(import.meta.dir, "bundle-program.ts");
  const child = Bun.spawn(["setarch", "-R", process.execPath, program, JSON.stringify(options)], {
    stdio: ["ignore", 2, 2],
  });
  if ((await child.exited) !== 0) throw new Error(`the executable for ${options.target.arch} was not made`);
}
