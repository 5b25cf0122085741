/** A program of its own: makes the bundle of the sources for the next start. It fails where it may not write. */
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
import { bundleName, bundlesFolder, fingerprintSources } from "./source-bundle.ts";

/** A running server may need its bundle for the lines of an error. */
const keptBundles = 3;

setPriority(19);
// First, because a new folder counts as a change of the packages.
mkdirSync(bundlesFolder, { recursive: true });
const fingerprint = fingerprintSources();
if (fingerprint === undefined) throw new Error("the sources cannot be read");
const bundle = join(bundlesFolder, fingerprint);
if (existsSync(join(bundle, bundleName))) process.exit();
// Several processes may do this at once: each has a folder of its own until the bundle is complete.
const draft = join(bundlesFolder, `draft-${process.pid}`);
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
    .filter((name) => !name.startsWith("draft-"))
    .map((name) => join(bundlesFolder, name));
  const age = (path: string) => statSync(path).mtimeMs;
  for (const path of found.toSorted((a, b) => age(b) - age(a)).slice(keptBundles))
    rmSync(path, { recursive: true, force: true });
}
