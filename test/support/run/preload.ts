import { afterAll, afterEach } from "bun:test";
import { stopS3 } from "../files/s3.ts";
import { findLeaks } from "../log/find-leaks.ts";
import { failOnLoggedErrors, notedLines } from "../log/test-log.ts";
import { usedCodes, usedSecrets } from "../log/used-secrets.ts";
import { stopPostgres } from "../postgres/postgres.ts";
import { stopCommandProcesses } from "../processes/command-processes.ts";

afterEach(failOnLoggedErrors);
afterAll(stopCommandProcesses);
afterAll(stopPostgres);
afterAll(stopS3);
/** Once, after the last test of the process: what a log must not hold may be known only after it was logged. */
afterAll(() => {
  const [leak, ...others] = findLeaks(notedLines(), { secrets: usedSecrets(), codes: usedCodes() });
  if (leak)
    throw new Error(
      `a log of this run holds a secret that a test used, ${JSON.stringify(leak.secret)} (and ${others.length} more):\n${leak.line}`,
    );
});
