/**
 * Builds the bundle of the sources for the next start, in a separate process, unless another process is building it.
 * Ends with the process that started it, and fails where it has no write access.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { setPriority } from "node:os";
import { dirname, join } from "node:path";
import { AlreadyRunning, lockDataDirectory } from "../platform/data-directory/data-directory.ts";
import { bundleName, bundlesFolder, fingerprintSources } from "./source-bundle.ts";

/** A running server may need its bundle for the lines of an error. */
const keptBundles = 3;

/** If a busy machine takes longer, a later start tries again. */
const deadlineMs = 600_000;

process.on("disconnect", () => process.exit());
setTimeout(() => process.exit(1), deadlineMs).unref();
setPriority(19);
// First, because a new folder counts as a change of the packages.
mkdirSync(bundlesFolder, { recursive: true });
using _ = takeLock();
const fingerprint = fingerprintSources();
if (fingerprint === undefined) throw new Error("the sources cannot be read");
const bundle = join(bundlesFolder, fingerprint);
if (existsSync(join(bundle, bundleName))) process.exit();
const draft = join(bundlesFolder, "draft");
// Left by a process that was killed.
rmSync(draft, { recursive: true, force: true });
try {
  await buildInto(draft);
  // Sources that changed meanwhile may be in the bundle, or not.
  if (fingerprintSources() === fingerprint && !existsSync(join(bundle, bundleName))) {
    // What a power cut may have left of it.
    rmSync(bundle, { recursive: true, force: true });
    renameSync(draft, bundle);
  }
} finally {
  rmSync(draft, { recursive: true, force: true });
}
removeOldBundles();
process.exit();

/** Exits if another process has the lock. The operating system releases it when its holder ends. */
function takeLock(): Disposable {
  try {
    return lockDataDirectory(bundlesFolder);
  } catch (error) {
    if (error instanceof AlreadyRunning) process.exit();
    throw error;
  }
}

async function buildInto(folder: string): Promise<void> {
  await Bun.build({
    entrypoints: [join(import.meta.dir, "command-line.ts")],
    outdir: folder,
    naming: { entry: bundleName },
    target: "bun",
    // Outside of executables, Bun writes bytecode for this format alone. Compiling the text takes half of a start.
    format: "cjs",
    bytecode: true,
    sourcemap: "linked",
    // Names stay, because errors and logs show them.
    minify: { whitespace: true, syntax: true },
    // They look for their native libraries in their own folder.
    external: ["sharp", "@livekit/rtc-node"],
    plugins: [
      {
        name: "paths-of-sources",
        setup({ onLoad }) {
          // Files that are imported for their path.
          onLoad({ filter: /\.gz$|\/swagger-ui-dist\// }, ({ path }) => ({
            loader: "js",
            contents: `export default ${JSON.stringify(path)}`,
          }));
          // Pino asks who calls it, for paths of transports. Bun would read the whole source map for that, at each start.
          onLoad({ filter: /\/pino\/lib\/caller\.js$/ }, () => ({
            loader: "js",
            contents: "module.exports = () => []",
          }));
          // The program derives paths from those of its sources.
          onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => ({
            loader: "ts",
            contents: (await Bun.file(path).text()).replaceAll(
              "import.meta.dir",
              JSON.stringify(dirname(path)),
            ),
          }));
        },
      },
    ],
  });
  await dropContents(join(folder, `${bundleName}.map`));
  for (const name of readdirSync(folder)) sync(join(folder, name));
}

/** The sources are on disk: with them in it, the file would take longer to read when the first error needs it. */
async function dropContents(file: string): Promise<void> {
  const map: { readonly sources: readonly string[] } = await Bun.file(file).json();
  await Bun.write(file, JSON.stringify({ ...map, sourcesContent: map.sources.map(() => null) }));
}

function sync(file: string): void {
  const descriptor = openSync(file, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}

function removeOldBundles(): void {
  const found = readdirSync(bundlesFolder)
    .filter((name) => name !== "server.lock")
    .map((name) => join(bundlesFolder, name));
  const age = (path: string) => statSync(path).mtimeMs;
  for (const path of found.toSorted((a, b) => age(b) - age(a)).slice(keptBundles))
    rmSync(path, { recursive: true, force: true });
}
