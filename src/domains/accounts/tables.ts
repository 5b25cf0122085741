/** Flags are 0 or 1; times are milliseconds since 1970. */
export interface AccountsTables {
  accounts: AccountRow;
  sessions: SessionRow;
  mfa_tickets: TicketRow;
  registration_invites: RegistrationInviteRow;
}

export interface AccountRow {
  id: string;
  email: string;
  email_normalised: string;
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
  failed_logins: number;
  locked_until: number;
  totp: "disabled" | "pending" | "enabled";
  totp_secret_sealed: string | null;
  recovery_codes_sealed: string | null;
}

export interface SessionRow {
  id: string;
  user_id: string;
  token_digest: string;
  name: string;
  last_seen: number;
  subscription: string | null;
}

export interface TicketRow {
  id: string;
  account_id: string;
  token_digest: string;
  validated: number;
  authorised: number;
  created_at: number;
}

export interface RegistrationInviteRow {
  code: string;
  created_at: number;
  uses: number;
  /** Null allows any number of uses. */
  max_uses: number | null;
  claimed_by: string | null;
}
