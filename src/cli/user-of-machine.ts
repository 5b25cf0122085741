import { readFileSync } from "node:fs";
import { userInfo } from "node:os";

/**
 * Who runs this process: the user who logged in and, behind `sudo`, whom they act as. The environment, which names a
 * user too, can be set by anybody.
 */
export function userOfMachine(): string {
  const id = process.getuid?.();
  // Windows has no such ids.
  if (id === undefined) return userInfo().username;
  const user = userNameOf(id);
  const login = Number(read("/proc/self/loginuid"));
  return login === id || !(login < noLogin) ? user : `${userNameOf(login)} as ${user}`;
}

/** Linux's number for a process that no login started, such as a service; without the file there is none either. */
const noLogin = 2 ** 32 - 1;

function userNameOf(id: number): string {
  const entries = read("/etc/passwd")
    .split("\n")
    .map((line) => line.split(":"));
  return entries.find(([, , entryId]) => entryId === String(id))?.[0] ?? `uid ${id}`;
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return path === "/proc/self/loginuid" ? String(noLogin) : "";
  }
}
