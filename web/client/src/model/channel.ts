import { decodeTime } from "ulid";
import { grantAllSafe, type Permission } from "../../../../src/permissions/bits.ts";
import { directMessagePermissions, groupPermissions } from "../../../../src/permissions/conversations.ts";
import { type ChannelOverrides, channelPermissions } from "../../../../src/permissions/servers.ts";
import type { Channel as ChannelData, File, UserVoiceState } from "../../../protocol/types.ts";
import { fileUrl } from "./files.ts";
import { has } from "./permissions.ts";
import type { Server } from "./server.ts";
import type { User } from "./user.ts";
import { View } from "./view.ts";

const nobody: readonly string[] = [];

/** A channel of a server, or a conversation. */
export class Channel extends View {
  get #data(): ChannelData | undefined {
    return this.model.state.channels[this.id];
  }
  get #inServer() {
    const data = this.#data;
    return data?.channel_type === "TextChannel" ? data : undefined;
  }
  get #group() {
    const data = this.#data;
    return data?.channel_type === "Group" ? data : undefined;
  }

  get type(): ChannelData["channel_type"] | undefined {
    return this.#data?.channel_type;
  }
  get path(): string {
    return this.serverId ? `/server/${this.serverId}/channel/${this.id}` : `/channel/${this.id}`;
  }
  get name(): string | undefined {
    return (this.#inServer ?? this.#group)?.name;
  }
  get description(): string | undefined {
    return (this.#inServer ?? this.#group)?.description;
  }
  get icon(): File | undefined {
    return (this.#inServer ?? this.#group)?.icon;
  }
  get iconURL(): string | undefined {
    return this.icon ? fileUrl(this.model.addresses, this.icon) : this.recipient?.avatarURL;
  }
  /** Meant for adults. */
  get mature(): boolean {
    return (this.#inServer ?? this.#group)?.nsfw ?? false;
  }
  get serverId(): string | undefined {
    return this.#inServer?.server;
  }
  get server(): Server | undefined {
    return this.model.servers.get(this.serverId ?? "");
  }
  /** Whether a conversation is in the list of both. */
  get active(): boolean {
    const data = this.#data;
    return data?.channel_type === "DirectMessage" && data.active;
  }
  get recipientIds(): readonly string[] {
    const data = this.#data;
    return data && "recipients" in data ? data.recipients : nobody;
  }
  get recipients(): readonly User[] {
    return this.recipientIds.flatMap((id) => this.model.users.get(id) ?? []);
  }
  /** The other one in a direct message. */
  get recipient(): User | undefined {
    return this.type === "DirectMessage" ? this.recipients.find(({ self }) => !self) : undefined;
  }
  get ownerId(): string | undefined {
    return this.#group?.owner;
  }
  get owner(): User | undefined {
    return this.model.users.get(this.ownerId ?? "");
  }

  get isVoice(): boolean {
    return this.type === "DirectMessage" || this.#group !== undefined || this.#inServer?.voice !== undefined;
  }
  /** How many may be in the call; undefined if nothing limits them. */
  get maxUsers(): number | undefined {
    return this.#inServer?.voice?.max_users || undefined;
  }
  /** Who is in the call, by user. */
  get voiceParticipants(): ReadonlyMap<string, UserVoiceState> {
    return new Map(Object.entries(this.model.state.calls[this.id] ?? {}));
  }
  /** Seconds between two messages of one person. */
  get slowmode(): number {
    return this.#inServer?.slowmode ?? 0;
  }
  get typingIds(): readonly string[] {
    return Object.keys(this.model.state.typing[this.id] ?? {});
  }

  get lastMessageId(): string | undefined {
    const data = this.#data;
    return data && "last_message_id" in data ? data.last_message_id : undefined;
  }
  get updatedAt(): Date {
    return new Date(decodeTime(this.lastMessageId ?? this.id));
  }
  /** The last message that was read. */
  get lastReadId(): string | undefined {
    return this.model.state.unreads[this.id]?.last_id;
  }
  /** Unread messages that mention this user. */
  get mentions(): readonly string[] {
    return this.model.state.unreads[this.id]?.mentions ?? nobody;
  }
  get unread(): boolean {
    const { lastMessageId } = this;
    if (!lastMessageId || this.model.mutes.isChannelMuted(this)) return false;
    return (this.lastReadId ?? "") < lastMessageId || this.mentions.length > 0;
  }
  get muted(): boolean {
    return this.model.mutes.isMuted(this);
  }

  get overrides(): ChannelOverrides {
    const { default_permissions, role_permissions } = this.#inServer ?? {};
    return { default: default_permissions, roles: role_permissions };
  }
  get permission(): number {
    const { server } = this;
    const { selfId } = this.model.state;
    if (this.type === "SavedMessages") return grantAllSafe;
    if (this.type === "DirectMessage")
      return directMessagePermissions({ recipient: true, maySend: this.#maySend() });
    if (this.#group) {
      const { owner, permissions } = this.#group;
      return groupPermissions({ owner: owner === selfId, recipient: true, permissions });
    }
    return server ? channelPermissions(server.membershipOf(selfId), this.overrides, Date.now()) : 0;
  }
  havePermission(...names: readonly Permission[]): boolean {
    const { permission } = this;
    return names.every((name) => has(permission, name));
  }

  /** The server whose custom emoji are the only ones that messages here may have; undefined if any may. */
  get onlyEmojiOf(): Server | undefined {
    return this.havePermission("UseExternalEmojis") ? undefined : this.server;
  }

  /** Friends may be written to, and bots. */
  #maySend(): boolean {
    const { recipient } = this;
    return recipient !== undefined && (recipient.relationship === "Friend" || recipient.bot !== undefined);
  }
}
