import Type from "typebox";
import { job } from "../../../declare/job.ts";
import { deliver } from "../actions/deliver.ts";
import { News } from "../model.ts";

export const deliverNews = job({
  name: "push_deliver",
  doc: "Sends news to devices, all of a batch at once; those that have to wait are tried again one by one.",
  attempts: 10,
  // Push services may take their time to answer.
  parallel: 3,
  payload: Type.Object({ sessions: Type.Array(Type.String()), news: News }),
  run: deliver,
});
