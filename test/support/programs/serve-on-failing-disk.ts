import { existsSync } from "node:fs";
import { join } from "node:path";
import { serve } from "../../../src/cli/serve.ts";

/** Runs the server; its disk fails from the moment the data directory holds a file `disk-fails`. */
const flag = join(process.env.ERMINE_DATA_DIR ?? "", "disk-fails");
const code = await serve({
  async syncLog() {
    if (existsSync(flag)) throw Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO" });
  },
});
process.exit(code);
