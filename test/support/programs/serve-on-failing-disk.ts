import { existsSync } from "node:fs";
import { join } from "node:path";
import { loadCommandLine } from "../../../src/cli/source-bundle.ts";

/** Runs the server; its disk fails from the moment the data directory holds a file `disk-fails`. */
const flag = join(process.env.ERMINE_DATA_DIR ?? "", "disk-fails");
const syncLog = async () => {
  if (existsSync(flag)) throw Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO" });
};
const { runCommandLine } = await loadCommandLine();
process.exit(await runCommandLine(["serve"], { syncLog }));
