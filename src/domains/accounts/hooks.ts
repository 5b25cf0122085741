import { hook } from "../../store/hook.ts";

/** The account is being emptied; whatever hangs on it goes in the same transaction. */
export const AccountPurged = hook<{ userId: string }>({
  name: "AccountPurged",
  doc: "A scheduled deletion is being carried out.",
});
