import type { Packet } from "../support/stream.ts";
import type { Kind, Thing } from "./library-cache.ts";

type Notes = Readonly<Record<string, (quirks: ServerQuirks, packet: Packet) => void>>;

/** The same for servers and what is in them. */
export class ServerQuirks {
  readonly selfId: string;
  /** Roles that channels and members still name: it forgets only the role itself. */
  readonly deletedRoles = new Set<string>();
  /** It does not know that roles can be put in another order, */
  readonly reordered = new Set<string>();
  /** nor that a colour can be removed, */
  readonly colourless = new Set<string>();
  /** nor that of a channel voice can be, */
  readonly voiceless = new Set<string>();
  /** nor that an emoji can be renamed. */
  readonly renamed = new Set<string>();
  /** Servers joined since Ready. It takes in neither the emojis nor oneself, of whom it may still have what was. */
  readonly joined = new Set<string>();
  readonly joinedEmojis = new Set<string>();
  /** Servers that are gone, of which it keeps the emojis. */
  readonly left = new Set<string>();
  /** Channels that went out of view: it takes them for deleted, and from the list of the server. */
  readonly unlisted = new Set<string>();
  /** Those that came back, with their servers. They are not listed again, and so not forgotten with the server. */
  readonly adrift = new Map<string, string>();
  /** Channels that it does not forget: those of such servers, and groups that one left, even when one is back. */
  readonly stranded = new Set<string>();
  /** Messages that are deleted, which it takes for unread if they mentioned one. */
  readonly deletedMessages = new Set<string>();

  constructor(selfId: string) {
    this.selfId = selfId;
  }

  take(packet: Packet): void {
    notes[packet.type]?.(this, packet);
  }

  mayMiss(kind: Kind, id: string, thing: Thing): boolean {
    if (kind === "serverMembers") return this.#isOwnSinceJoining(thing);
    return kind === "emojis" && this.joinedEmojis.has(id);
  }

  /** Of members it has everybody whom it saw joining, and forgets nobody when a server is gone. */
  mayKeep(kind: Kind, id: string, thing: Thing): boolean {
    if (kind === "serverMembers") return true;
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
          // Of what one says to oneself it remembers which was the last, of which newcomers are not told.
          ...(thing.channelType !== "SavedMessages" && { lastMessageId }),
        };
      }
      case "serverMembers": {
        if (this.#isOwnSinceJoining(thing)) return {};
        const roles = thing.roles as string[];
        return { ...thing, roles: roles.filter((role) => !this.deletedRoles.has(role)) };
      }
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

const notes: Notes = {
  ServerCreate(quirks, { server, emojis }) {
    quirks.joined.add(server._id);
    quirks.list(server.channels);
    for (const { _id } of emojis) quirks.joinedEmojis.add(_id);
    for (const role of Object.keys(server.roles ?? {})) {
      quirks.reordered.delete(role);
      quirks.colourless.delete(role);
    }
  },
  ServerUpdate: (quirks, { data: { channels = [] } }) => quirks.list(channels),
  ServerDelete: (quirks, { id }) => quirks.leave(id),
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
    for (const notes of [adrift, stranded, voiceless]) notes.delete(id);
  },
  ChannelGroupLeave({ selfId, stranded }, { id, user }) {
    if (user === selfId) stranded.add(id);
  },
  MessageDelete: ({ deletedMessages }, { id }) => void deletedMessages.add(id),
  BulkMessageDelete({ deletedMessages }, { ids }) {
    for (const id of ids) deletedMessages.add(id);
  },
  EmojiUpdate: ({ renamed }, { id }) => void renamed.add(id),
};
