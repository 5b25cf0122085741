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
  registration_invites: RegistrationInviteRow;
}

export interface AccountRow {
  id: string;
  email: string;
  email_normalised: string;
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
  /** Wrong proofs that were offered with this ticket. */
  failures: number;
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
