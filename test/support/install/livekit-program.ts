import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder } from "./cache-folder.ts";
import { findGoPackage } from "./python-packages.ts";

/** The newest version that the Go module proxy serves with all of its dependencies. */
const version = "v1.9.12";

/** The path of a LiveKit server: on the PATH, or built by Go into a cache directory; undefined if it cannot be built. */
export function findLiveKit(): string | undefined {
  const onPath = Bun.which("livekit-server");
  if (onPath) return onPath;
  const folder = join(cacheFolder, `livekit-${version}`);
  const built = join(folder, "server");
  if (!existsSync(built)) {
    console.info(`building LiveKit ${version}, once`);
    // A Go that the machine has may be too old.
    if (!buildWith(installedGo(), folder)) buildWith(goFromPython(), folder);
  }
  return existsSync(built) ? built : undefined;
}

function buildWith(go: string | undefined, folder: string): boolean {
  if (go === undefined) return false;
  const env = { ...process.env, GOBIN: folder };
  const install = ["install", `github.com/livekit/livekit-server/cmd/server@${version}`];
  return spawnSync(go, install, { env }).status === 0;
}

export function installedGo(): string | undefined {
  return Bun.which("go") ?? ["/usr/local/go/bin/go", "/usr/lib/go/bin/go"].find((path) => existsSync(path));
}

function goFromPython(): string | undefined {
  const folder = findGoPackage();
  return folder && join(folder, "go/bin/go");
}
