import { hook } from "../../declare/hook.ts";

/** Listeners delete their data of the account in the transaction that purges it. */
export const AccountPurged = hook<{ userId: string }>({
  name: "AccountPurged",
  doc: "An account is being purged.",
});
