import { runCommandLine } from "./cli/command-line.ts";

// Not left to the event loop: a connection that somebody else keeps open would keep the process alive.
process.exit(await runCommandLine(process.argv.slice(2)));
