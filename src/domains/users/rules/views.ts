import { timeOfId } from "../../../platform/ids.ts";
import type { EffectiveRelation, Relation } from "../../../protocol/view-change.ts";
import type { Services } from "../../../store/services.ts";
import type { RelationshipStatus, User, UserProfile, UserStatus } from "../model.ts";
import type { RelationRow, UserRow } from "../tables.ts";

const earlyAdopter = 256;

/** What a view depends on beside the row. */
export type Surroundings = Pick<Services, "config" | "presence">;

/** How users see themselves, with their relations in the order in which they came to be. */
export function selfView(row: UserRow, relations: readonly RelationRow[], around: Surroundings): User {
  const listed = relations.map(({ other_id, status }) => ({ _id: other_id, status }));
  return {
    ...view(row, "User", around),
    ...(listed.length > 0 && { relations: listed }),
  };
}

/** How users see those whom they have something to do with: everything, unless that one has blocked them. */
export function knownView(row: UserRow, regard: EffectiveRelation, around: Surroundings): User {
  const seen = view(row, regard === "BlockedBoth" ? "Blocked" : regard, around);
  return isBlockedBy(regard) ? hide(seen) : seen;
}

/** Whether the other one has blocked the viewer, whatever the viewer has done. */
export function isBlockedBy(regard: EffectiveRelation): boolean {
  return regard === "BlockedOther" || regard === "BlockedBoth";
}

/** How a user who was looked up is shown: the status only to those who may see the profile. */
export function perspectiveView(
  row: UserRow,
  { relation, seesProfile }: { relation: Relation; seesProfile: boolean },
  around: Surroundings,
): User {
  return seesProfile || isBot(row) ? view(row, relation, around) : hide(view(row, relation, around));
}

/** How a user is shown to nobody in particular, or to many at once: what differs from one to the other is left out. */
export function anonymousView(row: UserRow, around: Surroundings): User {
  const seen = view(row, "None", around);
  return isBot(row) ? seen : hide(seen);
}

/** The status as others may see it: who is invisible is not told. */
export function shownStatus(row: Pick<UserRow, "status_text" | "status_presence">): UserStatus {
  const presence = row.status_presence as UserStatus["presence"] | null;
  return {
    ...(row.status_text !== null && { text: row.status_text }),
    ...(presence && presence !== "Invisible" && { presence }),
  };
}

/** The badges that a user was given, and the one that comes with age. */
export function shownBadges(
  row: Pick<UserRow, "id" | "badges">,
  { config }: Pick<Surroundings, "config">,
): number {
  return timeOfId(row.id) < config.users.early_adopter_cutoff ? row.badges | earlyAdopter : row.badges;
}

/** Whether a user appears online to those who may see it. */
export function isOnline(
  row: Pick<UserRow, "id" | "status_presence">,
  { presence }: Pick<Surroundings, "presence">,
): boolean {
  return row.status_presence !== "Invisible" && presence.isConnected(row.id);
}

/** Written out field by field: every message shows its author, and every member of a server is shown. */
function view(row: UserRow, relationship: RelationshipStatus, around: Surroundings): User {
  const badges = shownBadges(row, around);
  const user: User = {
    _id: row.id,
    username: row.username,
    discriminator: row.discriminator,
    // Bots are nobody's friends; who blocked one knows it from their own relations.
    relationship: row.bot_owner === null || relationship === "User" ? relationship : "None",
    online: isOnline(row, around),
  };
  if (row.display_name !== null) user.display_name = row.display_name;
  if (row.pronouns !== null) user.pronouns = row.pronouns;
  if (row.avatar !== null) user.avatar = JSON.parse(row.avatar);
  if (badges !== 0) user.badges = badges;
  if (row.status_text !== null || row.status_presence !== null) {
    const status = shownStatus(row);
    if (Object.keys(status).length > 0) user.status = status;
  }
  if (row.flags !== 0) user.flags = row.flags;
  if (row.privileged) user.privileged = true;
  if (row.bot_owner !== null) user.bot = { owner: row.bot_owner };
  return user;
}

/** What a user tells about themselves. */
export function profileView(row: Pick<UserRow, "profile_content" | "profile_background">): UserProfile {
  return {
    ...(row.profile_content !== null && { content: row.profile_content }),
    ...(row.profile_background !== null && { background: JSON.parse(row.profile_background) }),
  };
}

/** Without what tells whether and how somebody is there. */
export function hide(user: User): User {
  const { status, ...hidden } = user;
  hidden.online = false;
  return hidden;
}

export function isBot(row: Pick<UserRow, "bot_owner">): boolean {
  return row.bot_owner !== null;
}
