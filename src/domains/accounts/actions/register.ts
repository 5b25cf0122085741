import type { Static } from "typebox";
import type { Tx } from "../../../declare/tx.ts";
import { hashPassword } from "../../../platform/secrets/passwords.ts";
import type { CreateAccountBody } from "../model.ts";
import { newPlaceholder, normaliseEmail } from "../rules/email.ts";
import { findAccountByEmail, insertAccount, updateAccount } from "../store/accounts.ts";
import { claimInvite, findInvite } from "../store/invites.ts";
import type { AccountRow } from "../tables.ts";
import {
  type AddressError,
  checkCaptcha,
  checkEmail,
  checkPassword,
  checkShield,
  type PasswordError,
  requirePasswordLogin,
} from "./guards.ts";
import { mailPendingVerification, mailReset, mailVerification } from "./mail-codes.ts";
import type { StepContext } from "./steps.ts";

type InviteError = "MissingInvite" | "InvalidInvite";
type RegistrationError =
  | "FeatureDisabled"
  | "CaptchaFailed"
  | "BlockedByShield"
  | AddressError
  | PasswordError
  | InviteError;

interface RegistrationRequest extends Static<typeof CreateAccountBody> {
  readonly ip: string;
}

export async function register(
  steps: StepContext<RegistrationError>,
  { email, password, invite, captcha, ip }: RegistrationRequest,
): Promise<void> {
  const { services, fail, write } = steps;
  if (services.config.registration === "closed") throw fail("FeatureDisabled", { feature: "registration" });
  requirePasswordLogin(steps);
  await checkCaptcha(steps, captcha);
  await checkShield(steps, { email, ip });
  checkEmail(steps, email);
  await checkPassword(steps, password);
  const passwordHash = await hashPassword(password, services.config.passwords);
  await write((tx) => registerAddress(tx, { email, passwordHash, invite }));
}

interface Registration {
  readonly email: string;
  readonly passwordHash: string;
  readonly invite?: string | undefined;
}

/** The reply does not reveal that an address has an account: only its owner learns of the attempt, by mail. */
async function registerAddress(tx: Tx<never, InviteError>, registration: Registration): Promise<void> {
  const { email, passwordHash } = registration;
  const invite = await checkInvite(tx, registration.invite);
  const normalised = normaliseEmail(email);
  const existing = await findAccountByEmail(tx, normalised);
  if (existing) {
    if (!tx.services.mail) return;
    if (existing.verification === "pending") await registerAgain(tx, existing, email);
    else await mailReset(tx, existing, "existing");
    return;
  }
  const verified = tx.services.mail === undefined;
  const id = await createAccount(tx, { email, passwordHash, verified, proved: false });
  if (invite !== undefined) await claimInvite(tx, invite, id);
}

/**
 * It is not known yet which of the registrations came from the owner of the address. The account therefore keeps none
 * of their passwords, and the code of any of the mails verifies the address.
 */
async function registerAgain(tx: Tx, existing: AccountRow, email: string): Promise<void> {
  await updateAccount(tx, existing.id, { password_hash: "" });
  await mailPendingVerification(tx, { ...existing, password_hash: "" }, email);
}

interface NewAccount extends Pick<Registration, "email" | "passwordHash"> {
  /** Whether the account can be used at once, without following a link in a mail. */
  readonly verified: boolean;
  /** Whether the address is proven to belong to the owner; defaults to `verified`. */
  readonly proved?: boolean;
}

export async function createAccount(
  tx: Tx,
  { email, passwordHash, verified, proved = verified }: NewAccount,
): Promise<string> {
  const id = tx.services.ids.next();
  await insertAccount(tx, {
    id,
    email,
    email_normalised: normaliseEmail(email),
    email_proved: proved ? 1 : 0,
    password_hash: passwordHash,
    verification: verified ? "verified" : "pending",
  });
  if (!verified) await mailVerification(tx, { id, email });
  return id;
}

interface IdentifiedPerson {
  /** Undefined unless the identifying service has verified it. */
  readonly email: string | undefined;
  /** Whether the service is trusted with addresses. */
  readonly proved: boolean;
  readonly invite: string | null;
  /** Whether they may register regardless of the configuration. */
  readonly isOpen: boolean;
}

/** Creates an account without a password for a person whom another service has identified. */
export async function registerIdentified(
  tx: Tx<never, InviteError | "FeatureDisabled">,
  { email, proved, invite, isOpen }: IdentifiedPerson,
): Promise<string> {
  const { config, ids } = tx.services;
  if (!isOpen && config.registration === "closed")
    throw tx.fail("FeatureDisabled", { feature: "registration" });
  const checked = isOpen ? undefined : await checkInvite(tx, invite ?? undefined);
  const address = email ?? newPlaceholder(ids.next());
  const isProved = proved && email !== undefined;
  const id = await createAccount(tx, { email: address, passwordHash: "", verified: true, proved: isProved });
  if (checked !== undefined) await claimInvite(tx, checked, id);
  return id;
}

async function checkInvite(
  tx: Tx<never, InviteError>,
  code: string | undefined,
): Promise<string | undefined> {
  if (tx.services.config.registration !== "invite") return undefined;
  if (code === undefined) throw tx.fail("MissingInvite");
  const invite = await findInvite(tx, code);
  if (!invite || (invite.max_uses !== null && invite.uses >= invite.max_uses)) throw tx.fail("InvalidInvite");
  return code;
}
