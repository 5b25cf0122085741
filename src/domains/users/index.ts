/** What other domains and the interpreters may use of users. */
export { findSessionByDigest, type KnownSession } from "./store/users.ts";
