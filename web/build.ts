// Builds the web client, and the admin page below it, into a directory: `bun build.ts DIRECTORY [NAME OF THE BUILD]`.
import { copyFile, readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "vite";

// Whoever starts this may run in another mode, as tests do; the build is of the sources alone.
process.env.NODE_ENV = "production";
const [directory = "dist/client", name = "unnamed"] = process.argv.slice(2);
const outDir = resolve(directory);
await build({
  root: join(import.meta.dir, "client"),
  configFile: join(import.meta.dir, "client/vite.config.ts"),
  // The service worker keeps the files of one build.
  define: { __BUILD__: JSON.stringify(name) },
  build: { outDir, emptyOutDir: true },
  logLevel: "warn",
});
await buildServiceWorker();
await buildAdmin();
await compressFiles(outDir);

/** One script, as not every browser lets a service worker import parts that it shares with the pages. */
async function buildServiceWorker(): Promise<void> {
  await Bun.build({
    entrypoints: [join(import.meta.dir, "client/src/notifications/service-worker.ts")],
    outdir: outDir,
    define: { __BUILD__: JSON.stringify(name) },
    format: "iife",
    minify: true,
  });
}

/** A page of its own with its own parts, so that nothing of it is in what everybody loads. */
async function buildAdmin(): Promise<void> {
  await build({
    root: join(import.meta.dir, "admin"),
    configFile: join(import.meta.dir, "admin/vite.config.ts"),
    build: { outDir: join(outDir, "admin"), emptyOutDir: true },
    logLevel: "warn",
  });
  await copyFile(join(import.meta.dir, "client/public/icon.svg"), join(outDir, "admin/icon.svg"));
}

/** Writes compressed copies next to the files that shrink, so that the server never compresses one itself. */
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
