import {
  type AccountRow,
  normaliseEmail,
  purgedAccount,
  sealRecoveryCodes,
  sealTotpSecret,
} from "../../../src/domains/accounts/index.ts";
import { digestToken, type Vault } from "../../../src/platform/secrets/vault.ts";
import { rowWith } from "../known-rows.ts";
import type { ImportStep } from "../step.ts";
import {
  type Document,
  documentOf,
  flagOf,
  idOf,
  listOf,
  textOf,
  timeOf,
  Unusable,
} from "../values/values.ts";

/** Hashes of other forms match no password; one with higher costs would take a login's time and memory. */
const hashForm =
  /^\$argon2(?:id|i|d)(?:\$v=\d+)?\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$[\w+/.-]+\$[\w+/.-]+$/;
const maxMemoryKib = 1_048_576;
const maxPasses = 64;
const secretForm = /^[A-Z2-7]{16,256}$/;

export const accountsStep: ImportStep = {
  collection: "accounts",
  lookups: ({ _id, email }) => [
    rowWith("accounts", { id: String(_id) }),
    rowWith("accounts", { email_normalised: normaliseEmail(String(email)) }),
  ],
  take(account, target, { vault }) {
    const id = idOf(account._id, "_id");
    if (target.known.has(rowWith("accounts", { id }))) throw new Unusable("another account has the same id");
    const deletion = documentOf(account.deletion);
    if (deletion.status === "Deleted") return target.add("accounts", { id, ...purgedAccount(id) });
    const email = textOf(account.email, "email");
    const email_normalised = normaliseEmail(email);
    if (target.known.has(rowWith("accounts", { email_normalised })))
      throw new Unusable("another account has the same address");
    const password_hash = textOf(account.password, "password");
    const isKnown = isUsableHash(password_hash);
    if (!isKnown) target.note("The password of an account has an unknown form and must be reset");
    target.add("accounts", {
      id,
      email,
      email_normalised,
      // The other server may have had no mail.
      email_proved: 0,
      password_hash: isKnown ? password_hash : "",
      disabled: flagOf(account.disabled),
      ...verificationOf(documentOf(account.verification)),
      ...resetOf(documentOf(account.password_reset)),
      ...deletionOf(deletion),
      ...secondFactorOf(id, documentOf(account.mfa), vault),
      passkeys: "none",
      notify_new_devices: 1,
    });
  },
};

function isUsableHash(hash: string): boolean {
  const [, memory, passes] = hashForm.exec(hash) ?? [];
  return memory !== undefined && Number(memory) <= maxMemoryKib && Number(passes) <= maxPasses;
}

type Verification = Pick<
  AccountRow,
  "verification" | "verification_digest" | "verification_expires" | "new_email"
>;

function verificationOf({ status, token, expiry, new_email }: Document): Verification {
  const pending = () => ({
    verification_digest: digestToken(textOf(token, "verification.token")),
    verification_expires: timeOf(expiry, "verification.expiry"),
  });
  switch (status) {
    case "Verified":
      return {
        verification: "verified",
        verification_digest: null,
        verification_expires: null,
        new_email: null,
      };
    case "Pending":
      return { verification: "pending", ...pending(), new_email: null };
    case "Moving":
      return { verification: "moving", ...pending(), new_email: textOf(new_email, "verification.new_email") };
    default:
      throw new Unusable("verification.status is unknown");
  }
}

function resetOf({ token, expiry }: Document): Pick<AccountRow, "reset_digest" | "reset_expires"> {
  if (token === undefined) return { reset_digest: null, reset_expires: null };
  return {
    reset_digest: digestToken(textOf(token, "password_reset.token")),
    reset_expires: timeOf(expiry, "password_reset.expiry"),
  };
}

function deletionOf({
  status,
  token,
  expiry,
  after,
}: Document): Pick<AccountRow, "deletion" | "deletion_digest" | "deletion_time"> {
  switch (status) {
    case undefined:
      return { deletion: null, deletion_digest: null, deletion_time: null };
    case "WaitingForVerification":
      return {
        deletion: "waiting",
        deletion_digest: digestToken(textOf(token, "deletion.token")),
        deletion_time: timeOf(expiry, "deletion.expiry"),
      };
    case "Scheduled":
      return { deletion: "scheduled", deletion_digest: null, deletion_time: timeOf(after, "deletion.after") };
    default:
      throw new Unusable("deletion.status is unknown");
  }
}

type SecondFactor = Pick<
  AccountRow,
  "totp" | "totp_secret_sealed" | "totp_last_step" | "recovery_codes_sealed"
>;

function secondFactorOf(id: string, { totp_token, recovery_codes }: Document, vault: Vault): SecondFactor {
  const { status, secret } = documentOf(totp_token);
  const codes = listOf(recovery_codes).filter((code) => typeof code === "string");
  const sealedCodes =
    codes.length > 0 ? sealRecoveryCodes(id, codes, { vault }) : { recovery_codes_sealed: null };
  if (status === undefined || status === "Disabled")
    return { totp: "disabled", totp_secret_sealed: null, totp_last_step: null, ...sealedCodes };
  // Without it the account would lose its second factor, or nobody could log in.
  if (typeof secret !== "string" || !secretForm.test(secret))
    throw new Unusable("mfa.totp_token.secret is no secret in base32");
  if (status !== "Pending" && status !== "Enabled") throw new Unusable("mfa.totp_token.status is unknown");
  return {
    totp: status === "Enabled" ? "enabled" : "pending",
    totp_secret_sealed: sealTotpSecret(id, secret, vault),
    totp_last_step: null,
    ...sealedCodes,
  };
}
