import type { Relation } from "../../visibility/view-change.ts";

export interface UsersTables {
  users: UserRow;
  relations: RelationRow;
  imported_users: ImportedUserRow;
  claim_changes: ClaimChangeRow;
}

/** A user without an account, who wrote elsewhere what was imported here. */
export interface ImportedUserRow {
  user_id: string;
  /** The service, such as `discord`. */
  source: string;
  /** The id of the user there. */
  foreign_id: string;
  /** The account that their messages belong to now. */
  claimed_by: string | null;
  /** The account whose claim an operator has undone: it gets them back only if an operator says so. */
  undone_for: string | null;
}

/** What a claim changed, so that it can be undone. */
export interface ClaimChangeRow {
  /** The imported user. */
  user_id: string;
  kind: "message" | "text" | "reaction" | "membership" | "ownership";
  /** The ids of what was changed, separated by slashes. */
  target: string;
  /** JSON: how it was before. */
  before: string;
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
  /** Another value after every change of what others see, see `updateUser`. */
  revision: string;
}

/** The relation of `user_id` to `other_id`. Both users of a relationship have a row, or neither. */
export interface RelationRow {
  user_id: string;
  other_id: string;
  status: Exclude<Relation, "None">;
  since: number;
}
