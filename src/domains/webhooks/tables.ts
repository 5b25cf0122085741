export interface WebhooksTables {
  webhooks: WebhookRow;
}

export interface WebhookRow {
  id: string;
  channel_id: string;
  creator_id: string;
  name: string;
  /** JSON of a `File`. */
  avatar: string | null;
  permissions: number;
  token_digest: string;
  /** Sealed; users who manage webhooks can read it again. */
  token: string;
}
