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

/** Raised where no mail can tell the owner. */
export const NewDeviceUsed = hook<{ userId: string; device: string }>({
  name: "NewDeviceUsed",
  doc: "Somebody signed in to an account on a device that it was not used on before.",
});
