import type { File } from "../../../declare/file.ts";
import type { Category, Member, Role, Server, SystemMessageChannels } from "../model.ts";
import type { MemberRow, RoleRow, ServerRow } from "../tables.ts";

/** A member with the ids of the roles, in their order. */
export type MemberWithRoles = MemberRow & { readonly roles: readonly string[] };

export interface ServerParts {
  readonly roles: readonly RoleRow[];
  readonly channels: readonly string[];
  readonly members: number;
}

export function serverView(row: ServerRow, { roles, channels, members }: ServerParts): Server {
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
  };
}

export function memberView(row: MemberWithRoles): Member {
  return {
    _id: { server: row.server_id, user: row.user_id },
    joined_at: new Date(row.joined_at).toISOString(),
    ...(row.nickname !== null && { nickname: row.nickname }),
    ...(row.pronouns !== null && { pronouns: row.pronouns }),
    ...(row.avatar !== null && { avatar: JSON.parse(row.avatar) as File }),
    ...(row.roles.length > 0 && { roles: [...row.roles] }),
    ...(row.timeout_until !== null && { timeout: new Date(row.timeout_until).toISOString() }),
    ...(row.can_publish === 0 && { can_publish: false }),
    ...(row.can_receive === 0 && { can_receive: false }),
  };
}
