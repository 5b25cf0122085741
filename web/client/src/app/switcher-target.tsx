import { Avatar } from "@ui/avatar.tsx";
import type { LucideIcon } from "@ui/icons.ts";
import type { JSX } from "solid-js";
import { Dynamic } from "solid-js/web";
import { ChannelIcon, channelName } from "../components/channels.tsx";
import { goTo } from "../components/navigation.ts";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import type { User } from "../model/user.ts";
import { recentChannels } from "../preferences/preferences.ts";
import { openProfile } from "../profile/open-profile.tsx";
import type { Client } from "../session/client.ts";
import { canMessage, openMessages } from "../users/person-actions.ts";
import { peopleWith } from "../users/relations.ts";
import type { Named } from "./search-names.ts";

/** What the quick switcher offers. */
export interface Target extends Named {
  readonly detail?: string;
  readonly isUnread?: boolean;
  readonly icon: () => JSX.Element;
  readonly run: () => void;
}

export const lineIcon = (icon: LucideIcon) => () => (
  <Dynamic component={icon} size={18} strokeWidth={1.75} aria-hidden="true" />
);

/** Channels and listed conversations: those that were open last, except the one that is open, then unread ones. */
export function channelTargets(client: Client, openId: string | undefined) {
  const recent = recentChannels().filter((id) => id !== openId);
  const place = ({ id, unread, muted }: Channel) => {
    const at = recent.indexOf(id);
    if (at >= 0) return at;
    return recent.length + (id === openId ? 2 : unread && !muted ? 0 : 1);
  };
  const listed = client.channels
    .list()
    .filter(({ type, active }) => type !== "DirectMessage" || active)
    .sort((a, b) => place(a) - place(b));
  const isPerson = ({ type }: Channel) => type === "DirectMessage";
  const target = (channel: Channel) => targetOf(client, channel);
  return {
    all: listed.map(target),
    conversations: listed.filter(isPerson).map(target),
    channels: listed.filter((channel) => !isPerson(channel)).map(target),
  };
}

function targetOf(client: Client, channel: Channel): Target {
  const { recipient } = channel;
  const name = channelName(channel);
  return {
    name,
    otherNames: recipient && [recipient.username],
    detail: channel.server?.name,
    isUnread: channel.unread && !channel.muted,
    icon: () =>
      recipient ? (
        <Avatar name={name} url={recipient.avatarURL} size={20} />
      ) : (
        <ChannelIcon channel={channel} />
      ),
    run: () => goTo(client, channel.path),
  };
}

export function serverTargets(client: Client): Target[] {
  return client.servers.list().map(({ name, iconURL, path }) => ({
    name,
    detail: t().switcher.server,
    icon: () => <Avatar name={name} url={iconURL} size={20} square />,
    run: () => goTo(client, path),
  }));
}

/** Everybody who is known and has no listed conversation, friends first, with the names that they have in a server. */
export function peopleTargets(client: Client, serverId: string | undefined): Target[] {
  const listed = new Set(
    client.channels.list().flatMap(({ active, recipient }) => (active && recipient ? recipient.id : [])),
  );
  const friends = new Set(peopleWith(client, "Friend").map(({ id }) => id));
  return client.users
    .list()
    .filter(({ id, self }) => !self && !listed.has(id))
    .sort((a, b) => Number(friends.has(b.id)) - Number(friends.has(a.id)))
    .map((user) => ({
      name: user.displayName,
      otherNames: [user.username, client.member(serverId ?? "", user.id)?.nickname ?? ""],
      detail: `${user.username}#${user.discriminator}`,
      icon: () => <Avatar name={user.displayName} url={user.avatarURL} size={20} />,
      run: () => openPerson(client, user),
    }));
}

/** Leads to the conversation with somebody, or says who they are where one cannot write to them. */
function openPerson(client: Client, user: User): void {
  if (canMessage(user)) void openMessages(client, user);
  else openProfile(user.id);
}
