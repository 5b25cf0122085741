/** What other domains and the interpreters may use of accounts. */
export { consumeTicket } from "./actions/consume-ticket.ts";
export { AccountPurged } from "./hooks.ts";
export type { AccountsTables } from "./tables.ts";
