/** Fetches one URL and prints the outcome: `fetch-url.ts NAMESERVER URL`. For tests of the environment. */
import { configWith } from "../../../src/config/load.ts";
import { createGuardedFetch } from "../../../src/platform/outbound/guarded-fetch/guarded-fetch.ts";
import { externalAddress } from "../unfurl/fake-web.ts";
import { fetchOutcome } from "../unfurl/fetch-outcome.ts";

const [server = "", url = ""] = process.argv.slice(2);
const outbound = { dns_servers: [server], allow_private_hosts: [externalAddress] };
process.stdout.write(await fetchOutcome(createGuardedFetch(configWith({ outbound }))(url)));
process.exit();
