import type { File } from "../../../protocol/file.ts";
import type { Category, Emoji, Member, Role, Server, SystemMessageChannels } from "../model.ts";
import type { EmojiRow, MemberRow, RoleRow, ServerRow } from "../tables.ts";

/** A member with the ids of their roles, in the order in which the roles were assigned. */
export type MemberWithRoles = MemberRow & { readonly roles: readonly string[] };

interface ServerContents {
  readonly roles: readonly RoleRow[];
  readonly channels: readonly string[];
  readonly members: number;
}

export function serverView(row: ServerRow, { roles, channels, members }: ServerContents): Server {
  return {
    _id: row.id,
    owner: row.owner_id,
    name: row.name,
    ...(row.description !== null && { description: row.description }),
    channels: [...channels],
    ...(row.categories !== null && { categories: JSON.parse(row.categories) as Category[] }),
    ...(row.system_messages !== null && {
      system_messages: JSON.parse(row.system_messages) as SystemMessageChannels,
    }),
    ...(roles.length > 0 && { roles: Object.fromEntries(roles.map((role) => [role.id, roleView(role)])) }),
    default_permissions: row.default_permissions,
    ...(row.icon !== null && { icon: JSON.parse(row.icon) as File }),
    ...(row.banner !== null && { banner: JSON.parse(row.banner) as File }),
    ...(row.flags !== 0 && { flags: row.flags }),
    ...(row.nsfw === 1 && { nsfw: true }),
    ...(row.analytics === 1 && { analytics: true }),
    ...(row.discoverable === 1 && { discoverable: true }),
    approximate_member_count: members,
  };
}

export function roleView(row: RoleRow): Role {
  return {
    _id: row.id,
    name: row.name,
    permissions: { a: row.allow, d: row.deny },
    ...(row.colour !== null && { colour: row.colour }),
    ...(row.hoist === 1 && { hoist: true }),
    rank: row.rank,
    ...(row.icon !== null && { icon: JSON.parse(row.icon) as File }),
    ...(row.owner_id !== null && { owner: row.owner_id }),
  };
}

export function memberView(row: MemberWithRoles): Member {
  // Assigned field by field because this is a hot path: lists hold thousands, and every message has one.
  const member: Member = {
    _id: { server: row.server_id, user: row.user_id },
    joined_at: new Date(row.joined_at).toISOString(),
  };
  if (row.nickname !== null) member.nickname = row.nickname;
  if (row.pronouns !== null) member.pronouns = row.pronouns;
  if (row.avatar !== null) member.avatar = JSON.parse(row.avatar) as File;
  if (row.roles.length > 0) member.roles = [...row.roles];
  if (row.timeout_until !== null) member.timeout = new Date(row.timeout_until).toISOString();
  if (row.can_publish === 0) member.can_publish = false;
  if (row.can_receive === 0) member.can_receive = false;
  return member;
}

export function emojiView(row: EmojiRow): Emoji {
  return {
    _id: row.id,
    parent: row.server_id === null ? { type: "Detached" } : { type: "Server", id: row.server_id },
    creator_id: row.creator_id,
    name: row.name,
    ...(row.animated === 1 && { animated: true }),
    ...(row.nsfw === 1 && { nsfw: true }),
  };
}
