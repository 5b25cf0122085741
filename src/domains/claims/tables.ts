export interface ClaimsTables {
  claim_links: ClaimLinkRow;
}

/** A link that gives the history of an imported user to the account that opens it first. */
export interface ClaimLinkRow {
  digest: string;
  /** The imported user. */
  user_id: string;
  /** The only account that may use it; null for any. */
  account_id: string | null;
  /** How many messages the user had when the link was made. */
  messages: number;
  /** In milliseconds since 1970. */
  expires: number;
  /** The account that has used it. The row is kept until it expires, so that the page can say so. */
  used_by: string | null;
}
