/** What other domains and the interpreters may use of emoji. */
export { findEmoji, listEmojisOfMember } from "./store.ts";
