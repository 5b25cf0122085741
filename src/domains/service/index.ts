/** What other domains may use of the description of the instance. */
export type { CommunityDescription } from "./model.ts";
export { DescribeCommunity } from "./queries.ts";
