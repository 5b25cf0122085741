import type { Packet } from "../support/stream/stream.ts";
import type { Reference } from "./reference.ts";

/** Throws for an event that this client should not have received. */
type Check = (client: Reference, packet: Packet) => void;

const anywhere: Check = () => {};
const inServer =
  (serverOf: (packet: Packet) => string): Check =>
  ({ state }, packet) => {
    if (!state.servers[serverOf(packet)]) throw new Error(`received ${packet.type} of a foreign server`);
  };
const inChannel =
  (channelOf: (packet: Packet) => string): Check =>
  ({ state }, packet) => {
    if (!state.channels[channelOf(packet)])
      throw new Error(`received ${packet.type} of an invisible channel`);
  };
const ofServer = inServer(({ id }) => id);
const ofChannel = inChannel(({ id }) => id);
const ofMessage = inChannel(({ channel }) => channel);
const ofReaction = inChannel(({ channel_id }) => channel_id);
const ofEmoji: Check = ({ state }, { id }) => {
  if (!state.emojis[id]) throw new Error(`received an event of an emoji of another server, ${id}`);
};
/** After another check. */
const unless = (
  check: Check,
  isWrong: (client: Reference, packet: Packet) => boolean,
  why: string,
): Check => {
  return (client, packet) => {
    check(client, packet);
    if (isWrong(client, packet)) throw new Error(`received ${packet.type}, but ${why}`);
  };
};

/** Who may receive what, by the type of the event. An event without a check here fails. */
export const audience: Readonly<Record<string, Check>> = {
  ServerCreate: unless(anywhere, ({ state }, { id }) => id in state.servers, "the server is known"),
  ServerUpdate: ofServer,
  ServerDelete: ofServer,
  ServerMemberJoin: unless(
    ofServer,
    ({ state }, { user }) => user === state.selfId,
    "a new member must receive ServerCreate",
  ),
  ServerMemberUpdate: inServer(({ id }) => id.server),
  ServerMemberLeave: ofServer,
  ServerRoleUpdate: ofServer,
  ServerRoleDelete: ofServer,
  ServerRoleRanksUpdate: ofServer,
  ChannelCreate: unless(
    ({ state }, { server }) => {
      if (server && !state.servers[server]) throw new Error("received ChannelCreate of a foreign server");
    },
    ({ state }, { server, _id }) => server && _id in state.channels,
    "the channel is known",
  ),
  ChannelUpdate: ofChannel,
  ChannelDelete: ofChannel,
  ChannelGroupJoin: unless(
    ofChannel,
    ({ state }, { user }) => user === state.selfId,
    "a new recipient must receive ChannelCreate",
  ),
  ChannelGroupLeave: ofChannel,
  ChannelAck: anywhere,
  ChannelStartTyping: anywhere,
  ChannelStopTyping: anywhere,
  Message: ofMessage,
  MessageUpdate: ofMessage,
  MessageDelete: ofMessage,
  BulkMessageDelete: ofMessage,
  MessageReact: ofReaction,
  MessageUnreact: ofReaction,
  MessageRemoveReaction: ofReaction,
  WebhookCreate: ofReaction,
  // Ready holds no webhooks, so these change nothing.
  WebhookUpdate: anywhere,
  WebhookDelete: anywhere,
  EmojiCreate: inServer(({ parent }) => parent.id),
  EmojiUpdate: ofEmoji,
  EmojiDelete: ofEmoji,
  VoiceChannelJoin: ofChannel,
  VoiceChannelLeave: ofChannel,
  VoiceChannelMove: (client, packet) => {
    for (const id of [packet.from, packet.to]) ofChannel(client, { type: packet.type, id });
  },
  UserVoiceStateUpdate: unless(
    ofReaction,
    ({ state }, { id, channel_id }) => !state.calls[channel_id]?.[id],
    "the user is not in the call",
  ),
  VoiceCallUpdate: ofReaction,
  UserMoveVoiceChannel: anywhere,
  UserUpdate: unless(anywhere, (client, { id }) => !client.mayReceive(id), "the user is unrelated"),
  UserRelationship: anywhere,
  UserPlatformWipe: anywhere,
  UserSettingsUpdate: anywhere,
  UserSlowmodes: anywhere,
  Auth: anywhere,
};
