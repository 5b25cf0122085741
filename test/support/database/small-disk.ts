import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file system of a few megabytes. */
export interface SmallDisk extends Disposable {
  readonly path: string;
  /** Leaves about this many bytes free. */
  fill(free: number): void;
  /** Makes the room free again. */
  empty(): void;
}

/** Mounts one; undefined where this process may not, which needs root. */
export function openSmallDisk(mebibytes: number): SmallDisk | undefined {
  const path = mkdtempSync(join(tmpdir(), "ermine-disk-"));
  const mount = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${mebibytes}m`, "ermine-test", path]);
  if (mount.status !== 0) {
    rmSync(path, { recursive: true });
    if (process.env.CI) throw new Error(`a small disk is needed: ${mount.stderr}`);
    console.log("skipped: a full disk, as this process may not mount one");
    return undefined;
  }
  const filler = join(path, "filler");
  return {
    path,
    fill(free) {
      const size = Number(spawnSync("df", ["--output=avail", "-B1", path]).stdout.toString().split("\n")[1]);
      appendFileSync(filler, Buffer.alloc(Math.max(0, size - free)));
    },
    empty: () => rmSync(filler, { force: true }),
    [Symbol.dispose]() {
      spawnSync("umount", ["--lazy", path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

export const hasSmallDisk = (() => {
  using disk = openSmallDisk(1);
  return disk !== undefined;
})();
