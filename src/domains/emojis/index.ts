/** What other domains and the interpreters may use of emoji. */
export { listEmojisOfMember } from "./store.ts";
