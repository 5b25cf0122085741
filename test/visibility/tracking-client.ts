import type { Packet, StreamClient } from "../support/stream/stream.ts";

// biome-ignore lint/suspicious/noExplicitAny: objects of every kind, as the server sends them
type Thing = Record<string, any>;

/** What a client knows: names of servers by id, whole channels, the servers of emoji, and who is in which call. */
export interface Knowledge {
  readonly servers: Map<string, string>;
  readonly channels: Map<string, Thing>;
  readonly emojis: Map<string, string>;
  /** The ids of the participants, in order, by channel. */
  readonly calls: Map<string, readonly string[]>;
}

export function knowledgeFrom({ servers, channels, emojis, voice_states }: Packet): Knowledge {
  return {
    servers: new Map(servers.map(({ _id, name }: Thing) => [_id, name])),
    channels: new Map(channels.map((channel: Thing) => [channel._id, channel])),
    emojis: new Map(emojis.map(({ _id, parent }: Thing) => [_id, parent.id])),
    calls: new Map(voice_states.map(({ id, participants }: Thing) => [id, idsOf(participants)])),
  };
}

const idsOf = (participants: readonly Thing[]): string[] => participants.map(({ id }) => id).sort();

/** A client that applies events and throws on those about things that it cannot see. */
export class TrackingClient<S extends Pick<StreamClient, "takeNew"> = Pick<StreamClient, "takeNew">> {
  readonly stream: S;
  known: Knowledge;
  readonly #userId: string;
  /** The typing events since the last `takeTypingEvents`. */
  #typing: string[] = [];

  constructor(stream: S, ready: Packet, userId: string) {
    this.stream = stream;
    this.known = knowledgeFrom(ready);
    this.#userId = userId;
  }

  /** Applies all events sent so far, those that it has missed included. */
  async receive(): Promise<void> {
    for (const packet of await this.stream.takeNew()) {
      if (packet.type === "Ready") this.known = knowledgeFrom(packet);
      if (withoutEvents.has(packet.type)) continue;
      for (const event of packet.type === "Bulk" ? packet.v : [packet]) {
        const handle = events[event.type];
        if (!handle) throw new Error(`received ${event.type}, which has no handler here`);
        const problem = handle(this, event);
        if (problem) throw new Error(`received an event about ${problem}: ${JSON.stringify(packet)}`);
      }
    }
  }

  takeTypingEvents(): string[] {
    const typing = this.#typing;
    this.#typing = [];
    return typing;
  }

  recordTyping({ type, id, user }: Packet): void {
    this.#typing.push(`${type} ${user} ${id}`);
  }

  isSelf(userId: string): boolean {
    return userId === this.#userId;
  }

  /** Applies a change to who is in the call of a channel in view. */
  changeCall(channel: string, change: (participants: Set<string>) => void): string | undefined {
    const { channels, calls } = this.known;
    if (!channels.has(channel)) return "a call that is not in view";
    const participants = new Set(calls.get(channel));
    change(participants);
    if (participants.size > 0) calls.set(channel, [...participants].sort());
    else calls.delete(channel);
    return undefined;
  }

  isInCall(userId: string): boolean {
    return [...this.known.calls.values()].some((participants) => participants.includes(userId));
  }

  forgetServer(id: string): void {
    const { servers, channels, emojis, calls } = this.known;
    servers.delete(id);
    for (const { _id, server } of channels.values()) {
      if (server !== id) continue;
      channels.delete(_id);
      calls.delete(_id);
    }
    for (const [emoji, server] of emojis) if (server === id) emojis.delete(emoji);
  }
}

const withoutEvents: ReadonlySet<string> = new Set(["Authenticated", "Ready", "Resumed"]);

/** Returns what is wrong with the event, if anything is. */
type Handler = (client: TrackingClient, event: Packet) => string | undefined;

const inServer =
  (take: (client: TrackingClient, event: Packet) => void = () => {}): Handler =>
  (client, event) => {
    const server = event.parent?.id ?? event.id.server ?? event.id;
    if (!client.known.servers.has(server)) return "a server that it is not in";
    take(client, event);
    return undefined;
  };

const inChannel =
  (take: (client: TrackingClient, channel: Thing, event: Packet) => void): Handler =>
  (client, event) => {
    const channel = client.known.channels.get(event.channel ?? event.channel_id ?? event.id);
    if (!channel) return "a channel that is not in view";
    take(client, channel, event);
    return undefined;
  };

const ofEmoji =
  (take: (client: TrackingClient, event: Packet) => void): Handler =>
  (client, event) => {
    if (!client.known.emojis.has(event.id)) return "an emoji of another server";
    take(client, event);
    return undefined;
  };

const keyOf: Readonly<Record<string, string>> = { DefaultPermissions: "default_permissions" };

const events: Readonly<Record<string, Handler>> = {
  ServerCreate({ known }, { id, server, channels, emojis, voice_states }) {
    if (known.servers.has(id)) return "joining a server that it is in";
    known.servers.set(id, server.name);
    for (const channel of channels) known.channels.set(channel._id, channel);
    for (const { _id } of emojis) known.emojis.set(_id, id);
    for (const call of voice_states) known.calls.set(call.id, idsOf(call.participants));
    return undefined;
  },
  ServerUpdate: inServer(({ known }, { id, data }) => {
    if (data.name !== undefined) known.servers.set(id, data.name);
  }),
  ServerDelete: inServer((client, { id }) => client.forgetServer(id)),
  ServerMemberJoin: inServer(),
  ServerMemberUpdate: inServer(),
  ServerMemberLeave: inServer((client, { id, user }) => {
    if (client.isSelf(user)) client.forgetServer(id);
  }),
  ServerRoleUpdate: inServer(),
  ServerRoleDelete: inServer((client, { id, role_id }) => {
    for (const [channelId, channel] of client.known.channels) {
      if (channel.server !== id || !channel.role_permissions?.[role_id]) continue;
      const { role_permissions, ...bare } = channel;
      const { [role_id]: _, ...others } = role_permissions;
      const isBare = Object.keys(others).length === 0;
      client.known.channels.set(channelId, isBare ? bare : { ...bare, role_permissions: others });
    }
  }),
  ServerRoleRanksUpdate: inServer(),
  EmojiCreate: inServer(({ known }, { _id, parent }) => known.emojis.set(_id, parent.id)),
  EmojiUpdate: ofEmoji(() => {}),
  EmojiDelete: ofEmoji(({ known }, { id }) => known.emojis.delete(id)),
  ChannelCreate({ known }, { type: _, ...channel }) {
    if (known.channels.has(channel._id)) return "a channel that was in view before";
    if (!known.servers.has(channel.server)) return "a channel of a server that it is not in";
    known.channels.set(channel._id, channel);
    return undefined;
  },
  ChannelUpdate: inChannel(({ known }, channel, { data, clear }) => {
    const cleared = new Set(clear.map((field: string) => keyOf[field]));
    const kept = Object.fromEntries(Object.entries(channel).filter(([key]) => !cleared.has(key)));
    known.channels.set(channel._id, { ...kept, ...data });
  }),
  ChannelDelete: inChannel(({ known }, { _id }) => {
    known.channels.delete(_id);
    known.calls.delete(_id);
  }),
  VoiceChannelJoin: (client, { id, state }) => client.changeCall(id, (users) => users.add(state.id)),
  VoiceChannelLeave: (client, { id, user }) => client.changeCall(id, (users) => users.delete(user)),
  VoiceChannelMove: (client, { user, from, to }) =>
    client.changeCall(from, (users) => users.delete(user)) ??
    client.changeCall(to, (users) => users.add(user)),
  ChannelStartTyping: inChannel((client, _channel, event) => client.recordTyping(event)),
  ChannelStopTyping: inChannel((client, _channel, event) => client.recordTyping(event)),
  Message: inChannel(({ known }, channel, { _id }) =>
    known.channels.set(channel._id, { ...channel, last_message_id: _id }),
  ),
  MessageUpdate: inChannel(() => {}),
  MessageAppend: inChannel(() => {}),
  MessageDelete: inChannel(() => {}),
  BulkMessageDelete: inChannel(() => {}),
  MessageReact: inChannel(() => {}),
  MessageUnreact: inChannel(() => {}),
  MessageRemoveReaction: inChannel(() => {}),
  UserUpdate: (client, { id }) =>
    client.isSelf(id) || client.isInCall(id) ? undefined : "an unrelated user",
};
