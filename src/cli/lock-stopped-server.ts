import type { Config } from "../config/schema.ts";
import { CommandError } from "../declare/command.ts";
import { AlreadyRunning } from "../platform/data-directory.ts";
import { lockInstance } from "../server.ts";

/**
 * Keeps servers from the data directory and the database until the stack is disposed of, and refuses to while one runs.
 * The signal aborts if the lock is lost to another process.
 */
export async function lockStoppedServer(
  config: Pick<Config, "data_dir" | "database_url">,
  opening: AsyncDisposableStack,
): Promise<AbortSignal> {
  const lost = new AbortController();
  try {
    await lockInstance({ ...config, mode: "command" }, opening, (error) => lost.abort(error));
  } catch (error) {
    if (error instanceof AlreadyRunning)
      throw new CommandError(
        `${error.message} Stop it, and all other nodes of its cluster, then run this command again.`,
      );
    // PostgreSQL's code for a database that does not exist.
    if (error instanceof Error && "code" in error && error.code === "3D000")
      throw new CommandError(`${error.message}. Create it first, with \`createdb\`.`);
    throw error;
  }
  return lost.signal;
}
