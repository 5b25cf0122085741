import Type from "typebox";
import { job } from "../../declare/job.ts";
import { deleteSomeUnreads } from "./store/unreads.ts";

/** Rows per transaction: each stays short, so that other writers do not wait for it. */
const batchSize = 200;

export const deleteUnreadsJob = job({
  name: "delete_unreads",
  doc: "Deletes the read marks of deleted channels, two hundred rows at a time; tried for about a day.",
  attempts: 30,
  payload: Type.Object({ channelIds: Type.Array(Type.String()) }),
  async run({ write }, { channelIds }) {
    for (const id of channelIds)
      for (let deleted = batchSize; deleted === batchSize; )
        deleted = await write((tx) => deleteSomeUnreads(tx, id, batchSize));
  },
});
