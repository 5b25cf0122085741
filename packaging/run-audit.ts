/** `npm run audit` ends with 0 if no vulnerability is known, with 1 if one is, and with 2 if nothing could be checked. */
import { readOptions } from "../dev/read-options.ts";
import { audit } from "./audit.ts";
import { top } from "./make-packages.ts";

const { values } = readOptions({ options: { database: { type: "string" } } });
process.exitCode = await audit({
  top,
  database: values.database,
  // The one that npm is configured with.
  findRegistry: () =>
    Bun.spawnSync(["npm", "config", "get", "registry"], { cwd: top }).stdout.toString().trim(),
  log: console.log,
});
