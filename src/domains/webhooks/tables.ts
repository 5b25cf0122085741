export interface WebhooksTables {
  webhooks: WebhookRow;
}

export interface WebhookRow {
  id: string;
  channel_id: string;
  creator_id: string;
  name: string;
  /** A File. */
  avatar: string | null;
  permissions: number;
  token_digest: string;
  /** Sealed, for those who manage webhooks to read again. */
  token: string;
}
