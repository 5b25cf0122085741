import type { Services } from "../../../declare/services.ts";
import { timeOfId } from "../../../platform/ids/ids.ts";
import type { EffectiveRelation, Relation } from "../../../visibility/view-change.ts";
import type { RelationshipStatus, User, UserProfile, UserStatus } from "../model.ts";
import type { RelationRow, UserRow } from "../tables.ts";

const earlyAdopter = 256;

/** The services that views need. */
export type ViewServices = Pick<Services, "config" | "presence">;

/** The columns of a user that others may see, except those of the profile. */
export const shownColumns = [
  "id",
  "username",
  "discriminator",
  "flags",
  "badges",
  "privileged",
  "display_name",
  "pronouns",
  "avatar",
  "status_text",
  "status_presence",
  "bot_owner",
] as const satisfies readonly (keyof UserRow)[];
export type ShownUser = Pick<UserRow, (typeof shownColumns)[number]>;

/** A user as they see themselves; their relations are in the order of creation. */
export function selfView(
  row: ShownUser,
  relations: readonly Pick<RelationRow, "other_id" | "status">[],
  services: ViewServices,
): User {
  const entries = relations.map(({ other_id, status }) => ({ _id: other_id, status }));
  return {
    ...view(row, "User", services),
    ...(entries.length > 0 && { relations: entries }),
  };
}

/** A user whom the viewer has a relation to or shares a place with: everything, unless they have blocked the viewer. */
export function knownView(row: ShownUser, relation: EffectiveRelation, services: ViewServices): User {
  const full = view(row, relation === "BlockedBoth" ? "Blocked" : relation, services);
  return isBlockedBy(relation) ? hide(full) : full;
}

/** Whether the other user has blocked the viewer. */
export function isBlockedBy(relation: EffectiveRelation): boolean {
  return relation === "BlockedOther" || relation === "BlockedBoth";
}

/** A user whom the viewer requested by id: with the status only if the viewer may see the profile. */
export function perspectiveView(
  row: UserRow,
  { relation, seesProfile }: { relation: Relation; seesProfile: boolean },
  services: ViewServices,
): User {
  return seesProfile || isBot(row) ? view(row, relation, services) : hide(view(row, relation, services));
}

/** A user without a specific viewer: leaves out everything that depends on the viewer. */
export function anonymousView(row: UserRow, services: ViewServices): User {
  const full = view(row, "None", services);
  return isBot(row) ? full : hide(full);
}

/** The author of a message as its event shows them to receivers without a relation to them. */
export function authorView(row: UserRow, services: ViewServices): User {
  return view(row, "None", services);
}

/** The same author for a receiver with a relation to them; `User` is the author's own. */
export function relatedAuthorView(author: User, relation: EffectiveRelation | "User"): User {
  if (relation === "User") return { ...author, relationship: relation };
  const related = { ...author, relationship: relation === "BlockedBoth" ? "Blocked" : relation } as const;
  return isBlockedBy(relation) ? hide(related) : related;
}

/** The status as others see it: the presence Invisible is left out. */
export function shownStatus(row: Pick<UserRow, "status_text" | "status_presence">): UserStatus {
  const presence = row.status_presence as UserStatus["presence"] | null;
  return {
    ...(row.status_text !== null && { text: row.status_text }),
    ...(presence && presence !== "Invisible" && { presence }),
  };
}

/** The stored badges, and the badge of early adopters. */
export function shownBadges(
  row: Pick<UserRow, "id" | "badges">,
  { config }: Pick<ViewServices, "config">,
): number {
  return timeOfId(row.id) < config.users.early_adopter_cutoff ? row.badges | earlyAdopter : row.badges;
}

/** Whether a user appears online to users who may see the status. */
export function isOnline(
  row: Pick<UserRow, "id" | "status_presence">,
  { presence }: Pick<ViewServices, "presence">,
): boolean {
  return row.status_presence !== "Invisible" && presence.isConnected(row.id);
}

/** Sets field by field for speed: every message has a view of its author, and every member of a server has one. */
function view(row: ShownUser, relationship: RelationshipStatus, services: ViewServices): User {
  const badges = shownBadges(row, services);
  const user: User = {
    _id: row.id,
    username: row.username,
    discriminator: row.discriminator,
    // Views of bots carry no relationship; users who blocked one know it from their own relations.
    relationship: row.bot_owner === null || relationship === "User" ? relationship : "None",
    online: isOnline(row, services),
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

export function profileView(row: Pick<UserRow, "profile_content" | "profile_background">): UserProfile {
  return {
    ...(row.profile_content !== null && { content: row.profile_content }),
    ...(row.profile_background !== null && { background: JSON.parse(row.profile_background) }),
  };
}

/** Leaves out the status and shows the user as offline. */
export function hide(user: User): User {
  const { status, ...rest } = user;
  rest.online = false;
  return rest;
}

export function isBot(row: Pick<UserRow, "bot_owner">): boolean {
  return row.bot_owner !== null;
}
