/** What other domains may use of link previews. */
export { unfurl } from "./actions/embed-link.ts";
export { findLinks } from "./rules/find-links.ts";
