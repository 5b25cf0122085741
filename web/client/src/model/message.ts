import { decodeTime } from "ulid";
import type { Message as MessageData } from "../../../protocol/types.ts";
import type { Channel } from "./channel.ts";
import { defaultAvatarUrl } from "./files.ts";
import type { Member } from "./member.ts";
import { mentionsSelf, messageFlags } from "./reduce-messages.ts";
import type { Server } from "./server.ts";
import type { User } from "./user.ts";
import { View } from "./view.ts";

const none: readonly never[] = [];

/** A message that a list holds. */
export class Message extends View {
  get #data(): MessageData | undefined {
    return this.model.state.messages[this.id];
  }

  get nonce(): string | undefined {
    return this.#data?.nonce;
  }
  get path(): string {
    return `${this.channel?.path}/${this.id}`;
  }
  get createdAt(): Date {
    return new Date(decodeTime(this.id));
  }
  get editedAt(): Date | undefined {
    const { edited } = this.#data ?? {};
    return edited === undefined ? undefined : new Date(edited);
  }
  get channelId(): string {
    return this.#data?.channel ?? "";
  }
  get channel(): Channel | undefined {
    return this.model.channels.get(this.channelId);
  }
  get server(): Server | undefined {
    return this.channel?.server;
  }
  get authorId(): string {
    return this.#data?.author ?? "";
  }
  get author(): User | undefined {
    return this.model.users.get(this.authorId);
  }
  get member(): Member | undefined {
    return this.server?.getMember(this.authorId);
  }
  get webhook(): { readonly name: string; readonly avatarURL: string } | undefined {
    const { webhook } = this.#data ?? {};
    if (!webhook) return undefined;
    const { addresses } = this.model;
    const avatarURL = webhook.avatar
      ? `${addresses.files}/avatars/${webhook.avatar}`
      : defaultAvatarUrl(addresses, this.authorId);
    return { name: webhook.name, avatarURL };
  }
  get masquerade() {
    return this.#data?.masquerade;
  }
  get masqueradeAvatarURL(): string | undefined {
    return this.model.addresses.proxied(this.masquerade?.avatar ?? "");
  }
  get username(): string | undefined {
    return this.masquerade?.name ?? this.webhook?.name ?? this.member?.nickname ?? this.author?.displayName;
  }
  get avatarURL(): string | undefined {
    return this.masqueradeAvatarURL ?? (this.webhook ?? this.member ?? this.author)?.avatarURL;
  }

  get content(): string {
    return this.#data?.content ?? "";
  }
  get systemMessage() {
    return this.#data?.system;
  }
  get attachments() {
    return this.#data?.attachments ?? none;
  }
  get embeds() {
    return this.#data?.embeds ?? none;
  }
  get replyIds(): readonly string[] {
    return this.#data?.replies ?? none;
  }
  get interactions() {
    return this.#data?.interactions;
  }
  /** Users by emoji. */
  get reactions(): Readonly<Record<string, readonly string[]>> {
    return this.#data?.reactions ?? {};
  }
  get pinned(): boolean {
    return this.#data?.pinned ?? false;
  }
  get isSuppressed(): boolean {
    return ((this.#data?.flags ?? 0) & messageFlags.suppressNotifications) !== 0;
  }
  /** Whether it mentions this user, with a notification or without. */
  get mentioned(): boolean {
    const data = this.#data;
    return data !== undefined && mentionsSelf(this.model.state, data);
  }
}
