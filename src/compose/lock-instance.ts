import type { Config } from "../config/schema.ts";
import { Interval } from "../platform/concurrency/interval.ts";
import {
  AlreadyRunning,
  createDataDirectory,
  lockDataDirectory,
} from "../platform/data-directory/data-directory.ts";
import type { LockMode } from "../platform/database/postgres/server-lock.ts";
import { about } from "../platform/text/about.ts";
import { databaseLocation } from "./open-database.ts";

const lockCheckMs = 5_000;

interface InstanceLock extends Pick<Config, "data_dir" | "database_url"> {
  readonly mode: LockMode;
}

/**
 * Locks the data directory and the PostgreSQL database until the server has closed. Calls back if another server got the
 * database while the connection to it was lost.
 */
export async function lockInstance(
  instance: InstanceLock,
  opening: AsyncDisposableStack,
  onReplaced: (error: AlreadyRunning) => void,
): Promise<void> {
  createDataDirectory(instance.data_dir);
  opening.use(lockDataDirectory(instance.data_dir));
  if (instance.database_url !== "") await lockPostgres(instance, opening, onReplaced);
}

/** Locks the PostgreSQL database alone: servers with other data directories use it too. */
export async function lockPostgres(
  { mode, ...config }: InstanceLock,
  opening: AsyncDisposableStack,
  onReplaced: (error: AlreadyRunning) => void,
): Promise<void> {
  const { ServerLock } = await import("../platform/database/postgres/server-lock.ts");
  const lock = opening.use(new ServerLock(config.database_url, mode));
  await about(databaseLocation(config), () => lock.acquire());
  // While PostgreSQL does not respond nobody can take the lock, and `/ready` reports it.
  const report = (error: unknown) => error instanceof AlreadyRunning && onReplaced(error);
  const holding = new Interval(lockCheckMs, () => lock.hold(), report);
  opening.defer(() => holding.stop());
}
