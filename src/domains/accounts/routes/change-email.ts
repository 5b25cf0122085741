import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { verifyPassword } from "../../../platform/passwords.ts";
import { input, NoContent } from "../../../protocol/schema.ts";
import type { Tx } from "../../../store/tx.ts";
import { checkEmail } from "../actions/guards.ts";
import { mailReset, mailVerification } from "../actions/mail-codes.ts";
import { normaliseEmail } from "../rules/email.ts";
import { findAccountByEmail, movedTo, ownAccount, updateAccount } from "../store/accounts.ts";
import type { AccountRow } from "../tables.ts";

export const changeEmailRoute = route({
  id: "change_email_change_email",
  method: "PATCH",
  path: "/auth/account/change/email",
  summary: "Change the address. With mail configured it changes once the new one is verified.",
  auth: "session",
  limit: { bucket: "auth" },
  body: input("DataChangeEmail", "The new address, and the password.", {
    email: Type.String(),
    current_password: Type.String(),
  }),
  reply: NoContent,
  errors: [
    "IncorrectData",
    "DisallowedContactSupport",
    "InvalidCredentials",
    "UnverifiedAccount",
    "OperationFailed",
  ],
  async handleInSteps({ body, caller, services, fail, read, write }) {
    checkEmail({ services, fail }, body.email);
    const { password_hash } = await read((db) => ownAccount(db, caller));
    if (!(await verifyPassword(body.current_password, password_hash))) throw fail("InvalidCredentials");
    await write(async (tx) => {
      const account = await ownAccount(tx, caller);
      if (account.verification === "pending") throw fail("UnverifiedAccount");
      if (services.mail) await startMove(tx, account, body.email);
      else await moveNow(tx, account, body.email);
    });
  },
});

/** A taken address is told only to its owner, by mail. */
async function startMove(tx: Tx, account: AccountRow, email: string): Promise<void> {
  const holder = await findAccountByEmail(tx, normaliseEmail(email));
  if (holder && holder.id !== account.id) return mailReset(tx, holder, "existing");
  await updateAccount(tx, account.id, { verification: "moving", new_email: email });
  await mailVerification(tx, { id: account.id, email });
}

async function moveNow(tx: Tx<never, "OperationFailed">, account: AccountRow, email: string): Promise<void> {
  const normalised = normaliseEmail(email);
  const holder = await findAccountByEmail(tx, normalised);
  if (holder && holder.id !== account.id) throw tx.fail("OperationFailed");
  await updateAccount(tx, account.id, movedTo(email));
}
