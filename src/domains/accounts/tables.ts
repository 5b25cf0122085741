import type { LockoutState } from "./rules/lockout.ts";

/** Flags are 0 or 1; times are milliseconds since 1970. */
export interface AccountsTables {
  accounts: AccountRow;
  sessions: SessionRow;
  mfa_tickets: TicketRow;
  lockouts: LockoutRow;
  earlier_verifications: EarlierVerificationRow;
  mail_counts: MailCountRow;
  email_undos: EmailUndoRow;
  recovery_links: RecoveryLinkRow;
  sign_ins: SignInRow;
  known_devices: KnownDeviceRow;
  registration_invites: RegistrationInviteRow;
  passkeys: PasskeyRow;
  passkey_challenges: PasskeyChallengeRow;
  push_badges: BadgeRow;
}

interface BadgeRow {
  session_id: string;
  /** The number that was last sent to the session's device. */
  shown: number;
}

export interface AccountRow {
  id: string;
  email: string;
  email_normalised: string;
  /** Whether a mail, a trusted provider or an operator has proven that `email` belongs to the owner of the account. */
  email_proved: number;
  /** Empty if the account has no password: no password matches until a reset sets one. */
  password_hash: string;
  disabled: number;
  /** `moving` is a verified account that changes to `new_email` once that is verified. */
  verification: "verified" | "pending" | "moving";
  verification_digest: string | null;
  verification_expires: number | null;
  new_email: string | null;
  reset_digest: string | null;
  reset_expires: number | null;
  deletion: "waiting" | "scheduled" | "deleted" | null;
  deletion_digest: string | null;
  /** While `waiting`, when the code expires; once `scheduled`, when the deletion is due. */
  deletion_time: number | null;
  totp: "disabled" | "pending" | "enabled";
  totp_secret_sealed: string | null;
  /** The 30 s step of the last accepted code. Codes of this step and of earlier ones are refused. */
  totp_last_step: number | null;
  recovery_codes_sealed: string | null;
  notify_new_devices: number;
  /** `optional`: the account has passkeys. `required`: one of them is also needed after the password. */
  passkeys: "none" | "optional" | "required";
}

export interface SessionRow {
  id: string;
  user_id: string;
  token_digest: string;
  name: string;
  last_seen: number;
  subscription: string | null;
  /** When the client last proved the second factor to use the admin page. */
  confirmed_at: number | null;
}

export interface TicketRow {
  id: string;
  account_id: string;
  token_digest: string;
  validated: number;
  authorised: number;
  created_at: number;
  /** How its holder began to sign in. */
  method: SignInMethod | null;
  /** Id of the provider. */
  provider: string | null;
  /** Wrong proofs that were offered with this ticket. */
  failures: number;
  /** Whether it was issued for a second factor or a passkey, and not for a password. */
  second_factor: number;
  /** When a second factor was proved at a provider that is trusted with it. */
  second_factor_at: number | null;
}

/** The wrong proofs of one account from one source. */
export interface LockoutRow extends LockoutState {
  account_id: string;
  /** The client's network, or `session:` and the id of the account's session that the client has. */
  source: string;
  last_attempt: number;
}

/** A code that was mailed before the account was registered again, and that still verifies it. */
export interface EarlierVerificationRow {
  digest: string;
  account_id: string;
  /** The spelling of the address to which the code was mailed. */
  email: string;
  expires: number;
}

/** A code that gives an account the address back that it had before a change. */
export interface EmailUndoRow {
  digest: string;
  account_id: string;
  email: string;
  /** As it was when the address changed. */
  had_second_factor: number;
  was_disabled: number;
  expires: number;
}

/** A link of an operator's, with which somebody sets a new password. */
export interface RecoveryLinkRow {
  digest: string;
  account_id: string;
  removes_second_factor: number;
  expires: number;
}

/** How somebody has proved the first factor: `Mail` is the link that verifies an address, `Link` one of an operator. */
export type SignInMethod = "Password" | "Passkey" | "Provider" | "Link" | "Mail";

/** A sign-in to an account, once the first factor was right. */
export interface SignInRow {
  id: string;
  account_id: string;
  method: SignInMethod;
  /** Id of the provider. */
  provider: string | null;
  second_factor: "Totp" | "Recovery" | "Passkey" | null;
  outcome: "Success" | "WrongFactor" | "Disabled";
  device: string;
  /** Whole, or its network, as it was configured then. */
  address: string;
  new_device: number;
}

/** A device on which an account was used: the digest of its id, or of its name and network. */
interface KnownDeviceRow {
  digest: string;
  account_id: string;
  used_at: number;
}

export interface MailCountRow {
  /** Digest of the normalised address. */
  recipient: string;
  sent: number;
  window_ends: number;
}

export interface RegistrationInviteRow {
  code: string;
  created_at: number;
  uses: number;
  /** Null allows any number of uses. */
  max_uses: number | null;
  claimed_by: string | null;
}

/** The public part of a passkey. */
export interface PasskeyRow {
  id: string;
  account_id: string;
  /** Base64url, and of one account alone. */
  credential_id: string;
  /** COSE, in base64url. */
  public_key: string;
  /** How often the authenticator has signed, if it counts. */
  counter: number;
  /** A list of texts in JSON: how the authenticator can be reached. */
  transports: string;
  name: string;
  created_at: number;
  last_used_at: number | null;
}

/**
 * `register`: adds a passkey to an account. `sign-in`: the only step of a login. `log-in`: its second step. `confirm`:
 * proves again who somebody is.
 */
type ChallengePurpose = "register" | "sign-in" | "log-in" | "confirm";

/** A challenge between its request and the answer of a passkey, on whichever node that comes. */
export interface PasskeyChallengeRow {
  /** Of a token that only the browser which asked has. */
  token_digest: string;
  challenge: string;
  purpose: ChallengePurpose;
  /** Null for `sign-in`: the passkey tells who it is. */
  account_id: string | null;
  /** The session or ticket that asked for it. */
  holder: string | null;
  /** In JSON. */
  relying_party: string;
  created_at: number;
}
