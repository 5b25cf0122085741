import type { Reader } from "../../../declare/tx.ts";
import { canViewChannel } from "../../../permissions/servers.ts";
import { type Channel, findTextChannel, overridesOf } from "../../channels/index.ts";
import { findEmoji, findMembership, listMembersAmong, listRoles } from "../../members/index.ts";
import type { Message } from "../../messages/index.ts";
import { listUsers } from "../../users/index.ts";
import { findReferencedIds, type NamesById } from "../rules/names.ts";

/**
 * Finds the names for the ids in a message: of users and roles those that it mentions, of channels those that its author
 * can see. Otherwise an author could learn a name by writing its id.
 */
export async function findNames(db: Reader, message: Message, channel: Channel): Promise<NamesById> {
  const { content = "", mentions = [], role_mentions = [] } = message;
  const referenced = findReferencedIds(content);
  const serverId = channel.channel_type === "TextChannel" ? channel.server : undefined;
  const users = new Map(
    (await listUsers(db, mentions)).map((user) => [user.id, user.display_name ?? user.username]),
  );
  const emojis = new Map<string, string>();
  for (const id of referenced.emojis) {
    const emoji = await findEmoji(db, id);
    if (emoji) emojis.set(id, emoji.name);
  }
  if (serverId === undefined) return { users, roles: new Map(), channels: new Map(), emojis };
  for (const { user_id, nickname } of await listMembersAmong(db, serverId, mentions))
    if (nickname !== null) users.set(user_id, nickname);
  const serverRoles = role_mentions.length > 0 ? await listRoles(db, serverId) : [];
  const roles = new Map(
    serverRoles.filter(({ id }) => role_mentions.includes(id)).map(({ id, name }) => [id, name]),
  );
  const author = { serverId, authorId: message.author };
  return { users, roles, channels: await findChannelNames(db, referenced.channels, author), emojis };
}

async function findChannelNames(
  db: Reader,
  ids: readonly string[],
  { serverId, authorId }: { readonly serverId: string; readonly authorId: string },
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const membership = ids.length > 0 ? (await findMembership(db, serverId, authorId))?.membership : undefined;
  if (!membership?.member) return names;
  for (const id of ids) {
    const channel = await findTextChannel(db, id);
    if (channel?.server === serverId && canViewChannel(membership, overridesOf(channel)))
      names.set(id, channel.name);
  }
  return names;
}
