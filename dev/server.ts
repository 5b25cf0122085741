/** The server of `npm run dev`. Its argument is the address at which the sources of the pages are served. */
import { runCommandLine } from "../src/cli/command-line.ts";
import { SourcePages } from "./source-pages.ts";

const [address = ""] = process.argv.slice(2);
// As in src/main.ts.
process.umask(0o077);
process.exit(await runCommandLine(["serve"], { ownClient: { live: new SourcePages(address) } }));
