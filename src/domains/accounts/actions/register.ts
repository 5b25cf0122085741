import type { Tx } from "../../../store/tx.ts";
import { normaliseEmail } from "../rules/email.ts";
import { findAccountByEmail, insertAccount, updateAccount } from "../store/accounts.ts";
import { claimInvite, findInvite } from "../store/invites.ts";
import type { AccountRow } from "../tables.ts";
import { mailReset, mailVerification } from "./mail-codes.ts";

export interface Registration {
  readonly email: string;
  readonly passwordHash: string;
  readonly invite?: string | undefined;
}

/**
 * Creates the account, and answers a taken address no differently: only its owner learns of it, by mail.
 */
export async function register(
  tx: Tx<never, "MissingInvite" | "InvalidInvite">,
  registration: Registration,
): Promise<void> {
  const { email, passwordHash } = registration;
  const invite = await checkInvite(tx, registration.invite);
  const normalised = normaliseEmail(email);
  const existing = await findAccountByEmail(tx, normalised);
  if (existing) {
    if (!tx.services.mail) return;
    if (existing.verification === "pending") await registerAgain(tx, existing, registration);
    else await mailReset(tx, existing, "existing");
    return;
  }
  const id = await createAccount(tx, { email, passwordHash, verified: tx.services.mail === undefined });
  if (invite !== undefined) await claimInvite(tx, invite, id);
}

/**
 * Nobody has shown yet that the address is theirs. The code in the new mail goes with the new password, so that
 * whoever registered an address of somebody else does not keep a key to it.
 */
async function registerAgain(
  tx: Tx,
  existing: AccountRow,
  { email, passwordHash }: Registration,
): Promise<void> {
  await updateAccount(tx, existing.id, { email, password_hash: passwordHash });
  await mailVerification(tx, { id: existing.id, email });
}

export async function createAccount(
  tx: Tx,
  { email, passwordHash, verified }: { email: string; passwordHash: string; verified: boolean },
): Promise<string> {
  const id = tx.services.ids.next();
  await insertAccount(tx, {
    id,
    email,
    email_normalised: normaliseEmail(email),
    password_hash: passwordHash,
    verification: verified ? "verified" : "pending",
  });
  if (!verified) await mailVerification(tx, { id, email });
  return id;
}

async function checkInvite(
  tx: Tx<never, "MissingInvite" | "InvalidInvite">,
  code: string | undefined,
): Promise<string | undefined> {
  if (tx.services.config.registration !== "invite") return undefined;
  if (code === undefined) throw tx.fail("MissingInvite");
  const invite = await findInvite(tx, code);
  if (!invite || (invite.max_uses !== null && invite.uses >= invite.max_uses)) throw tx.fail("InvalidInvite");
  return code;
}
