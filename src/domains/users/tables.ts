import type { Relation } from "../../protocol/view-change.ts";

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
  /** A File. */
  avatar: string | null;
  status_text: string | null;
  status_presence: string | null;
  profile_content: string | null;
  /** A File. */
  profile_background: string | null;
  /** When a name that was taken last forced another discriminator on the user. */
  discriminator_changed_at: number | null;
  /** Of bots alone. */
  bot_owner: string | null;
}

/** How `user_id` stands to `other_id`; both sides have a row, or neither. */
export interface RelationRow {
  user_id: string;
  other_id: string;
  status: Exclude<Relation, "None">;
  since: number;
}
