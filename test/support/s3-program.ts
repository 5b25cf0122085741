import { spawnSync } from "node:child_process";
import { existsSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const cache = join(dirname(fileURLToPath(import.meta.url)), "../../node_modules/.cache");
const version = "5.2.5";

/** The folder with moto, an S3 server in Python that checks signatures; undefined if it cannot be installed. */
export function findMoto(): string | undefined {
  const folder = join(cache, `moto-${version}`);
  if (!existsSync(folder)) installInto(folder);
  return existsSync(folder) ? folder : undefined;
}

/** Installs apart from the project's dependencies, and renames at the end, because another run may install as well. */
function installInto(folder: string): void {
  const temporary = `${folder}-${process.pid}`;
  const packages = [`moto[s3]==${version}`, "flask", "flask-cors"];
  const install = ["-m", "pip", "install", "--quiet", "--target", temporary, ...packages];
  const { status } = spawnSync("python3", install, { stdio: "ignore" });
  if (status === 0 && !existsSync(folder)) renameSync(temporary, folder);
  rmSync(temporary, { recursive: true, force: true });
}
