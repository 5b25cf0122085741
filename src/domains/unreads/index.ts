/** What other domains and the interpreters may use of unreads. */
export { findUnreadMentions } from "./actions/list-unreads.ts";
export { markReadForMembers, moveReadMarks } from "./store/unreads.ts";
export type { UnreadsTables } from "./tables.ts";
