import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** The newest version that the Go module proxy serves with all of its dependencies. */
const version = "v1.9.12";

/** The path of a LiveKit server: on the PATH, or built by Go into a cache directory; undefined without either. */
export function findLiveKit(): string | undefined {
  const onPath = Bun.which("livekit-server");
  if (onPath) return onPath;
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  const folder = join(cache, "ermine", `livekit-${version}`);
  const built = join(folder, "server");
  const go =
    Bun.which("go") ?? ["/usr/local/go/bin/go", "/usr/lib/go/bin/go"].find((path) => existsSync(path));
  if (!existsSync(built) && go) {
    console.info(`building LiveKit ${version}, once`);
    const env = { ...process.env, GOBIN: folder };
    spawnSync(go, ["install", `github.com/livekit/livekit-server/cmd/server@${version}`], { env });
  }
  return existsSync(built) ? built : undefined;
}
