import type { SessionCaller } from "../../../declare/route.ts";
import type { Tx } from "../../../declare/tx.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
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
import { deleteEarlierVerifications, findEarlierVerification } from "../store/mail-codes.ts";
import type { AccountRow } from "../tables.ts";
import type { AttemptError } from "./attempts.ts";
import { type AddressError, checkCaptcha, checkEmail, type EmailRequest } from "./guards.ts";
import { mailPendingVerification, mailReset, mailVerification } from "./mail-codes.ts";
import { checkOwnProof, matchOwnPassword, type OwnProof, refuseOwnProof } from "./own-proof.ts";
import { commitThenThrow, type StepContext } from "./steps.ts";
import { createTicket } from "./tickets.ts";
import { announceEmailChange } from "./undo-email-change.ts";

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
    if (account?.verification === "pending") await mailPendingVerification(tx, account);
    else if (account?.verification === "verified") await mailReset(tx, account, "existing");
    else await writeDecoy(tx, email);
  });
}

/** Any of the codes mailed for an address that was registered more than once verifies it. */
export async function verifyEmail(tx: Tx<never, "InvalidToken">, code: string): Promise<VerifyReply> {
  const found = await findVerification(tx, digestToken(code));
  if (!found) throw tx.fail("InvalidToken");
  const { account, email } = found;
  if (!(await markVerified(tx, account, email))) throw tx.fail("InvalidToken");
  if (account.verification !== "pending") return null;
  return { ticket: await createTicket(tx, account.id, { authorised: true, method: "Mail" }) };
}

/** Makes the address that of the account, unless another account has taken it since the mail was sent. */
export async function markVerified(tx: Tx, account: AccountRow, email: string): Promise<boolean> {
  if (await findOtherOwner(tx, account, email)) return false;
  if (account.verification === "moving" && email !== account.email) await announceEmailChange(tx, account);
  await updateAccount(tx, account.id, {
    verification: "verified",
    verification_digest: null,
    verification_expires: null,
    new_email: null,
    ...columnsOfEmail(email, true),
  });
  if (account.verification === "pending") await deleteEarlierVerifications(tx, account.id);
  return true;
}

/** The account of a valid code, and the address to which the code was mailed. */
async function findVerification(
  tx: Tx,
  digest: string,
): Promise<{ account: AccountRow; email: string } | undefined> {
  const now = tx.services.clock.now();
  const account = await findAccountByDigest(tx, "verification_digest", digest);
  if (account && (account.verification_expires ?? 0) > now)
    return { account, email: account.new_email ?? account.email };
  const earlier = await findEarlierVerification(tx, digest);
  if (!earlier || earlier.expires <= now) return undefined;
  return { account: await requireAccount(tx, earlier.account_id), email: earlier.email };
}

interface EmailChange extends OwnProof {
  readonly email: string;
}

export async function changeEmail(
  steps: StepContext<AddressError | AttemptError | "UnverifiedAccount" | "OperationFailed">,
  caller: SessionCaller,
  { email, ...proof }: EmailChange,
): Promise<void> {
  const { services, fail, write } = steps;
  await checkOwnProof(steps, caller, proof);
  checkEmail(steps, email);
  const matched = await matchOwnPassword(steps, caller, proof);
  await commitThenThrow(write, async (tx) => {
    const account = await requireAccount(tx, caller.userId);
    const refusal = await refuseOwnProof(tx, { account, caller, proof, matched });
    if (refusal) return refusal;
    if (account.verification === "pending") throw fail("UnverifiedAccount");
    if (services.mail) await startEmailChange(tx, account, email);
    else await changeEmailNow(tx, account, email);
    return undefined;
  });
}

/** If another account has the address, only its owner learns of that, by mail. */
async function startEmailChange(tx: Tx, account: AccountRow, email: string): Promise<void> {
  const owner = await findOtherOwner(tx, account, email);
  if (owner) return mailReset(tx, owner, "existing");
  await mailVerification(tx, { id: account.id, email }, { verification: "moving", new_email: email });
}

async function changeEmailNow(
  tx: Tx<never, "OperationFailed">,
  account: AccountRow,
  email: string,
): Promise<void> {
  if (await findOtherOwner(tx, account, email)) throw tx.fail("OperationFailed");
  await updateAccount(tx, account.id, columnsOfEmail(email, false));
}

async function findOtherOwner(tx: Tx, account: AccountRow, email: string): Promise<AccountRow | undefined> {
  const owner = await findAccountByEmail(tx, normaliseEmail(email));
  return owner?.id === account.id ? undefined : owner;
}
