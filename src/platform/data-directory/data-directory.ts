import { Database as Handle } from "bun:sqlite";
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join, parse, resolve } from "node:path";

export class AlreadyRunning extends Error {
  override readonly name = "AlreadyRunning";
}

/** The entries that this program creates. Others in the directory are left alone. */
const ownEntries =
  /^(ermine\.db(-wal|-shm|-journal|-draft)?|secrets\.json|setup\.toml|server\.lock|files|uploads|snapshots|backups|import)$/;

/** Creates the directory, if it is missing, so that only its owner can enter it. Throws if this process cannot use it. */
export function createDataDirectory(directory: string): void {
  explaining(directory, directory, () => mkdirSync(directory, { recursive: true, mode: 0o700 }));
  assertUsable(directory);
}

/** Throws if the directory, its lock or its database exists but this process lacks the access that `mode` names. */
export function assertUsable(
  directory: string,
  mode = constants.R_OK | constants.W_OK | constants.X_OK,
): void {
  explaining(directory, directory, () => accessSync(directory, mode));
  for (const name of ["server.lock", "ermine.db"]) {
    const path = join(directory, name);
    explaining(directory, path, () => accessSync(path, mode & ~constants.X_OK));
  }
}

function explaining(directory: string, path: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return;
    if (error instanceof Error)
      error.message = `data_dir ${resolve(directory)} cannot be used: ${error.message}${ownerOf(path, directory)}`;
    throw error;
  }
}

/** Names the owner of the path, or of its nearest existing parent, unless it is the user of this process. */
function ownerOf(path: string, directory: string): string {
  const user = process.getuid?.();
  let existing = resolve(path);
  while (!existsSync(existing)) existing = dirname(existing);
  const { uid } = statSync(existing);
  // Windows has no user ids.
  if (user === undefined || user === uid) return "";
  const advice = existsSync(path) ? `. Run it as its owner, or: chown -R ${user} ${resolve(directory)}` : "";
  return `. ${existing} belongs to user ${uid}, and this process runs as user ${user}${advice}`;
}

/**
 * Lets one server at a time use the directory, until the lock is disposed of or the process ends, however it ends. The
 * lock is one of SQLite on a file of its own: it does not prevent the command line from using the database.
 */
export function lockDataDirectory(directory: string): Disposable {
  const handle = new Handle(join(directory, "server.lock"), { create: true });
  try {
    // The file stays empty.
    handle.run("pragma journal_mode = memory");
    handle.run("begin exclusive");
  } catch (error) {
    handle.close();
    if ((error as { code?: string }).code !== "SQLITE_BUSY") throw error;
    throw new AlreadyRunning(`Another server is running on the data directory ${directory}.`);
  }
  return { [Symbol.dispose]: () => handle.close() };
}

interface ModeRepair {
  /** How many files and folders other users could open before. */
  readonly repaired: number;
  /** The paths that other users can still open, because others own or need them. */
  readonly open: readonly string[];
}

/**
 * Takes the permissions of all users but the owner from the directory and from the entries that this program creates.
 * Follows no symbolic links in it, and leaves alone what belongs to another user.
 */
export function repairModes(directory: string): ModeRepair {
  const result: Progress = { repaired: 0, open: [] };
  // Windows has no such permissions.
  if (process.getuid === undefined) return result;
  const top = realpathSync(directory);
  const entries = readdirSync(top);
  const isUsed = ["ermine.db", "secrets.json"].some((name) => entries.includes(name));
  // Such as a folder of somebody's files that was configured by mistake.
  const isForeign = !isUsed && entries.some((name) => !ownEntries.test(name));
  const stats = lstatSync(top);
  if (!isForeign && !isShared(top, stats)) repair(top, stats, result);
  else if (isOpen(stats)) result.open.push(top);
  if (!isForeign) for (const name of entries) if (ownEntries.test(name)) repairTree(join(top, name), result);
  return result;
}

interface Progress extends ModeRepair {
  repaired: number;
  readonly open: string[];
}

function repairTree(path: string, progress: Progress): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  // A file of the database may disappear while this runs.
  if (!stats || !(stats.isDirectory() || stats.isFile())) return;
  repair(path, stats, progress);
  if (stats.isDirectory()) for (const name of readdirSync(path)) repairTree(join(path, name), progress);
}

function repair(path: string, stats: Stats, progress: Progress): void {
  if (!isOpen(stats)) return;
  if (stats.uid !== process.getuid?.()) {
    progress.open.push(path);
    return;
  }
  chmodSync(path, stats.isDirectory() ? 0o700 : 0o600);
  progress.repaired += 1;
}

function isOpen(stats: Stats): boolean {
  return (stats.mode & 0o077) !== 0;
}

/** Whether other programs need the directory: `/`, a home directory, or one like `/tmp`. */
function isShared(path: string, { mode }: Stats): boolean {
  return path === parse(path).root || path === homeOfUser() || (mode & 0o1000) !== 0;
}

/** There is none without HOME for a user whom the machine does not know, as in a container with a user by number. */
function homeOfUser(): string | undefined {
  try {
    return homedir();
  } catch {
    return undefined;
  }
}
