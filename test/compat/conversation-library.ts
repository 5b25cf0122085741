import type { Person } from "../support/accounts/people.ts";
import type { TestServer } from "../support/server/server.ts";

/** The part of the libraries that the conversations use; both have this shape. */
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
  fetchMessagesWithUsers(query: { limit: number }): Promise<MessagePage>;
  searchWithUsers(search: { query?: string; pinned?: boolean; sort?: "Oldest" }): Promise<MessagePage>;
  deleteMessages(ids: string[]): Promise<void>;
  ack(messageId: string, now: boolean): Promise<void>;
  createInvite(): Promise<{ readonly _id: string }>;
  addMember(id: string): Promise<void>;
  edit(data: { name: string }): Promise<void>;
  delete(): Promise<void>;
  startTyping(): void;
  stopTyping(): void;
}

interface MessagePage {
  readonly messages: LibraryMessage[];
  readonly users: LibraryUser[];
}

export interface LibraryMessage {
  readonly id: string;
  readonly channelId: string | undefined;
  readonly authorId: string | undefined;
  readonly nonce: string | undefined;
  /** The displayed name of the author. */
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
  /** Connects with a new session and fetches the unread records as the web client does. */
  connect(server: TestServer, person: Person): Promise<LibraryClient>;
  /** Uploads a file and returns its id. */
  upload(client: LibraryClient, tag: string, file: File): Promise<string>;
  /** The URL of the original file. */
  locate(file: LibraryFile): string;
  join(client: LibraryClient, code: string): Promise<unknown>;
  /** Leaves a group that has other recipients. */
  leave(client: LibraryClient, group: LibraryChannel): Promise<void>;
  setPinned(client: LibraryClient, message: LibraryMessage, to: "pin" | "unpin"): Promise<unknown>;
  /** Whether the library shows the message as pinned; undefined if it does not track pins. */
  isPinned(message: LibraryMessage): boolean | undefined;
  /** How the library represents the system message about a pin. */
  pinSystemMessage(type: "message_pinned" | "message_unpinned", messageId: string, byId: string): object;
  /** Whether a connected client receives new mentions; otherwise it fetches them only on connecting. */
  readonly receivesMentions: boolean;
}
