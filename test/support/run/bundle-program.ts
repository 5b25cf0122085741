import { join } from "node:path";

const top = join(import.meta.dir, "../../..");
/** As deep below the project as `src/cli`, for paths that the program derives from its own, and near its packages. */
const folder = join(top, "node_modules/.ermine-tests");

/** The bundle of the program. */
export const bundleFile = join(folder, "main.js");

/** Bundles the program, which tests start again and again: from its many source files it takes thrice as long to start. */
export async function bundleProgram(): Promise<void> {
  await Bun.build({
    entrypoints: [join(top, "src/main.ts")],
    outdir: folder,
    // Otherwise the program would look for files of its own in the working directory.
    publicPath: `${folder}/`,
    target: "bun",
    splitting: true,
    sourcemap: "linked",
    // Less to parse at each start. Names stay, because errors and logs show them.
    minify: { whitespace: true, syntax: true },
    naming: { entry: "[name].[ext]" },
    // They look for their native libraries in their own folder.
    external: ["sharp", "@livekit/rtc-node"],
  });
}
