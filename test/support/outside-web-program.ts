/** Fetches one URL and prints the outcome: `outside-web-program.ts NAMESERVER URL`. For tests of the environment. */
import { configWith } from "../../src/config/load.ts";
import { createGuardedFetch } from "../../src/platform/outbound/guarded-fetch.ts";
import { outsideAddress } from "./outside-web.ts";
import { outcomeOf } from "./outside-web-outcome.ts";

const [server = "", url = ""] = process.argv.slice(2);
const outbound = { dns_servers: [server], allow_private_hosts: [outsideAddress] };
process.stdout.write(await outcomeOf(createGuardedFetch(configWith({ outbound }))(url)));
process.exit();
