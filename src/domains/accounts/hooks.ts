import { domainQuery } from "../../declare/domain-query.ts";
import { hook } from "../../declare/hook.ts";

/** The end of a sign-in that began elsewhere, such as at a provider, whose listener knows the ticket. */
export const TicketExchanged = hook<{ readonly ticketId: string; readonly sessionId: string }>({
  name: "TicketExchanged",
  doc: "A session was opened with a ticket.",
});

/** Listeners delete their data of the account in the transaction that purges it. */
export const AccountPurged = hook<{ userId: string }>({
  name: "AccountPurged",
  doc: "An account is being purged.",
});

export const SignInsOf = domainQuery<{ readonly accountId: string }, string[]>({
  name: "sign-ins of",
  doc: "The ids of what somebody can sign in with besides a password and passkeys.",
});

export const SignInsRevoked = hook<{ readonly accountId: string; readonly since: number }>({
  name: "SignInsRevoked",
  doc: "Ways to sign in besides the password are removed, if they were added since a given time.",
});
