import { domainQuery } from "../../declare/domain-query.ts";
import { hook } from "../../declare/hook.ts";

/**
 * A session was opened with a ticket. Not a call: identity providers, which issue tickets, are above accounts, because
 * their groups give roles in servers.
 */
export const TicketExchanged = hook<{ readonly ticketId: string; readonly sessionId: string }>(
  "TicketExchanged",
);

/** An account is being purged: listeners delete their data of it. */
export const AccountPurged = hook<{ userId: string }>("AccountPurged");

/**
 * Ways to sign in besides the password are revoked, if they were added since a given time. Not a call: an identity
 * takes its roles in servers with it.
 */
export const SignInsRevoked = hook<{ readonly accountId: string; readonly since: number }>("SignInsRevoked");

/**
 * The ids of what can sign in to an account besides a password and passkeys. Not a call: the identities are above
 * accounts, for the reason of `TicketExchanged`.
 */
export const SignInsOf = domainQuery<{ readonly accountId: string }, string[]>("SignInsOf");
