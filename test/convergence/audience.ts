import { eventAudiences } from "../support/stream/event-audiences.ts";
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

/** The checks that say more than the topics of the event, by its type. */
const ownChecks: Readonly<Record<string, Check>> = {
  ServerCreate: unless(anywhere, ({ state }, { id }) => id in state.servers, "the server is known"),
  ServerMemberJoin: unless(
    ofServer,
    ({ state }, { user }) => user === state.selfId,
    "a new member must receive ServerCreate",
  ),
  ChannelCreate: unless(
    ({ state }, { server }) => {
      if (server && !state.servers[server]) throw new Error("received ChannelCreate of a foreign server");
    },
    ({ state }, { server, _id }) => server && _id in state.channels,
    "the channel is known",
  ),
  ChannelGroupJoin: unless(
    ofChannel,
    ({ state }, { user }) => user === state.selfId,
    "a new recipient must receive ChannelCreate",
  ),
  ChannelStartTyping: anywhere,
  ChannelStopTyping: anywhere,
  // Ready holds no webhooks, so these change nothing.
  WebhookUpdate: anywhere,
  WebhookDelete: anywhere,
  EmojiCreate: inServer(({ parent }) => parent.id),
  EmojiUpdate: ofEmoji,
  EmojiDelete: ofEmoji,
  VoiceChannelJoin: ofChannel,
  VoiceChannelMove: (client, packet) => {
    for (const id of [packet.from, packet.to]) ofChannel(client, { type: packet.type, id });
  },
  UserVoiceStateUpdate: unless(
    ofReaction,
    ({ state }, { id, channel_id }) => !state.calls[channel_id]?.[id],
    "the user is not in the call",
  ),
  VoiceCallUpdate: ofReaction,
  UserUpdate: unless(anywhere, (client, { id }) => !client.mayReceive(id), "the user is unrelated"),
  UserPlatformWipe: anywhere,
  Auth: anywhere,
};

/** A check that the receiver knows the server or channel to which the first topic of the event belongs. */
function checkOfTopic(topics: string): Check {
  const [, kind, path = ""] = /^(channel|server):([\w.]+)/.exec(topics) ?? [];
  const idIn = (packet: Packet): string =>
    path.split(".").reduce((value, key) => value[key], packet) as unknown as string;
  if (kind === "channel") return inChannel(idIn);
  return kind === "server" ? inServer(idIn) : anywhere;
}

/** Who may receive what, by the type of the event. */
export const audience: ReadonlyMap<string, Check> = new Map([
  ...eventAudiences.toReversed().map(([name, topics]) => [name, checkOfTopic(topics)] as const),
  ...Object.entries(ownChecks),
]);
