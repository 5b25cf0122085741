import { loadCommandLine } from "./cli/source-bundle.ts";
import { ensureThreads } from "./config/process-environment.ts";

ensureThreads();
// Other users of the machine can read nothing that this program writes.
process.umask(0o077);

// Loaded only now: the line above may start the program once more.
const { runCommandLine } = await loadCommandLine();
// Not left to the event loop: a connection that somebody else keeps open would keep the process alive.
process.exit(await runCommandLine(process.argv.slice(2)));
