import { readFileSync, statfsSync } from "node:fs";

const path = "/dev/shm";
/** More than the databases of a full run take. */
const neededBytes = 8 * 2 ** 30;

/**
 * The folder whose files are kept in memory, if there is enough of it and programs can run from there. Tests create
 * hundreds of databases and sync thousands of commits, all of which a disk delays.
 */
export function findMemoryFolder(): string | undefined {
  if (process.platform !== "linux" || process.availableMemory() < 1.5 * neededBytes) return undefined;
  const mount = readFileSync("/proc/mounts", "utf8").match(new RegExp(`^\\S+ ${path} tmpfs (\\S+)`, "m"));
  const options = mount?.[1]?.split(",");
  if (!options || options.includes("noexec") || options.includes("ro")) return undefined;
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize < neededBytes ? undefined : path;
}
