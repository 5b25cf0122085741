import { gauge } from "../../declare/gauge.ts";
import { storedBytesAfter } from "./store/stored-files.ts";

const rowsAtOnce = 5_000;

/** Read in parts: the sum over all rows would keep other requests waiting. */
export const storedBytes = gauge({
  name: "ermine_files_stored_bytes",
  help: "Bytes of stored files, without their previews.",
  maxAgeMs: 300_000,
  async read(db) {
    let sum = 0;
    for (let after: string | undefined = ""; after !== undefined; ) {
      const part = await storedBytesAfter(db, after, rowsAtOnce);
      sum += part.bytes;
      after = part.last;
      await db.services.scheduler.pause();
    }
    return sum;
  },
});
