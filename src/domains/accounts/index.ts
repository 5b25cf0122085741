/** What other domains and the interpreters may use of accounts. */
export { disableAccount } from "./actions/close-account.ts";
export { consumeTicket, takeTicket } from "./actions/consume-ticket.ts";
export { type AllSessionsDeleted, LoggedOut } from "./events.ts";
export { AccountPurged } from "./hooks.ts";
export { WebPushSubscription } from "./model.ts";
export { limitTier } from "./rules/limit-tier.ts";
export { ownAccount } from "./store/accounts.ts";
export { findSession, setSubscription, touchSession } from "./store/sessions.ts";
export type { AccountsTables } from "./tables.ts";
