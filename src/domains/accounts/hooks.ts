import { hook } from "../../declare/hook.ts";

/** Listeners delete their data of the account in the transaction that purges it. */
export const AccountPurged = hook<{ userId: string }>({
  name: "AccountPurged",
  doc: "An account is being purged.",
});

/** The listener refuses with a message for the operator if the user cannot own servers. */
export const ServersTransferRequested = hook<{
  readonly from: string;
  /** The id of a user, or their name with the discriminator. */
  readonly to: string;
}>({
  name: "ServersTransferRequested",
  doc: "An operator gives the servers that a user owns to another user.",
});
