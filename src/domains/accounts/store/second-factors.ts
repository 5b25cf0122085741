import type { Tx } from "../../../declare/tx.ts";
import { countBoundTo } from "../../operators/index.ts";
import type { AccountsTables } from "../tables.ts";

export const countSecondFactors = countBoundTo<AccountsTables>(
  {
    what: "second factors",
    afterwards: "These people log in with the password alone, and can set up a new second factor.",
  },
  (db) => db.selectFrom("accounts").where("totp", "=", "enabled"),
);

export const countRecoveryCodes = countBoundTo<AccountsTables>(
  { what: "sets of recovery codes", afterwards: "They are invalid. New ones come with a second factor." },
  (db) => db.selectFrom("accounts").where("recovery_codes_sealed", "is not", null),
);

/** Removes all second factors and recovery codes, whose secrets nobody can read any more. */
export async function removeSecondFactors(tx: Tx): Promise<void> {
  const db = tx.sql<AccountsTables>();
  await db
    .updateTable("accounts")
    .set({ totp: "disabled", totp_secret_sealed: null, totp_last_step: null, recovery_codes_sealed: null })
    .where(({ or, eb }) => or([eb("totp", "<>", "disabled"), eb("recovery_codes_sealed", "is not", null)]))
    .execute();
  // Operators who had confirmed a second factor must set up and prove a new one first.
  await db
    .updateTable("sessions")
    .set({ confirmed_at: null })
    .where("confirmed_at", "is not", null)
    .execute();
}
