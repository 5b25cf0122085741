import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BuildInfo } from "../src/platform/program/build-info.ts";
import { packedNames } from "../src/web/packed-client.ts";
import type { ExecutableOptions } from "./build-executable.ts";

/**
 * Makes one file that contains Bun, the program with its bytecode, the web client and the native parts of sharp. A program
 * of its own, because it runs without randomised addresses: the order in Bun's bytecode depends on them.
 */
const { release, target, parts, client, work, outfile } = JSON.parse(
  process.argv[2] ?? "",
) as ExecutableOptions;
const embedded = join(work, `embedded-${target.arch}`);
mkdirSync(embedded, { recursive: true });
// A name in the executable is the name of the file, which ends in what the bundler is told to embed.
const natives = { libvips: join(embedded, "libvips.bin"), sharp: join(embedded, "sharp.bin") };
copyFileSync(parts.libvips, natives.libvips);
copyFileSync(parts.sharp, natives.sharp);
const build: BuildInfo = {
  commit: release.commit,
  committedAt: new Date(release.seconds * 1_000).toISOString(),
};
await Bun.build({
  entrypoints: [
    join(import.meta.dir, "../src/main.ts"),
    join(client, packedNames.index),
    join(client, packedNames.content),
    ...Object.values(natives),
  ],
  target: "bun",
  format: "esm",
  minify: true,
  bytecode: true,
  loader: { ".bin": "file" },
  naming: { entry: "[name].[ext]", asset: "[name].[ext]" },
  // The one library for calls is 30 MB, and only a check of the operator's uses it.
  external: ["@livekit/rtc-node"],
  // Folders of this machine would otherwise get into the program.
  define: { PACKAGED_BUILD: JSON.stringify(build), __dirname: '"/"', __filename: '"/module"' },
  plugins: [
    {
      name: "sharp-from-executable",
      setup({ onLoad }) {
        onLoad({ filter: /\/sharp\/dist\/sharp\.[cm]js$/ }, async () => ({
          loader: "js",
          contents: await Bun.file(join(import.meta.dir, "sharp-from-executable.js")).text(),
        }));
      },
    },
  ],
  compile: {
    target: `bun-linux-${target.arch}`,
    executablePath: parts.bun,
    outfile,
    // What lies in the folder where somebody starts the program does not concern it.
    autoloadDotenv: false,
    autoloadBunfig: false,
  },
});
