import { serve } from "../../../src/cli/serve.ts";

/** Runs the server with a clock that differs from that of this machine by CLOCK_AHEAD_MS. */
const aheadMs = Number(process.env.CLOCK_AHEAD_MS);
process.exit(await serve({ clock: { now: () => Date.now() + aheadMs } }));
