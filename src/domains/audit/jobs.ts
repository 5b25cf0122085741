import Type from "typebox";
import { job } from "../../declare/job.ts";
import { deleteOldEntries } from "./store/entries.ts";

const hour = 3_600_000;
const batchSize = 1_000;

export const deleteOldAuditEntries = job({
  // Databases hold this name: a new one would leave the old job behind as failed.
  name: "forget_old_deeds",
  doc: "Removes audit log entries that are past the retention period.",
  attempts: 1,
  everyMs: hour,
  payload: Type.Null(),
  async run({ write }) {
    let deleted: number;
    do deleted = await write((tx) => deleteOldEntries(tx, batchSize));
    while (deleted === batchSize);
  },
});
