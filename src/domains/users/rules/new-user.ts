import type { UserRow } from "../tables.ts";

/** What users fill in, or are given, empty. */
export const emptyProfile = {
  flags: 0,
  badges: 0,
  privileged: 0,
  display_name: null,
  pronouns: null,
  avatar: null,
  status_text: null,
  status_presence: null,
  profile_content: null,
  profile_background: null,
  discriminator_changed_at: null,
} satisfies Partial<UserRow>;

/** A row for a user who has filled in nothing yet. */
export function newUserRow(
  user: Pick<UserRow, "id" | "username" | "discriminator" | "policy_acknowledged_at">,
  bot_owner: string | null = null,
): UserRow {
  return { ...user, ...emptyProfile, bot_owner, username_key: user.username.toLowerCase() };
}
