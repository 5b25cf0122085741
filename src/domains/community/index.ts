/** What the root route may use of the community. */
export { describeCommunity } from "./actions/find-community.ts";
