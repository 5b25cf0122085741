import { mkdirSync } from "node:fs";
import { join } from "node:path";

/**
 * A command that runs another one in a root directory of its own, which it mounts for itself alone. It becomes the other
 * command, so signals reach that.
 */
export function inRoot(root: string, command: readonly string[], mounts = ""): string[] {
  const script = `set -e; ${mounts} mount -t proc proc "$0/proc"; exec chroot "$0" "$@"`;
  return ["unshare", "--mount", "sh", "-c", script, root, ...command];
}

/** The same in a copy of this machine: what is written goes to a folder, and the machine stays as it is. */
export function inCopyOfMachine(folder: string, command: readonly string[]): string[] {
  for (const name of ["changes", "work", "root"]) mkdirSync(join(folder, name), { recursive: true });
  const options = `lowerdir=/,upperdir=${folder}/changes,workdir=${folder}/work`;
  const mounts = `mount -t overlay overlay -o ${options} "$0"; mount --bind /dev "$0/dev";`;
  return inRoot(join(folder, "root"), command, mounts);
}

/** Runs a command to its end. Throws if it fails. */
export function run(command: readonly string[], env: Record<string, string> = {}): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], {
    env: { PATH: process.env.PATH, ...env },
  });
  if (exitCode !== 0) throw new Error(`${command.join(" ")} ended with ${exitCode}: ${stdout}${stderr}`);
  return stdout.toString();
}
