import Type from "typebox";
import { event } from "../../declare/event.ts";
import { Id } from "../../protocol/schema.ts";
import { topic } from "../../visibility/announcement.ts";
import type { ViewChange } from "../../visibility/view-change.ts";
import { Channel, ChannelField, PartialChannel, type TextChannel } from "./model.ts";
import { conversationOf } from "./rules/views.ts";

/** The receivers of a channel that is new, or new to them; `viewers` are the members who can view a server's channel. */
type ChannelReach = { readonly users: readonly string[]; readonly withBot?: boolean } | "viewers";

export const ChannelOpened = event({
  name: "ChannelCreate",
  role: "channel shown",
  doc: "A channel came to be, or came into view.",
  payload: Channel,
  audience: (channel, reach: ChannelReach) =>
    reach === "viewers" ? [topic.channel(channel._id)] : reach.users.map(topic.private),
  changes: (channel, reach) => {
    if (channel.channel_type === "TextChannel") return [channelChanged(channel)];
    const conversation = conversationOf(channel);
    if (!conversation || reach === "viewers") return [];
    const { users, ...about } = reach;
    return [{ kind: "conversation opened", users, conversation: { ...conversation, ...about } }];
  },
});

export const ChannelUpdated = event({
  name: "ChannelUpdate",
  doc: "Fields of a channel changed; `clear` lists the fields that were removed.",
  payload: Type.Object({ id: Id, data: PartialChannel, clear: Type.Array(ChannelField) }),
  audience: ({ id }) => [topic.channel(id)],
  // `after` is the whole channel, if it is one of a server.
  changes: ({ id, data }, after: TextChannel | undefined) =>
    after ? [channelChanged(after)] : groupChanged(id, data),
});

export const ChannelDeleted = event({
  name: "ChannelDelete",
  role: "channel hidden",
  doc: "A channel was deleted, or went out of view.",
  payload: Type.Object({ id: Id }),
  audience: ({ id }) => [topic.channel(id)],
  changes: ({ id }) => [{ kind: "channel gone", channel: id }],
});

export const GroupJoined = event({
  name: "ChannelGroupJoin",
  doc: "A user joined a group. The other recipients get this, the new one gets ChannelCreate.",
  payload: Type.Object({ id: Id, user: Id }),
  audience: ({ id }) => [topic.channel(id)],
  changes: ({ id, user }) => [{ kind: "recipient joined", channel: id, user }],
});

export const GroupLeft = event({
  name: "ChannelGroupLeave",
  doc: "A user left a group, or was removed from it.",
  payload: Type.Object({ id: Id, user: Id }),
  audience: ({ id }) => [topic.channel(id)],
  changes: ({ id, user }) => [{ kind: "recipient left", channel: id, user }],
});

export const TypingStarted = event({
  name: "ChannelStartTyping",
  role: "typing started",
  doc: "A user started to write.",
  payload: Type.Object({ id: Id, user: Id }),
  audience: ({ id }) => [topic.channel(id)],
});

export const TypingStopped = event({
  name: "ChannelStopTyping",
  role: "typing stopped",
  doc: "A user stopped writing.",
  payload: Type.Object({ id: Id, user: Id }),
  audience: ({ id }) => [topic.channel(id)],
});

export const ChannelAcknowledged = event({
  name: "ChannelAck",
  doc: "One has read a channel up to a message, perhaps from another device.",
  payload: Type.Object({ id: Id, user: Id, message_id: Id }),
  audience: ({ user }) => [topic.private(user)],
});

/** None if neither the owner nor the permissions changed; other channels have neither. */
function groupChanged(channel: string, { owner, permissions }: PartialChannel): ViewChange[] {
  if (owner === undefined && permissions === undefined) return [];
  return [
    {
      kind: "group changed",
      channel,
      ...(owner !== undefined && { owner }),
      ...(permissions !== undefined && { permissions }),
    },
  ];
}

function channelChanged(channel: TextChannel): ViewChange {
  return { kind: "server channel changed", server: channel.server, channel };
}
