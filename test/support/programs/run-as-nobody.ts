import { loadCommandLine } from "../../../src/cli/source-bundle.ts";

/** Runs a command as an unprivileged user, which only root can do. */
const { runCommandLine } = await loadCommandLine();
process.setgid?.(65_534);
process.setuid?.(65_534);
process.exit(await runCommandLine(process.argv.slice(2)));
