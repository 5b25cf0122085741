/** Flags are 0 or 1; times are milliseconds since 1970. */
export interface AccountsTables {
  accounts: AccountRow;
  sessions: SessionRow;
  mfa_tickets: TicketRow;
  registration_invites: InviteRow;
}

export interface AccountRow {
  id: string;
  email: string;
  email_normalised: string;
  password_hash: string;
  disabled: number;
  /** `moving`: verified, and about to change to `new_email`. */
  verification: "verified" | "pending" | "moving";
  verification_digest: string | null;
  verification_expires: number | null;
  new_email: string | null;
  reset_digest: string | null;
  reset_expires: number | null;
  deletion: "waiting" | "scheduled" | "deleted" | null;
  deletion_digest: string | null;
  /** When the code runs out, or when the deletion is due. */
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

export interface InviteRow {
  code: string;
  created_at: number;
  uses: number;
  /** null: as often as people like. */
  max_uses: number | null;
  claimed_by: string | null;
}
