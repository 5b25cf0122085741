import { channelName } from "../components/channels.tsx";
import type { UnicodeEmoji } from "../emoji/emoji-data.ts";
import type { Channel } from "../model/channel.ts";
import type { Server } from "../model/server.ts";
import type { Client } from "../session/client.ts";
import { type Candidate, personCandidate } from "./rank.ts";

/** The people of a conversation outside of servers. */
export function recipientsOf(channel: Channel): readonly Candidate[] {
  return channel.recipients.map((user) =>
    personCandidate({
      id: user.id,
      name: user.displayName,
      detail: `${user.username}#${user.discriminator}`,
      avatarUrl: user.avatarURL,
    }),
  );
}

/** The roles and everybody, as far as this user may mention them. */
export function* groupsIn(channel: Channel): Iterable<Candidate> {
  const server = channel.server;
  if (server && channel.havePermission("MentionRoles")) {
    for (const { id, name } of server.orderedRoles) {
      yield { key: id, name, shown: `@${name}`, form: `<%${id}>`, icon: "role" };
    }
  }
  if (channel.type === "SavedMessages" || !channel.havePermission("MentionEveryone")) return;
  for (const name of ["everyone", "online"]) yield { key: name, name, shown: `@${name}`, icon: "role" };
}

export function channelsIn(server: Server | undefined): readonly Candidate[] {
  return (server?.channels ?? [])
    .filter((channel) => channel.havePermission("ViewChannel"))
    .map((channel) => ({
      key: channel.id,
      name: channelName(channel),
      shown: `#${channelName(channel)}`,
      form: `<#${channel.id}>`,
      icon: "channel",
    }));
}

/** The custom emoji of all servers of this user, and those of Unicode by their names. */
export function* emojiOf(
  client: Client,
  unicode: readonly UnicodeEmoji[],
  query: string,
  tone: number,
): Iterable<Candidate> {
  for (const { id, name, url } of client.emojis.list()) {
    yield { key: id, name, avatarUrl: url, shown: `:${name}:`, form: `:${id}:`, icon: "image" };
  }
  for (const { emoji, shortNames, label, tones } of unicode) {
    const shown = tones[tone - 1] ?? emoji;
    // Of several names the one that is being written.
    const name = shortNames.find((one) => one.startsWith(query.toLowerCase())) ?? shortNames[0] ?? label;
    yield { key: emoji, name, detail: label, shown, icon: "text" };
  }
}
