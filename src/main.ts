import { runCommandLine } from "./cli/command-line.ts";

// Other users of the machine can read nothing that this program writes.
process.umask(0o077);

// Not left to the event loop: a connection that somebody else keeps open would keep the process alive.
process.exit(await runCommandLine(process.argv.slice(2)));
