/** What other domains may use of operators. */
export {
  archivePersonalData,
  personalPages,
  personalRows,
  personalTable,
} from "./actions/archive-personal-data.ts";
export {
  assertConfirmed,
  deletionFlags,
  describeDeletedItems,
  listDeletedItems,
} from "./actions/confirm-deletion.ts";
export {
  type BoundToSecrets,
  CountBoundToSecrets,
  countBoundTo,
  SecretsReplaced,
} from "./lost-secrets.ts";
export {
  type DeletedItem,
  DeletedWith,
  type DeletionTarget,
  type PersonalData,
  PersonalDataOf,
  type PersonalDataRequest,
  Statistics,
} from "./queries.ts";
export { countOf } from "./store/count-in-slices.ts";
export { jobStateOf, listJobs, retryFailedJobs } from "./store/jobs.ts";
export {
  listOperatorActions,
  type OperatorAction,
  recordOperatorAction,
} from "./store/operator-actions.ts";
export { countFailedJobs, measureDatabase } from "./store/statistics.ts";
