/** What other domains and the interpreters may use of policy. */
export { PolicyChange } from "./model.ts";
export { listPolicyChanges } from "./store.ts";
