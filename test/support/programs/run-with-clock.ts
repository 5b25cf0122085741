import { loadCommandLine } from "../../../src/cli/source-bundle.ts";

/** Runs a command on a machine whose clock differs by CLOCK_AHEAD_MS. */
const aheadMs = Number(process.env.CLOCK_AHEAD_MS);
const now = Date.now;
Date.now = () => now() + aheadMs;
const { runCommandLine } = await loadCommandLine();
process.exit(await runCommandLine(process.argv.slice(2)));
