import type { UserRow } from "../tables.ts";

/** The empty values of all columns that users or operators fill in. */
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

/** The row of a new user. */
export function newUserRow(
  user: Pick<UserRow, "id" | "username" | "discriminator" | "policy_acknowledged_at">,
  bot_owner: string | null = null,
): UserRow {
  return { ...user, ...emptyProfile, bot_owner, username_key: user.username.toLowerCase(), revision: "" };
}
