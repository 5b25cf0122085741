import { afterAll, afterEach } from "bun:test";
import { stopS3 } from "../files/s3.ts";
import { findLeaks } from "../log/find-leaks.ts";
import { failOnLoggedErrors, takeNotedLines } from "../log/test-log.ts";
import { takeUsedSecrets } from "../log/used-secrets.ts";
import { stopPostgres } from "../postgres/postgres.ts";
import { stopCommandProcesses } from "../processes/command-processes.ts";
import { recordTraffic } from "../traffic/record-traffic.ts";
import { isWorker } from "./workers.ts";

const trafficFile = process.env.ERMINE_TEST_TRAFFIC;
if (trafficFile !== undefined) recordTraffic(trafficFile);
afterEach(failOnLoggedErrors);
// A worker continues with other files, which use the same programs. They end with it.
if (!isWorker) {
  afterAll(stopCommandProcesses);
  afterAll(stopPostgres);
  afterAll(stopS3);
}
/** After the last test, or in a worker after that of each file: what must not be logged may be known only then. */
afterAll(() => {
  const [leak, ...others] = findLeaks(takeNotedLines(), takeUsedSecrets());
  if (leak)
    throw new Error(
      `a log of this run holds a secret that a test used, ${JSON.stringify(leak.secret)} (and ${others.length} more):\n${leak.line}`,
    );
});
