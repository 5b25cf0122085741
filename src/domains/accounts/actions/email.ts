import { verifyPassword } from "../../../platform/passwords.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
import type { Tx } from "../../../store/tx.ts";
import type { VerifyReply } from "../model.ts";
import { normaliseEmail } from "../rules/email.ts";
import {
  columnsOfEmail,
  findAccountByDigest,
  findAccountByEmail,
  requireAccount,
  updateAccount,
  writeDecoy,
} from "../store/accounts.ts";
import type { AccountRow } from "../tables.ts";
import { type AddressError, checkCaptcha, checkEmail, type EmailRequest } from "./guards.ts";
import { mailReset, mailVerification } from "./mail-codes.ts";
import type { StepContext } from "./steps.ts";
import { createTicket } from "./tickets.ts";

/** With mail configured, costs the same whether or not the account exists, so that timing does not reveal it. */
export async function resendVerification(
  steps: StepContext<"CaptchaFailed" | AddressError>,
  { email, captcha }: EmailRequest,
): Promise<void> {
  const { services, write } = steps;
  await checkCaptcha(steps, captcha);
  checkEmail(steps, email);
  await write(async (tx) => {
    const account = await findAccountByEmail(tx, normaliseEmail(email));
    if (!services.mail) return;
    if (account?.verification === "pending") await mailVerification(tx, account);
    else if (account?.verification === "verified") await mailReset(tx, account, "existing");
    else await writeDecoy(tx, email);
  });
}

export async function verifyEmail(tx: Tx<never, "InvalidToken">, code: string): Promise<VerifyReply> {
  const account = await findAccountByDigest(tx, "verification_digest", digestToken(code));
  if (!account || (account.verification_expires ?? 0) <= tx.services.clock.now())
    throw tx.fail("InvalidToken");
  const verified = {
    verification: "verified",
    verification_digest: null,
    verification_expires: null,
    new_email: null,
  } as const;
  if (account.verification === "pending") {
    await updateAccount(tx, account.id, verified);
    return { ticket: await createTicket(tx, account.id, { authorised: true }) };
  }
  const email = account.new_email ?? account.email;
  // Another account may have taken the address since the mail was sent.
  if (await findOtherOwner(tx, account, email)) throw tx.fail("InvalidToken");
  await updateAccount(tx, account.id, { ...verified, ...columnsOfEmail(email) });
  return null;
}

interface EmailChange {
  readonly email: string;
  readonly current_password: string;
}

export async function changeEmail(
  steps: StepContext<AddressError | "InvalidCredentials" | "UnverifiedAccount" | "OperationFailed">,
  userId: string,
  { email, current_password }: EmailChange,
): Promise<void> {
  const { services, fail, read, write } = steps;
  checkEmail(steps, email);
  const { password_hash } = await read((db) => requireAccount(db, userId));
  if (!(await verifyPassword(current_password, password_hash))) throw fail("InvalidCredentials");
  await write(async (tx) => {
    const account = await requireAccount(tx, userId);
    if (account.verification === "pending") throw fail("UnverifiedAccount");
    if (services.mail) await startEmailChange(tx, account, email);
    else await changeEmailNow(tx, account, email);
  });
}

/** If another account has the address, only its owner learns of that, by mail. */
async function startEmailChange(tx: Tx, account: AccountRow, email: string): Promise<void> {
  const owner = await findOtherOwner(tx, account, email);
  if (owner) return mailReset(tx, owner, "existing");
  await updateAccount(tx, account.id, { verification: "moving", new_email: email });
  await mailVerification(tx, { id: account.id, email });
}

async function changeEmailNow(
  tx: Tx<never, "OperationFailed">,
  account: AccountRow,
  email: string,
): Promise<void> {
  if (await findOtherOwner(tx, account, email)) throw tx.fail("OperationFailed");
  await updateAccount(tx, account.id, columnsOfEmail(email));
}

async function findOtherOwner(tx: Tx, account: AccountRow, email: string): Promise<AccountRow | undefined> {
  const owner = await findAccountByEmail(tx, normaliseEmail(email));
  return owner?.id === account.id ? undefined : owner;
}
