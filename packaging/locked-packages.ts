import { readFileSync } from "node:fs";
import { join } from "node:path";
import semver from "semver";
import { targets } from "./target.ts";

/** A package of somebody else's, in the version that a lock file names. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** The path of the lock file. */
  readonly lock: string;
  /** Where it is installed, if it is meant for this machine. */
  readonly folder: string;
  /** Whether our packages contain it; the others only build and test them. */
  readonly ships: boolean;
}

export const lockFiles = { server: "bun.lock", web: "web/bun.lock", runtime: "runtime/package-lock.json" };

/** Tables in the sources are taken from these, which are installed for tests alone. */
const sourcesOfTables = ["decancer"];

export function readLockedPackages(top: string): LockedPackage[] {
  return [
    ...readBunLock(top, lockFiles.server, sourcesOfTables),
    ...readBunLock(top, lockFiles.web, []),
    ...readNpmLock(top, lockFiles.runtime),
  ];
}

interface BunLock {
  readonly workspaces: Record<string, { readonly dependencies?: Record<string, string> }>;
  /** By the path of names that leads to it; one that several packages share has its name alone. */
  readonly packages: Record<string, [id: string, source: string, info?: PackageInfo]>;
}

interface PackageInfo {
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
  readonly os?: unknown;
  readonly cpu?: unknown;
}

function readBunLock(top: string, lock: string, alsoShipped: readonly string[]): LockedPackage[] {
  const { workspaces, packages } = Bun.JSONC.parse(readFileSync(join(top, lock), "utf8")) as BunLock;
  const shipped = new Set<string>();
  const ship = (name: string, from: readonly string[]): void => {
    const key = findKey(packages, name, from);
    if (key === undefined || shipped.has(key) || isForOtherMachines(key, packages[key]?.[2])) return;
    shipped.add(key);
    const { dependencies, optionalDependencies } = packages[key]?.[2] ?? {};
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies }))
      ship(needed, namesIn(key));
  };
  const direct = Object.values(workspaces).flatMap(({ dependencies = {} }) => Object.keys(dependencies));
  for (const name of [...direct, ...alsoShipped]) ship(name, []);
  const folder = join(top, lock, "../node_modules");
  const fromOutside = Object.entries(packages).filter(([, [id]]) => !id.includes("@workspace:"));
  return fromOutside.map(([key, [id]]) => ({
    ...parseId(id, lock),
    lock,
    folder: join(folder, namesIn(key).join("/node_modules/")),
    ships: shipped.has(key),
  }));
}

/** The package that another one means by a name: the one below it, else the one below what needs that one, and so on. */
function findKey(packages: BunLock["packages"], name: string, from: readonly string[]): string | undefined {
  for (let depth = from.length; depth >= 0; depth--) {
    const key = [...from.slice(0, depth), name].join("/");
    if (key in packages) return key;
  }
  return undefined;
}

const namesIn = (key: string) => key.match(/(@[^/]+\/)?[^/]+/g) ?? [];

/** Native parts of sharp for machines that no package is made for. */
function isForOtherMachines(key: string, info: PackageInfo = {}): boolean {
  if (info.os === undefined && info.cpu === undefined) return key.includes("wasm32");
  return !targets.some(({ arch }) => key.endsWith(`-linux-${arch}`));
}

interface NpmLock {
  readonly packages: Record<string, { readonly version?: string }>;
}

function readNpmLock(top: string, lock: string): LockedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(top, lock), "utf8")) as NpmLock;
  const runtimes = ["bun", ...targets.map(({ bun }) => `@oven/bun-linux-${bun}`)];
  return Object.entries(packages).flatMap(([path, { version }]) => {
    const name = path.split("node_modules/").at(-1) ?? "";
    if (name === "" || version === undefined) return [];
    const folder = join(top, lock, "..", path);
    return [{ ...parseId(`${name}@${version}`, lock), lock, folder, ships: runtimes.includes(name) }];
  });
}

function parseId(id: string, lock: string): { name: string; version: string } {
  const at = id.lastIndexOf("@");
  const version = id.slice(at + 1);
  if (!semver.valid(version)) throw new Error(`${lock} names ${id}, which is no version of a package`);
  return { name: id.slice(0, at), version };
}
