/** What other domains and the interpreters may use of servers. */
export { Emoji, Member, Server } from "./model.ts";
