import { spawnSync } from "node:child_process";
import { existsSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const cache = join(dirname(fileURLToPath(import.meta.url)), "../../node_modules/.cache");
const version = "5.2.5";

/** The folder where Python finds moto, an S3 server that checks signatures; undefined if it cannot be had. */
export function findMoto(): string | undefined {
  const folder = join(cache, `moto-${version}`);
  if (!existsSync(folder)) installInto(folder);
  return existsSync(folder) ? folder : undefined;
}

/** Outside the project's own dependencies; put in place in one step, as another run may be at it too. */
function installInto(folder: string): void {
  const draft = `${folder}-${process.pid}`;
  const packages = [`moto[s3]==${version}`, "flask", "flask-cors"];
  const install = ["-m", "pip", "install", "--quiet", "--target", draft, ...packages];
  const { status } = spawnSync("python3", install, { stdio: "ignore" });
  if (status === 0 && !existsSync(folder)) renameSync(draft, folder);
  rmSync(draft, { recursive: true, force: true });
}
