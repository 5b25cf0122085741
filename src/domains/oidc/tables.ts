/** Times are milliseconds since 1970. */
export interface OidcTables {
  identities: IdentityRow;
  oidc_flows: FlowRow;
  pending_links: PendingLinkRow;
}

/** An account at a provider with which one signs in here. Issuer and subject name it, and nothing else does. */
export interface IdentityRow {
  id: string;
  issuer: string;
  subject: string;
  account_id: string;
  /** What the provider called the person at the last sign-in. */
  label: string;
  created_at: number;
  last_used_at: number;
}

/**
 * `login`: of somebody without a session. `link`: adds an identity to an account. `confirm`: proves again who somebody
 * is, in place of a password.
 */
export type FlowPurpose = "login" | "link" | "confirm";

/** A sign-in between the redirect to the provider and its end here, on whichever node that is. */
export interface FlowRow {
  state_digest: string;
  provider: string;
  purpose: FlowPurpose;
  /** Of `link` and `confirm`. */
  account_id: string | null;
  /** Of `login`: the cookie of the browser that began it. */
  browser_digest: string | null;
  nonce: string;
  verifier_sealed: string;
  redirect_uri: string;
  /** An invite to register with. */
  invite: string | null;
  created_at: number;
}

/** An identity that was proved for an account, and that its session has to accept. */
export interface PendingLinkRow {
  token_digest: string;
  account_id: string;
  issuer: string;
  subject: string;
  label: string;
  created_at: number;
}
