import { lockInstance, lockPostgres } from "../compose/lock-instance.ts";
import type { Config } from "../config/schema.ts";
import { CommandError } from "../declare/command.ts";
import { AlreadyRunning } from "../platform/data-directory/data-directory.ts";

type InstanceConfig = Pick<Config, "data_dir" | "database_url">;

/**
 * Keeps servers from the data directory and the database until the stack is disposed of, and refuses to while one runs.
 * The signal aborts if the lock is lost to another process.
 */
export async function lockStoppedServer(
  config: InstanceConfig,
  opening: AsyncDisposableStack,
): Promise<AbortSignal> {
  const lost = new AbortController();
  await explaining("Stop it, and all other nodes of its cluster, then run this command again.", () =>
    lockInstance({ ...config, mode: "command" }, opening, (error) => lost.abort(error)),
  );
  return lost.signal;
}

/**
 * Refuses to upgrade the database of a server that runs, and keeps servers from it meanwhile. On PostgreSQL, nodes of
 * a cluster may run: the upgrade itself refuses steps with which they could not keep working.
 */
export function lockForUpgrade(config: InstanceConfig, opening: AsyncDisposableStack): Promise<void> {
  return explaining("Stop it, then run this command again.", () =>
    config.database_url === ""
      ? lockInstance({ ...config, mode: "command" }, opening, () => {})
      : lockPostgres({ ...config, mode: "shared" }, opening, () => {}),
  );
}

async function explaining(advice: string, lock: () => Promise<void>): Promise<void> {
  try {
    await lock();
  } catch (error) {
    if (error instanceof AlreadyRunning) throw new CommandError(`${error.message} ${advice}`);
    // PostgreSQL's code for a database that does not exist.
    if (error instanceof Error && "code" in error && error.code === "3D000")
      throw new CommandError(`${error.message}. Create it first, with \`createdb\`.`);
    throw error;
  }
}
