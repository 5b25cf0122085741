/** The public interface of the policy domain. */
export { PolicyChange } from "./model.ts";
export { listPolicyChanges } from "./store.ts";
