// Builds the web client into a directory: `bun build.ts DIRECTORY`.
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "vite";

// Whoever starts this may run in another mode, as tests do; the build is of the sources alone.
process.env.NODE_ENV = "production";
// The service worker's cache belongs to one build. The same sources give the same bytes.
process.env.BUILD_DIGEST = await digestSources(["client", "ui", "bun.lock"]);
const outDir = resolve(process.argv[2] ?? "dist/client");
await build({
  root: join(import.meta.dir, "client"),
  configFile: join(import.meta.dir, "client/vite.config.ts"),
  build: { outDir, emptyOutDir: true },
  logLevel: "warn",
});
await compressFiles(outDir);

async function digestSources(paths: readonly string[]): Promise<string> {
  const hash = new Bun.CryptoHasher("sha256");
  for (const path of paths) {
    const files = path.includes(".")
      ? [path]
      : await readdir(join(import.meta.dir, path), { recursive: true });
    for (const file of files.sort()) {
      const source = Bun.file(join(import.meta.dir, path === file ? "" : path, file));
      if (file.includes(".") && (await source.exists())) hash.update(file).update(await source.bytes());
    }
  }
  return hash.digest("hex").slice(0, 16);
}

/** Writes compressed copies beside the files that shrink, so that the server never compresses one itself. */
async function compressFiles(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || !/\.(js|css|html|svg|json|webmanifest)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await Bun.file(path).bytes();
    if (bytes.length < 1024) continue;
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
    await Bun.write(`${path}.br`, brotliCompressSync(bytes, quality));
    await Bun.write(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
