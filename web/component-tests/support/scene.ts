import { monotonicFactory, ulid } from "ulid";
import type {
  Channel,
  ChannelUnread,
  Member,
  Message,
  PolicyChange,
  Server,
  TextChannel,
  User,
  UserSettings,
} from "../../protocol/types.ts";
import { configuration } from "./configuration.ts";
import type { Network } from "./network.ts";

const monotonic = monotonicFactory();
/** Greater than all before it, unless it is to be of another time. */
export const newId = (at?: Date) => (at ? ulid(at.getTime()) : monotonic());

/** What the server knows, in the shapes of the protocol. */
export interface Scene {
  me: User;
  /** Of the session in which the page is open. */
  sessionId: string;
  users: User[];
  servers: Server[];
  channels: Channel[];
  members: Member[];
  messages: Message[];
  unreads: ChannelUnread[];
  settings: UserSettings;
  policies: PolicyChange[];
  configuration: typeof configuration;
}

export function newUser(username: string, more: Partial<User> = {}): User {
  return { _id: newId(), username, discriminator: "1234", relationship: "None", online: true, ...more };
}

export function newMember(server: Server, user: User, more: Partial<Member> = {}): Member {
  return { _id: { server: server._id, user: user._id }, joined_at: "2024-01-01T00:00:00.000Z", ...more };
}

export function newMessage(
  channel: Channel,
  author: User,
  content: string,
  more: Partial<Message> = {},
): Message {
  return { _id: newId(), channel: channel._id, author: author._id, content, ...more };
}

/** Whether the host has calls. */
export function setCalls(scene: Scene, enabled: boolean): void {
  const { features } = scene.configuration;
  const livekit = { ...features.livekit, enabled };
  scene.configuration = { ...scene.configuration, features: { ...features, livekit } };
}

/** View, read history, write, react, upload, embed, invite: what the server gives to everybody. */
export const usualPermissions = 2 ** 20 + 2 ** 21 + 2 ** 22 + 2 ** 25 + 2 ** 26 + 2 ** 27 + 2 ** 29;

/** Ann, who looks at the channel General of Bob's server Ferrets. */
export function newScene() {
  const me = newUser("Ann", { relationship: "User" });
  const bob = newUser("Bob");
  const serverId = newId();
  const channel: TextChannel = {
    channel_type: "TextChannel",
    _id: newId(),
    server: serverId,
    name: "General",
  };
  const server: Server = {
    _id: serverId,
    owner: bob._id,
    name: "Ferrets",
    channels: [channel._id],
    default_permissions: usualPermissions,
    approximate_member_count: 2,
  };
  const scene: Scene = {
    me,
    sessionId: newId(),
    users: [bob],
    servers: [server],
    channels: [channel],
    members: [newMember(server, me), newMember(server, bob)],
    messages: [],
    unreads: [],
    settings: {},
    policies: [],
    configuration,
  };
  return { scene, bob, server, channel, path: `/server/${serverId}/channel/${channel._id}` };
}

const relationsOf = ({ users }: Scene) =>
  users.flatMap(({ _id, relationship }) => (relationship === "None" ? [] : [{ _id, status: relationship }]));

/** Lets the network answer what every page asks, from the scene as it is at that moment. */
export function answerFrom(scene: Scene, network: Network): void {
  network.onConnect = () => [
    { type: "Authenticated" },
    {
      type: "Ready",
      users: [...scene.users, { ...scene.me, relations: relationsOf(scene) }],
      servers: scene.servers,
      channels: scene.channels,
      members: scene.members.filter(({ _id }) => _id.user === scene.me._id),
      emojis: [],
      voice_states: [],
      user_settings: scene.settings,
      channel_unreads: scene.unreads,
      policy_changes: scene.policies,
    },
  ];
  const peopleOf = (messages: readonly Message[]) => ({
    messages,
    users: [scene.me, ...scene.users],
    members: scene.members,
  });
  network.on("get /", () => scene.configuration);
  network.on("get /channels/{target}/messages", ({ path: [channel], query }) => {
    const { before, after, nearby, limit = "50", sort = "Latest" } = query;
    const all = scene.messages.filter((message) => message.channel === channel);
    const part = all.filter(({ _id }) => (!before || _id < before) && (!after || _id > after));
    const count = Number(limit);
    if (nearby !== undefined) {
      const at = all.findIndex(({ _id }) => _id >= nearby);
      return peopleOf(all.slice(Math.max(0, at - count / 2), at + count / 2));
    }
    return peopleOf(sort === "Oldest" ? part.slice(0, count) : part.slice(-count).toReversed());
  });
  network.on("post /channels/{target}/messages", ({ path: [channel = ""], body }) => {
    const { content, nonce, replies } = body;
    const message: Message = {
      _id: newId(),
      channel,
      author: scene.me._id,
      ...(typeof content === "string" && { content }),
      ...(typeof nonce === "string" && { nonce }),
      ...(replies?.length && { replies: replies.map(({ id }) => id) }),
    };
    scene.messages.push(message);
    return message;
  });
  network.on("put /channels/{target}/ack/{message}", () => undefined);
  network.on("get /servers/{target}/members", () => ({
    members: scene.members,
    users: [scene.me, ...scene.users],
  }));
}
