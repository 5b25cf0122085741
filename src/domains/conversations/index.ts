/** What other domains and the interpreters may use of conversations. */
export { assertRoomForGroup, joinGroup } from "./actions/join-group.ts";
export { viewRecipients } from "./actions/view-recipients.ts";
export { pairOf } from "./rules/conversation.ts";
