import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Target } from "./target.ts";

/** The files of other projects that an executable contains, as the lock files name them. */
export interface Parts {
  readonly bun: string;
  readonly libvips: string;
  readonly sharp: string;
}

/** Installs what a target needs into a folder of its own, whatever this machine is. */
export async function installParts(top: string, target: Target): Promise<Parts> {
  const locks = await Promise.all(
    ["bun.lock", "runtime/package-lock.json"].map((path) => Bun.file(join(top, path)).bytes()),
  );
  const digest = new Bun.CryptoHasher("sha256").update(Buffer.concat(locks)).digest("hex").slice(0, 16);
  const folder = join(top, "node_modules/.cache/ermine-package", `${digest}-${target.arch}`);
  if (!existsSync(folder)) {
    const unfinished = `${folder}-unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    install(top, target, unfinished);
    renameSync(unfinished, folder);
  }
  const bun = join(folder, `runtime/node_modules/@oven/bun-linux-${target.bun}/bin/bun`);
  return { bun, ...findNatives(folder, target) };
}

/** The native parts of sharp among the packages that are installed in a folder. */
export function findNatives(folder: string, target: Target): Omit<Parts, "bun"> {
  const images = join(folder, "node_modules/@img");
  return {
    libvips: findFile(join(images, `sharp-libvips-linux-${target.arch}/lib`), /^libvips-cpp\.so/),
    sharp: findFile(join(images, `sharp-linux-${target.arch}/lib`), /\.node$/),
  };
}

function install(top: string, { arch }: Target, folder: string): void {
  mkdirSync(join(folder, "runtime"), { recursive: true });
  for (const path of ["package.json", "bun.lock", "runtime/package.json", "runtime/package-lock.json"])
    copyFileSync(join(top, path), join(folder, path));
  const kind = ["--os", "linux", "--cpu", arch];
  const common = ["--ignore-scripts", ...kind];
  run(folder, [process.execPath, "install", "--frozen-lockfile", "--production", "--silent", ...common]);
  run(join(folder, "runtime"), ["npm", "ci", "--no-audit", "--no-fund", "--libc", "glibc", ...common]);
}

function findFile(folder: string, pattern: RegExp): string {
  const name = readdirSync(folder).find((each) => pattern.test(each));
  if (!name) throw new Error(`${folder} has no file like ${pattern.source}`);
  return join(folder, name);
}

function run(cwd: string, command: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(command, { cwd, stdout: "ignore" });
  if (exitCode !== 0) throw new Error(`${command.join(" ")} ended with ${exitCode}: ${stderr}`);
}
