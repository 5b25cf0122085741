import { Avatar } from "@ui/avatar.tsx";
import { ChannelIcon, channelName, conversationsOf } from "../../components/channels.tsx";
import type { Choice } from "../../components/choose-list.tsx";
import { whyNotWrite } from "../../composer/why-not-write.ts";
import type { Channel } from "../../model/channel.ts";
import type { User } from "../../model/user.ts";
import type { Client } from "../../session/client.ts";
import { peopleWith } from "../../users/relations.ts";

/** Where a message can be forwarded to: a channel, or a friend with whom there is no conversation yet. */
export interface Target extends Choice {
  /** The channel to send to, which may have to be made. */
  channelId(): Promise<string>;
}

/**
 * Where the user may write: conversations first, then channels of servers, then other friends. What was written for
 * adults stays where people are asked before they see it.
 */
export function forwardTargets(client: Client, from: Channel): readonly Target[] {
  const mayWrite = (channel: Channel) =>
    whyNotWrite(channel, channel.server?.member?.timeout, Date.now()) === undefined &&
    (!from.mature || channel.mature || channel.type === "SavedMessages");
  const conversations = conversationsOf(client);
  const others = client.channels.list().filter(({ type }) => type === "TextChannel");
  const notes = client.channels.list().filter(({ type }) => type === "SavedMessages");
  const known = new Set(conversations.map(({ recipient }) => recipient?.id));
  const friends = from.mature ? [] : peopleWith(client, "Friend").filter(({ id }) => !known.has(id));
  return [
    ...[...conversations, ...notes, ...others].filter(mayWrite).map(targetOf),
    ...friends.map((friend) => friendTarget(client, friend)),
  ];
}

function targetOf(channel: Channel): Target {
  const name = channelName(channel);
  return {
    id: channel.id,
    name,
    detail: channel.server?.name,
    image: () =>
      channel.recipient ? (
        <Avatar name={name} url={channel.recipient.avatarURL} size={24} />
      ) : (
        <ChannelIcon channel={channel} size={24} />
      ),
    channelId: async () => channel.id,
  };
}

function friendTarget(client: Client, { id, displayName, avatarURL }: User): Target {
  return {
    id,
    name: displayName,
    image: () => <Avatar name={displayName} url={avatarURL} size={24} />,
    async channelId() {
      const conversation = await client.api.get(`/users/${id}/dm`);
      // Its event may still be on its way.
      client.change(({ channels }) => {
        channels[conversation._id] ??= conversation;
      });
      return conversation._id;
    },
  };
}
