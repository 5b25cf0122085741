import type { Packet } from "../support/stream/stream.ts";
import type { Kind, Thing } from "./library-cache.ts";

type Handlers = Readonly<Record<string, (quirks: ServerQuirks, packet: Packet) => void>>;

/** The quirks for servers and their content. */
export class ServerQuirks {
  readonly selfId: string;
  /** Roles that channels and members still hold: the library removes only the role itself. */
  readonly deletedRoles = new Set<string>();
  /** Roles that were reordered, which the library ignores. */
  readonly reordered = new Set<string>();
  /** Roles whose colour was removed, which the library ignores. */
  readonly colourless = new Set<string>();
  /** Channels whose voice was removed, which the library ignores. */
  readonly voiceless = new Set<string>();
  /** Renamed emoji, which the library ignores. */
  readonly renamed = new Set<string>();
  /** Servers joined since Ready. The library adds neither their emoji nor the own member, and may have an old one. */
  readonly joined = new Set<string>();
  readonly joinedEmojis = new Set<string>();
  /** The channels of such servers: the library ignores their calls. */
  readonly joinedChannels = new Set<string>();
  /** Servers that were left or deleted, whose emoji the library keeps. */
  readonly left = new Set<string>();
  /** Channels that are no longer visible: the library removes them from the list of the server. */
  readonly unlisted = new Set<string>();
  /** Such channels that came back, by server. They are not listed again, and so not removed with the server. */
  readonly adrift = new Map<string, string>();
  /** Channels that the library does not remove: those of such servers, and groups that the user left. */
  readonly stranded = new Set<string>();
  /** Users who joined a call since Ready: the library does not fetch their members. */
  readonly participants = new Set<string>();
  /** Members who joined since Ready: the library does not take over when they joined. */
  readonly newcomers = new Set<string>();
  /** Channels that a user was moved from or to, which the library ignores. */
  readonly moved = new Set<string>();
  /** Deleted messages, which the library counts as unread if they mention the user. */
  readonly deletedMessages = new Set<string>();

  constructor(selfId: string) {
    this.selfId = selfId;
  }

  take(packet: Packet): void {
    handlers[packet.type]?.(this, packet);
  }

  mayMiss(kind: Kind, id: string, thing: Thing): boolean {
    if (kind === "serverMembers")
      return this.#isOwnSinceJoining(thing) || this.participants.has((thing.id as { user: string }).user);
    if (kind === "calls") return this.moved.has(id) || this.joinedChannels.has(id);
    return kind === "emojis" && this.joinedEmojis.has(id);
  }

  /** The library keeps all members that it saw joining, also after a server is deleted. */
  mayKeep(kind: Kind, id: string, thing: Thing): boolean {
    if (kind === "serverMembers") return true;
    if (kind === "calls") return this.moved.has(id) || this.stranded.has(id);
    if (kind === "channelUnreads") return !thing.lastMessageId && this.#mentionsOf(thing).length === 0;
    return kind === "emojis" ? this.#isLeft(thing) : kind === "channels" && this.stranded.has(id);
  }

  excuse(kind: Kind, id: string, thing: Thing): Thing {
    switch (kind) {
      case "servers":
        return { ...thing, channelIds: this.#listed(thing), roles: this.#rolesOf(thing) };
      case "channels": {
        if (this.stranded.has(id)) return {};
        const { voice, rolePermissions = {}, lastMessageId, ...channel } = thing;
        const kept = Object.entries(rolePermissions as object).filter(
          ([role]) => !this.deletedRoles.has(role),
        );
        return {
          ...channel,
          rolePermissions: Object.fromEntries(kept),
          ...(!this.voiceless.has(id) && { voice }),
          // The library tracks the last message of saved messages, which Ready does not hold.
          ...(thing.channelType !== "SavedMessages" && { lastMessageId }),
        };
      }
      case "serverMembers": {
        if (this.#isOwnSinceJoining(thing)) return {};
        const { joinedAt, ...member } = thing;
        const roles = (thing.roles as string[]).filter((role) => !this.deletedRoles.has(role));
        return { ...member, roles, ...(!this.newcomers.has(id) && { joinedAt }) };
      }
      case "calls":
        return this.moved.has(id) || this.joinedChannels.has(id) ? {} : thing;
      case "channelUnreads":
        return { ...thing, messageMentionIds: this.#mentionsOf(thing) };
      case "emojis": {
        const { name, ...emoji } = thing;
        return this.renamed.has(id) || this.#isLeft(thing) ? emoji : { ...emoji, name };
      }
      default:
        return thing;
    }
  }

  leave(server: string): void {
    for (const [id, other] of this.adrift) if (other === server) this.stranded.add(id);
    this.left.add(server);
  }

  list(channels: readonly string[]): void {
    for (const id of channels) {
      this.unlisted.delete(id);
      this.adrift.delete(id);
    }
  }

  #isOwnSinceJoining({ id }: Thing): boolean {
    const { server, user } = id as { server: string; user: string };
    return user === this.selfId && this.joined.has(server);
  }

  #isLeft({ parent }: Thing): boolean {
    return this.left.has((parent as { id: string }).id);
  }

  #mentionsOf({ messageMentionIds }: Thing): string[] {
    return (messageMentionIds as string[]).filter((id) => !this.deletedMessages.has(id));
  }

  #listed({ channelIds }: Thing): string[] {
    return (channelIds as string[]).filter((id) => !this.unlisted.has(id));
  }

  #rolesOf({ roles }: Thing): Thing {
    const known = Object.entries(roles as Record<string, Thing>).map(([id, { rank, colour, ...role }]) => [
      id,
      {
        ...role,
        ...(!this.reordered.has(id) && { rank }),
        ...(colour !== undefined && !this.colourless.has(id) && { colour }),
      },
    ]);
    return Object.fromEntries(known);
  }
}

const handlers: Handlers = {
  ServerCreate(quirks, { server, channels, emojis, voice_states }) {
    quirks.joined.add(server._id);
    quirks.list(server.channels);
    for (const { _id } of emojis) quirks.joinedEmojis.add(_id);
    for (const { _id } of channels) quirks.joinedChannels.add(_id);
    for (const { participants } of voice_states)
      for (const { id } of participants) quirks.participants.add(id);
    for (const role of Object.keys(server.roles ?? {})) {
      quirks.reordered.delete(role);
      quirks.colourless.delete(role);
    }
  },
  ServerUpdate: (quirks, { data: { channels = [] } }) => quirks.list(channels),
  ServerDelete: (quirks, { id }) => quirks.leave(id),
  ServerMemberJoin: ({ newcomers }, { id, user }) => void newcomers.add(id + user),
  ServerMemberLeave(quirks, { id, user }) {
    if (user === quirks.selfId) quirks.leave(id);
  },
  ServerRoleUpdate({ colourless }, { role_id, data, clear }) {
    if (data.colour !== undefined) colourless.delete(role_id);
    if (clear.includes("Colour")) colourless.add(role_id);
  },
  ServerRoleDelete: ({ deletedRoles }, { role_id }) => void deletedRoles.add(role_id),
  ServerRoleRanksUpdate({ reordered }, { ranks }) {
    for (const role of ranks) reordered.add(role);
  },
  ChannelCreate({ unlisted, adrift }, { _id, server }) {
    if (unlisted.has(_id)) adrift.set(_id, server);
  },
  ChannelUpdate({ voiceless }, { id, data, clear }) {
    if (data.voice !== undefined) voiceless.delete(id);
    if (clear.includes("Voice")) voiceless.add(id);
  },
  ChannelDelete({ unlisted, adrift, stranded, voiceless }, { id }) {
    unlisted.add(id);
    for (const handlers of [adrift, stranded, voiceless]) handlers.delete(id);
  },
  ChannelGroupLeave({ selfId, stranded }, { id, user }) {
    if (user === selfId) stranded.add(id);
  },
  VoiceChannelJoin: ({ participants }, { state }) => void participants.add(state.id),
  VoiceChannelMove({ participants, moved }, { user, from, to }) {
    participants.add(user);
    moved.add(from).add(to);
  },
  MessageDelete: ({ deletedMessages }, { id }) => void deletedMessages.add(id),
  BulkMessageDelete({ deletedMessages }, { ids }) {
    for (const id of ids) deletedMessages.add(id);
  },
  EmojiUpdate: ({ renamed }, { id }) => void renamed.add(id),
};
