/** The program in one file, made from its sources. This file imports nothing of the program: it runs before the rest. */
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

const top = join(import.meta.dir, "../..");
/** A folder for each state of the sources. Below the packages, which a bundle finds there. */
export const bundlesFolder = join(top, "node_modules/.cache/ermine-bundles");
export const bundleName = "command-line.js";

/** Commands that end sooner, and servers of tests, make no bundle. */
const buildAfterMs = 5_000;

/** From one file, if there is a bundle of the sources: loading two thousand files takes longer than all the rest. */
export async function loadCommandLine(): Promise<typeof import("./command-line.ts")> {
  const bundle = findSourceBundle();
  if (bundle !== undefined)
    try {
      return await import(bundle);
    } catch {
      discardBundle(bundle);
    }
  return import("./command-line.ts");
}

/**
 * The bundle of exactly these sources, or else undefined; then one is made for the next start. Whatever goes wrong here,
 * the program starts from its sources.
 */
function findSourceBundle(): string | undefined {
  if (Bun.isStandaloneExecutable || !import.meta.path.endsWith(".ts")) return undefined;
  const fingerprint = fingerprintSources();
  if (fingerprint === undefined) return undefined;
  const file = join(bundlesFolder, fingerprint, bundleName);
  if (existsSync(file)) return file;
  setTimeout(buildInBackground, buildAfterMs).unref();
  return undefined;
}

/** So that the next start does not try it again. */
function discardBundle(file: string): void {
  rmSync(dirname(file), { recursive: true, force: true });
}

/** Differs whenever a source or a dependency has changed; undefined if they cannot be read. */
export function fingerprintSources(): string | undefined {
  const hash = new Bun.CryptoHasher("sha256");
  // The bundle holds this path, and another Bun may transpile differently.
  hash.update(`${top} ${Bun.version} ${Bun.revision}\n`);
  try {
    for (const name of ["package.json", "bun.lock", "node_modules", "tsconfig.json"]) addFile(hash, name);
    for (const folder of ["src", "importers"]) addFolder(hash, folder);
    return hash.digest("hex").slice(0, 32);
  } catch {
    return undefined;
  }
}

function addFolder(hash: Bun.CryptoHasher, folder: string): void {
  for (const entry of readdirSync(join(top, folder), { withFileTypes: true })) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) addFolder(hash, name);
    else if (!name.endsWith(".test.ts")) addFile(hash, name);
  }
}

/** The time of the last change of the file's entry is set by the system alone, whatever time a program gives a file. */
function addFile(hash: Bun.CryptoHasher, name: string): void {
  const { size, mtimeMs, ctimeMs } = statSync(join(top, name));
  hash.update(`${name} ${size} ${mtimeMs} ${ctimeMs}\n`);
}

/** Builds it in a separate process, which ends when the IPC channel closes: however this process ends. */
function buildInBackground(): void {
  const program = join(import.meta.dir, "build-source-bundle.ts");
  Bun.spawn([process.execPath, program], {
    cwd: top,
    env: {},
    stdio: ["ignore", "ignore", "ignore"],
    ipc() {},
  }).unref();
}
