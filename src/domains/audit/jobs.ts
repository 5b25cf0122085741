import Type from "typebox";
import { job } from "../../declare/job.ts";
import { deleteOldEntries } from "./store/entries.ts";

const hour = 3_600_000;
const batch = 1_000;

export const forgetOldDeeds = job({
  name: "forget_old_deeds",
  doc: "Removes entries of the audit log that are too old.",
  attempts: 1,
  everyMs: hour,
  payload: Type.Null(),
  async run({ write }) {
    for (let gone = batch; gone === batch; ) gone = await write((tx) => deleteOldEntries(tx, batch));
  },
});
