import Type from "typebox";
import { job } from "../../declare/job.ts";
import { deleteOldOperatorActions } from "./store/operator-actions.ts";

export const deleteOldOperatorActionsJob = job({
  name: "delete_old_operator_actions",
  doc: "Removes the records of operators' actions that are past the retention period.",
  attempts: 1,
  everyMs: 86_400_000,
  payload: Type.Null(),
  run: ({ write }) => write(deleteOldOperatorActions),
});
