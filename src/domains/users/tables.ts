import type { Relation } from "../../visibility/view-change.ts";

export interface UsersTables {
  users: UserRow;
  relations: RelationRow;
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
  display_name: string | null;
  pronouns: string | null;
  /** JSON of a `File`. */
  avatar: string | null;
  status_text: string | null;
  status_presence: string | null;
  profile_content: string | null;
  /** JSON of a `File`. */
  profile_background: string | null;
  /** When a rename last changed the discriminator because the old one was taken. */
  discriminator_changed_at: number | null;
  /** Of bots: the id of the owner. */
  bot_owner: string | null;
}

/** The relation of `user_id` to `other_id`. Both users of a relationship have a row, or neither. */
export interface RelationRow {
  user_id: string;
  other_id: string;
  status: Exclude<Relation, "None">;
  since: number;
}
