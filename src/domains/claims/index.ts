/** What other domains and the imports may use of claims. */
export { claimByIdentity } from "./actions/claim-by-identity.ts";
export { claimUser } from "./actions/claim-user.ts";
export { accountOfCode } from "./rules/claim-codes.ts";
