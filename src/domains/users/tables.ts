export interface UsersTables {
  users: UserRow;
}

export interface UserRow {
  id: string;
  username: string;
  /** Lower-cased; unique together with the discriminator. */
  username_key: string;
  discriminator: string;
  flags: number;
  badges: number;
  privileged: number;
  policy_acknowledged_at: number;
}
