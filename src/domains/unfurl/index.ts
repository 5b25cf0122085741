/** What other domains may use of links. */
export { unfurl } from "./actions/unfurl.ts";
export { findLinks } from "./rules/find-links.ts";
