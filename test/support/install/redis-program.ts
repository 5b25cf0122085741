import { spawnSync } from "node:child_process";

/** The path of a Valkey or Redis server: on the PATH, else installed from Debian; undefined without either. */
export function findRedis(): string | undefined {
  return onPath() ?? fromDebian();
}

function onPath(): string | undefined {
  return Bun.which("valkey-server") ?? Bun.which("redis-server") ?? undefined;
}

/** Older versions of Debian have no Valkey. */
function fromDebian(): string | undefined {
  if (process.getuid?.() !== 0) return undefined;
  spawnSync("apt-get", ["update", "-qq"]);
  for (const name of ["valkey-server", "redis-server"]) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    spawnSync("apt-get", ["install", "-y", "-qq", name], { env });
    const found = onPath();
    if (found) return found;
  }
  return undefined;
}
