import type { Person } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";

/** Of the libraries, what the conversations use. Both have this form. */
export interface LibraryClient {
  readonly user?: LibraryUser | undefined;
  readonly users: { get(id: string): LibraryUser | undefined };
  readonly channels: {
    get(id: string): LibraryChannel | undefined;
    has(id: string): boolean;
    createGroup(name: string, users: string[]): Promise<LibraryChannel>;
  };
  readonly messages: {
    get(id: string): LibraryMessage | undefined;
    has(id: string): boolean;
    toList(): LibraryMessage[];
  };
  readonly servers: {
    get(id: string): LibraryServer | undefined;
    createServer(data: { name: string }): Promise<LibraryServer>;
  };
  readonly emojis: { has(id: string): boolean };
  readonly events: { disconnect(): void };
  ready(): boolean;
}

export interface LibraryUser {
  readonly id: string;
  readonly username: string;
  openDM(): Promise<LibraryChannel>;
}

export interface LibraryServer {
  readonly id: string;
  readonly channels: LibraryChannel[];
  ack(): Promise<void>;
  createEmoji(fileId: string, data: { name: string }): Promise<{ readonly id: string }>;
}

export interface LibraryChannel {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly ownerId: string;
  readonly lastMessageId: string | undefined;
  readonly unread: boolean;
  readonly mentions: Iterable<string> | undefined;
  readonly recipientIds: { has(id: string): boolean };
  readonly typingIds: { has(id: string): boolean };
  sendMessage(
    data: string | { content?: string; attachments?: string[] },
    key?: string,
  ): Promise<LibraryMessage>;
  fetchMessagesWithUsers(query: { limit: number }): Promise<Found>;
  searchWithUsers(search: { query?: string; pinned?: boolean; sort?: "Oldest" }): Promise<Found>;
  deleteMessages(ids: string[]): Promise<void>;
  ack(messageId: string, now: boolean): Promise<void>;
  createInvite(): Promise<{ readonly _id: string }>;
  addMember(id: string): Promise<void>;
  edit(data: { name: string }): Promise<void>;
  delete(): Promise<void>;
  startTyping(): void;
  stopTyping(): void;
}

interface Found {
  readonly messages: LibraryMessage[];
  readonly users: LibraryUser[];
}

export interface LibraryMessage {
  readonly id: string;
  readonly channelId: string | undefined;
  readonly authorId: string | undefined;
  readonly nonce: string | undefined;
  /** Of the author, as it is shown. */
  readonly username: string | undefined;
  readonly content: string;
  readonly systemMessage: object | undefined;
  readonly attachments: LibraryFile[] | undefined;
  readonly editedAt: Date | undefined;
  readonly embeds: LibraryEmbed[] | undefined;
  readonly mentionIds: string[] | undefined;
  readonly mentioned: boolean;
  readonly replyIds: string[] | undefined;
  readonly reactions: Iterable<[emoji: string, users: Iterable<string>]>;
  edit(data: { content: string }): Promise<unknown>;
  delete(): Promise<void>;
  reply(text: string, mention: boolean): Promise<LibraryMessage> | undefined;
  react(emoji: string): Promise<void>;
  unreact(emoji: string): Promise<void>;
  clearReactions(): Promise<void>;
}

export interface LibraryFile {
  readonly id: string;
  readonly filename?: string | undefined;
  readonly contentType?: string | undefined;
}

interface LibraryEmbed {
  readonly type: string;
  readonly title?: string | undefined;
}

export interface Library {
  /** Connects with a session of its own, and fetches what is unread as the web client does. */
  connect(server: TestServer, person: Person): Promise<LibraryClient>;
  /** The id of a file that was uploaded. */
  upload(client: LibraryClient, tag: string, file: File): Promise<string>;
  /** Where a file is, as it was uploaded. */
  locate(file: LibraryFile): string;
  join(client: LibraryClient, code: string): Promise<unknown>;
  /** Leaves a group that others stay in. */
  leave(client: LibraryClient, group: LibraryChannel): Promise<void>;
  turnPin(client: LibraryClient, message: LibraryMessage, to: "pin" | "unpin"): Promise<unknown>;
  /** Whether it is told so; nothing, where the library does not keep that. */
  isPinned(message: LibraryMessage): boolean | undefined;
  /** What the library makes of the system message about a pin. */
  pinNews(type: "message_pinned" | "message_unpinned", messageId: string, byId: string): object;
  /** Whether somebody who is connected hears of mentions; otherwise only on connecting. */
  readonly hearsMentions: boolean;
}
