import type { Channel, Client, Server, User } from "stoat.js";
import { channelName } from "../channels/channel-name.ts";
import type { UnicodeEmoji } from "./emoji-data.ts";
import type { Candidate } from "./rank.ts";

/** The people who can be mentioned in a channel, as far as they are known. */
export function* peopleIn(client: Client, channel: Channel): Iterable<Candidate> {
  if (channel.serverId === undefined) {
    for (const user of channel.recipients) if (user) yield person(user);
    return;
  }
  for (const member of client.serverMembers.values()) {
    if (member.id.server !== channel.serverId || !member.user) continue;
    yield person(member.user, member.nickname, member.avatarURL);
  }
}

function person(user: User, nickname?: string | null, avatarUrl = user.avatarURL): Candidate {
  const name = nickname ?? user.displayName;
  return {
    key: user.id,
    name,
    detail: `${user.username}#${user.discriminator}`,
    avatarUrl,
    shown: `@${name}`,
    form: `<@${user.id}>`,
    picture: "avatar",
  };
}

/** The roles and everybody, as far as this user may mention them. */
export function* groupsIn(channel: Channel): Iterable<Candidate> {
  const server = channel.server;
  if (server && channel.havePermission("MentionRoles")) {
    for (const { id, name } of server.orderedRoles) {
      yield { key: id, name, shown: `@${name}`, form: `<%${id}>`, picture: "role" };
    }
  }
  if (channel.type === "SavedMessages" || !channel.havePermission("MentionEveryone")) return;
  for (const name of ["everyone", "online"]) yield { key: name, name, shown: `@${name}`, picture: "role" };
}

export function channelsIn(server: Server | undefined): readonly Candidate[] {
  return (server?.channels ?? [])
    .filter((channel) => channel.havePermission("ViewChannel"))
    .map((channel) => ({
      key: channel.id,
      name: channelName(channel),
      shown: `#${channelName(channel)}`,
      form: `<#${channel.id}>`,
      picture: "channel",
    }));
}

/** The custom emoji of all servers of this user, and those of Unicode by their names. */
export function* emojiOf(
  client: Client,
  unicode: readonly UnicodeEmoji[],
  tone: number,
): Iterable<Candidate> {
  for (const { id, name, url } of client.emojis.values()) {
    yield { key: id, name, avatarUrl: url, shown: `:${name}:`, form: `:${id}:`, picture: "image" };
  }
  for (const { emoji, shortNames, label, tones } of unicode) {
    const shown = tones[tone - 1] ?? emoji;
    yield { key: emoji, name: shortNames[0] ?? label, detail: label, shown, picture: "text" };
  }
}
