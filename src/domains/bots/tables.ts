export interface BotsTables {
  bots: BotRow;
}

export interface BotRow {
  /** Also the id of its user. */
  id: string;
  owner_id: string;
  token_digest: string;
  /** Sealed; the owner can read it again. Empty if the key is lost. */
  token: string;
  public: number;
  analytics: number;
  discoverable: number;
  interactions_url: string | null;
  terms_of_service_url: string | null;
  privacy_policy_url: string | null;
  flags: number;
  /** What the bot asks for when it is added to a server. */
  default_permissions: number | null;
}
