import { createEffect, createMemo, createResource, createSignal, on, untrack } from "solid-js";
import { channelName } from "../components/channels.tsx";
import { loadEmoji, type UnicodeEmoji } from "../emoji/emoji-data.ts";
import { language } from "../i18n/i18n.ts";
import { fetchMembers } from "../members/open-rosters.ts";
import type { Channel } from "../model/channel.ts";
import type { Emoji } from "../model/emoji.ts";
import { avatarUrl } from "../model/files.ts";
import type { Server } from "../model/server.ts";
import { skinTone } from "../preferences/preferences.ts";
import { type Client, sessionState } from "../session/client.ts";
import type { Connection } from "../session/connection.ts";
import { addresses } from "../session/server.ts";
import type { Trigger } from "./find-trigger.ts";
import { type Candidate, personCandidate, rankCandidates } from "./rank.ts";

const most = 8;

/** What can be completed at the trigger. People and emoji are fetched when one is first begun. */
export function createCompletion(
  { client, generation }: Connection,
  channel: () => Channel,
  trigger: () => Trigger | undefined,
  commands: () => readonly Candidate[] = () => [],
) {
  /** The index of the candidate that Enter takes. */
  const [chosen, choose] = createSignal(0);
  const kind = createMemo(() => trigger()?.kind);
  const [emoji] = createResource(() => kind() === "emoji" && language(), loadEmoji);
  const [members] = createResource(
    () => {
      const { serverId } = channel();
      return kind() === "person" && serverId ? { serverId, at: generation() } : undefined;
    },
    ({ serverId }) => serverPeople(client, serverId),
  );

  function* found({ kind, query }: Trigger): Iterable<Candidate> {
    if (kind === "person" && channel().serverId) yield* (!members.error && members.latest) || [];
    if (kind === "person" && !channel().serverId) yield* recipientsOf(channel());
    if (kind === "person" || kind === "role") yield* groupsIn(channel());
    if (kind === "channel") yield* channelsIn(channel().server);
    if (kind === "command") yield* commands().filter(({ key }) => key.startsWith(query));
    if (kind === "emoji") {
      const custom = channel().onlyEmojiOf?.emojis ?? client.emojis.list();
      yield* emojiOf(custom, (!emoji.error && emoji.latest) || [], query, skinTone());
    }
  }

  const candidates = createMemo(() => {
    const wanted = trigger();
    // These say when something was fetched; all else may change without the list changing under the finger.
    void [emoji.state, members.state];
    return wanted ? untrack(() => rankCandidates(found(wanted), wanted.query, most)) : [];
  });
  createEffect(on(candidates, () => choose(0)));
  return { candidates, chosen, choose };
}

interface Kept {
  readonly generation: number;
  readonly people: Promise<readonly Candidate[]>;
}

/** What was fetched, by server. */
const peopleByServer = sessionState(() => new Map<string, Kept>());

/**
 * All members of a server, fetched once for each time the connection came up. They stay out of the state, of
 * which most would never be shown.
 */
function serverPeople(client: Client, serverId: string): Promise<readonly Candidate[]> {
  const servers = peopleByServer(client);
  const generation = client.generation();
  const before = servers.get(serverId);
  if (before?.generation === generation) return before.people;
  const people = fetchPeople(client, serverId);
  servers.set(serverId, { generation, people });
  // A failure is not kept: the next attempt fetches again.
  people.catch(() => servers.delete(serverId));
  return people;
}

async function fetchPeople(client: Client, serverId: string): Promise<readonly Candidate[]> {
  return (await fetchMembers(client, serverId)).map(({ member, user }) =>
    personCandidate({
      id: user._id,
      name: member.nickname ?? user.display_name ?? user.username,
      detail: `${user.username}#${user.discriminator}`,
      avatarUrl: avatarUrl(addresses, user._id, member.avatar ?? user.avatar),
    }),
  );
}

/** The people of a conversation outside of servers. */
function recipientsOf(channel: Channel): readonly Candidate[] {
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
function* groupsIn(channel: Channel): Iterable<Candidate> {
  const server = channel.server;
  if (server && channel.havePermission("MentionRoles")) {
    for (const { id, name } of server.orderedRoles) {
      yield { key: id, name, shown: `@${name}`, form: `<%${id}>`, icon: "role" };
    }
  }
  if (channel.type === "SavedMessages" || !channel.havePermission("MentionEveryone")) return;
  for (const name of ["everyone", "online"]) yield { key: name, name, shown: `@${name}`, icon: "role" };
}

function channelsIn(server: Server | undefined): readonly Candidate[] {
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

/** Custom emoji, and those of Unicode by their names. */
function* emojiOf(
  custom: readonly Emoji[],
  unicode: readonly UnicodeEmoji[],
  query: string,
  tone: number,
): Iterable<Candidate> {
  for (const { id, name, url, isAnimated } of custom) {
    yield { key: id, name, avatarUrl: url, isAnimated, shown: `:${name}:`, form: `:${id}:`, icon: "image" };
  }
  for (const { emoji, shortNames, label, tones } of unicode) {
    const shown = tones[tone - 1] ?? emoji;
    // Of several names the one that is being written.
    const name = shortNames.find((one) => one.startsWith(query.toLowerCase())) ?? shortNames[0] ?? label;
    yield { key: emoji, name, detail: label, shown, icon: "text" };
  }
}
