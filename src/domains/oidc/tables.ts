/** Times are milliseconds since 1970. */
export interface OidcTables {
  identities: IdentityRow;
  oidc_flows: FlowRow;
  pending_links: PendingLinkRow;
  provider_sessions: ProviderSessionRow;
  logout_tokens: LogoutTokenRow;
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
  /** JSON: what the groups gave when the provider last said which there are. */
  grants: string;
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
  grants: string;
}

/** A session at a provider, and the session here that one signed in to from it. The latter's end is the end of the row. */
export interface ProviderSessionRow {
  id: string;
  identity_id: string;
  /** The id of the provider in the configuration. */
  provider: string;
  /** As the provider calls the session; null if it does not say. */
  sid: string | null;
  /** The ticket in which the sign-in ended. */
  ticket_id: string;
  /** Null until the ticket was exchanged. */
  session_id: string | null;
  refresh_token_sealed: string | null;
  /** When to ask the provider next; null without a refresh token. */
  refresh_at: number | null;
  /** How often in a row the provider could not be asked. */
  failures: number;
  created_at: number;
}

/** A logout token that was presented, until it expires. */
interface LogoutTokenRow {
  digest: string;
  expires: number;
}
