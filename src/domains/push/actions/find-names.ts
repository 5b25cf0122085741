import { canViewChannel } from "../../../permissions/servers.ts";
import type { Reader } from "../../../store/tx.ts";
import { type Channel, overridesOf } from "../../conversations/index.ts";
import type { Message } from "../../messages/index.ts";
import {
  findEmoji,
  findMembership,
  findTextChannel,
  listMembersAmong,
  listRoles,
} from "../../servers/index.ts";
import { listUsers } from "../../users/index.ts";
import { findNamed, type Names } from "../rules/names.ts";

/**
 * The names that a message needs to be read. Of people and roles those that it mentions, of channels those that its
 * author can see: nobody learns a name by writing down an id.
 */
export async function findNames(db: Reader, message: Message, channel: Channel): Promise<Names> {
  const { content = "", mentions = [], role_mentions = [] } = message;
  const named = findNamed(content);
  const serverId = channel.channel_type === "TextChannel" ? channel.server : undefined;
  const users = new Map(
    (await listUsers(db, mentions)).map((user) => [user.id, user.display_name ?? user.username]),
  );
  const emojis = new Map<string, string>();
  for (const id of named.emojis) {
    const emoji = await findEmoji(db, id);
    if (emoji) emojis.set(id, emoji.name);
  }
  if (serverId === undefined) return { users, roles: new Map(), channels: new Map(), emojis };
  for (const { user_id, nickname } of await listMembersAmong(db, serverId, mentions))
    if (nickname !== null) users.set(user_id, nickname);
  const known = role_mentions.length > 0 ? await listRoles(db, serverId) : [];
  const roles = new Map(
    known.filter(({ id }) => role_mentions.includes(id)).map(({ id, name }) => [id, name]),
  );
  const place = { serverId, authorId: message.author };
  return { users, roles, channels: await findChannelNames(db, named.channels, place), emojis };
}

async function findChannelNames(
  db: Reader,
  ids: readonly string[],
  { serverId, authorId }: { readonly serverId: string; readonly authorId: string },
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const standing = ids.length > 0 ? (await findMembership(db, serverId, authorId))?.membership : undefined;
  if (!standing?.member) return names;
  for (const id of ids) {
    const channel = await findTextChannel(db, id);
    if (channel?.server === serverId && canViewChannel(standing, overridesOf(channel)))
      names.set(id, channel.name);
  }
  return names;
}
