import { join } from "node:path";
import { buildInfo } from "../../../src/platform/program/build-info.ts";

const top = join(import.meta.dir, "../../..");
/** As deep below the project as `src/cli`, for paths that the program derives from its own, and near its packages. */
const folder = join(top, "node_modules/.ermine-tests");

/** What tests start again and again, by its source. */
const bundled = {
  "src/main.ts": join(folder, "main.js"),
  "test/support/programs/commands.ts": join(folder, "commands.js"),
  "test/support/programs/run-with-clock.ts": join(folder, "run-with-clock.js"),
  "test/support/programs/serve-on-failing-disk.ts": join(folder, "serve-on-failing-disk.js"),
};

/** A program's source or, in a run of all tests, its bundle. */
export function startableFile(source: keyof typeof bundled): string {
  return process.env.ERMINE_TEST_BUNDLED === "1" ? bundled[source] : join(top, source);
}

/** Bundles the programs: from many source files, one takes thrice as long to start. */
export async function bundlePrograms(): Promise<void> {
  await Bun.build({
    entrypoints: Object.keys(bundled).map((source) => join(top, source)),
    outdir: folder,
    // Otherwise the program would look for files of its own in the working directory.
    publicPath: `${folder}/`,
    target: "bun",
    splitting: true,
    sourcemap: "linked",
    // Less to parse at each start. Names stay, because errors and logs show them.
    minify: { whitespace: true, syntax: true },
    naming: { entry: "[name].[ext]" },
    // As in packages: the bundle is not where the file is that looks for the repository.
    define: { PACKAGED_BUILD: JSON.stringify(buildInfo()) },
    // They look for their native libraries in their own folder.
    external: ["sharp", "@livekit/rtc-node"],
  });
}
