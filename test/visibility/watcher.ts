import type { Packet, StreamClient } from "../support/stream.ts";

// biome-ignore lint/suspicious/noExplicitAny: things of every kind, as they came
type Thing = Record<string, any>;

/** What a client knows of servers: of each the name, of their channels everything, of emoji where they belong. */
export interface Knowledge {
  readonly servers: Map<string, string>;
  readonly channels: Map<string, Thing>;
  readonly emojis: Map<string, string>;
}

export function knowledgeOf({ servers, channels, emojis }: Packet): Knowledge {
  return {
    servers: new Map(servers.map(({ _id, name }: Thing) => [_id, name])),
    channels: new Map(channels.map((channel: Thing) => [channel._id, channel])),
    emojis: new Map(emojis.map(({ _id, parent }: Thing) => [_id, parent.id])),
  };
}

/** A client that keeps what it is told, and refuses to be told of what it cannot see. */
export class Watcher {
  readonly stream: StreamClient;
  readonly known: Knowledge;
  readonly #userId: string;
  /** Who was typing where since the last time that this was asked. */
  #typing: string[] = [];

  constructor(stream: StreamClient, ready: Packet, userId: string) {
    this.stream = stream;
    this.known = knowledgeOf(ready);
    this.#userId = userId;
  }

  /** Takes in what has been told so far. */
  async listen(): Promise<void> {
    for (const packet of await this.stream.news()) {
      if (packet.type === "Authenticated" || packet.type === "Ready") continue;
      for (const event of packet.type === "Bulk" ? packet.v : [packet]) {
        const take = events[event.type];
        if (!take) throw new Error(`told of ${event.type}, of which it knows nothing`);
        const refusal = take(this, event);
        if (refusal) throw new Error(`told of ${refusal}: ${JSON.stringify(packet)}`);
      }
    }
  }

  takeTyping(): string[] {
    const typing = this.#typing;
    this.#typing = [];
    return typing;
  }

  noteTyping({ type, id, user }: Packet): void {
    this.#typing.push(`${type} ${user} ${id}`);
  }

  isSelf(userId: string): boolean {
    return userId === this.#userId;
  }

  forgetServer(id: string): void {
    const { servers, channels, emojis } = this.known;
    servers.delete(id);
    for (const { _id, server } of channels.values()) if (server === id) channels.delete(_id);
    for (const [emoji, server] of emojis) if (server === id) emojis.delete(emoji);
  }
}

/** Returns what is wrong with being told this, if anything is. */
type Take = (watcher: Watcher, event: Packet) => string | undefined;

const inServer =
  (take: (watcher: Watcher, event: Packet) => void = () => {}): Take =>
  (watcher, event) => {
    const server = event.parent?.id ?? event.id.server ?? event.id;
    if (!watcher.known.servers.has(server)) return "a server that it is not in";
    take(watcher, event);
    return undefined;
  };

const inChannel =
  (take: (watcher: Watcher, channel: Thing, event: Packet) => void): Take =>
  (watcher, event) => {
    const channel = watcher.known.channels.get(event.channel ?? event.channel_id ?? event.id);
    if (!channel) return "a channel that is not in view";
    take(watcher, channel, event);
    return undefined;
  };

const ofEmoji =
  (take: (watcher: Watcher, event: Packet) => void): Take =>
  (watcher, event) => {
    if (!watcher.known.emojis.has(event.id)) return "an emoji of elsewhere";
    take(watcher, event);
    return undefined;
  };

const keyOf: Readonly<Record<string, string>> = { DefaultPermissions: "default_permissions" };

const events: Readonly<Record<string, Take>> = {
  ServerCreate({ known }, { id, server, channels, emojis }) {
    if (known.servers.has(id)) return "a server that it knows";
    known.servers.set(id, server.name);
    for (const channel of channels) known.channels.set(channel._id, channel);
    for (const { _id } of emojis) known.emojis.set(_id, id);
    return undefined;
  },
  ServerUpdate: inServer(({ known }, { id, data }) => {
    if (data.name !== undefined) known.servers.set(id, data.name);
  }),
  ServerDelete: inServer((watcher, { id }) => watcher.forgetServer(id)),
  ServerMemberJoin: inServer(),
  ServerMemberUpdate: inServer(),
  ServerMemberLeave: inServer((watcher, { id, user }) => {
    if (watcher.isSelf(user)) watcher.forgetServer(id);
  }),
  ServerRoleUpdate: inServer(),
  ServerRoleDelete: inServer((watcher, { id, role_id }) => {
    for (const [channelId, channel] of watcher.known.channels) {
      if (channel.server !== id || !channel.role_permissions?.[role_id]) continue;
      const { role_permissions, ...bare } = channel;
      const { [role_id]: _, ...others } = role_permissions;
      const isBare = Object.keys(others).length === 0;
      watcher.known.channels.set(channelId, isBare ? bare : { ...bare, role_permissions: others });
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
    const gone = new Set(clear.map((field: string) => keyOf[field]));
    const kept = Object.fromEntries(Object.entries(channel).filter(([key]) => !gone.has(key)));
    known.channels.set(channel._id, { ...kept, ...data });
  }),
  ChannelDelete: inChannel(({ known }, { _id }) => known.channels.delete(_id)),
  ChannelStartTyping: inChannel((watcher, _channel, event) => watcher.noteTyping(event)),
  ChannelStopTyping: inChannel((watcher, _channel, event) => watcher.noteTyping(event)),
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
  UserUpdate: (watcher, { id }) => (watcher.isSelf(id) ? undefined : "a stranger"),
};
