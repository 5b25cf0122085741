import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder } from "./cache-folder.ts";

/** The programs need libraries of their release. */
const release = "/etc/os-release";
const [, version] =
  (existsSync(release) && readFileSync(release, "utf8").match(/^VERSION_ID="?([\w.]+)/m)) || [];
const cache = join(cacheFolder, `debian-${version}`);

/** Where a program is that Debian has, and the packages of Debian or Ubuntu that may contain it. */
const programs = {
  nginx: { path: "usr/sbin/nginx", packages: ["nginx", "nginx-core", "nginx-light"] },
  caddy: { path: "usr/bin/caddy", packages: ["caddy"] },
  qemu: { path: "usr/bin/qemu-x86_64-static", packages: ["qemu-user-static"] },
  age: { path: "usr/bin/age", packages: ["age"] },
};

/**
 * The path of a program: on this machine, else unpacked from a package of Debian, which is not installed: that would
 * start a service. Undefined without either.
 */
export function findDebianProgram(name: keyof typeof programs): string | undefined {
  const { path, packages } = programs[name];
  const found = Bun.which(name) ?? [`/${path}`, join(cache, name, path)].find((each) => existsSync(each));
  if (found) return found;
  for (const each of packages) if (unpack(name, each, path)) return join(cache, name, path);
  if (process.env.CI) throw new Error(`${name} is needed and could not be fetched from Debian`);
  console.log(`skipped: ${name}, as it is not on this machine and could not be fetched from Debian`);
  return undefined;
}

/** Renames at the end, because another run may do the same. */
function unpack(name: string, from: string, path: string): boolean {
  const folder = join(cache, name);
  const temporary = `${folder}-${process.pid}`;
  mkdirSync(temporary, { recursive: true });
  const download = () => spawnSync("apt-get", ["download", "-qq", from], { cwd: temporary }).status === 0;
  if (!download() && process.getuid?.() === 0) {
    spawnSync("apt-get", ["update", "-qq"]);
    download();
  }
  const [file] = readdirSync(temporary);
  if (file) spawnSync("dpkg-deb", ["--extract", file, "."], { cwd: temporary });
  if (existsSync(join(temporary, path)) && !existsSync(folder)) renameSync(temporary, folder);
  rmSync(temporary, { recursive: true, force: true });
  return existsSync(join(folder, path));
}
