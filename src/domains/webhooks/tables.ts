export interface WebhooksTables {
  webhooks: WebhookRow;
}

/** In place of a sealed token that nobody can open any more. Its digest is still valid. */
export const lostToken = "";

export interface WebhookRow {
  id: string;
  channel_id: string;
  creator_id: string;
  /** Whether the creator was removed from the server or group by others when they last left it. */
  creator_expelled: number;
  name: string;
  /** JSON of a `File`. */
  avatar: string | null;
  permissions: number;
  token_digest: string;
  /** Sealed; users who manage webhooks can read it again. `lostToken` if the key is lost. */
  token: string;
}
