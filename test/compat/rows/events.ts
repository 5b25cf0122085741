import { inFile, type Row, type TestReference } from "./row.ts";

const people = inFile("test/compat/sent-events-people.test.ts");
const servers = inFile("test/compat/sent-events-servers.test.ts");
const links = inFile("test/api/messages/links.test.ts");
const lifecycle = inFile("test/stream/lifecycle.test.ts");
const logout = inFile("test/stream/logout.test.ts");
const ready = inFile("test/stream/ready.test.ts");
const views = inFile("test/stream/server-views-roles.test.ts");
const frames = inFile("test/stream/frames.test.ts");
const typing = inFile("test/stream/typing.test.ts");
const subscribe = inFile("test/stream/subscribe.test.ts");

const message = people("Message, MessageUpdate and MessageDelete: a message from sending to deletion");
const reactions = people("MessageReact, MessageUnreact and MessageRemoveReaction: reactions");
const channel = people(
  "ChannelCreate, ChannelUpdate and ChannelDelete: a group from its creation to its end",
);
const joining = people("ChannelGroupJoin and ChannelGroupLeave: somebody comes and goes");
const typed = people("ChannelStartTyping and ChannelStopTyping: a recipient types");
const server = servers("ServerCreate and ServerDelete: a server from its creation to its end");
const member = servers(
  "ServerMemberJoin, ServerMemberUpdate and ServerMemberLeave: a member from joining to leaving",
);
const role = servers("ServerRoleUpdate and ServerRoleDelete: a role from its creation to its end");
const emoji = servers("EmojiCreate and EmojiDelete: an emoji from its creation to its end");

type EventLine = readonly [name: string, doc: string, fields: readonly string[], test: TestReference];

const readyFields = [
  "users",
  "servers",
  "channels",
  "members",
  "emojis",
  "user_settings",
  "channel_unreads",
  "policy_changes",
];

export const serverEvents: readonly EventLine[] = [
  [
    "Error",
    "a failure, with its name",
    ["error"],
    lifecycle("a bad token is an error, and the connection stays open for another attempt"),
  ],
  [
    "Authenticated",
    "the connection has a user",
    [],
    lifecycle("after a valid token in the address come Authenticated, Ready, and then events"),
  ],
  [
    "Logout",
    "the session ended, and the connection is closed",
    [],
    lifecycle("the end of the session is Logout and a close"),
  ],
  ["Bulk", "several events, in order", ["v"], views("a channel that becomes visible is sent whole")],
  ["Pong", "returns the data of a Ping", ["data"], frames("a Ping while Ready is loaded gets a Pong")],
  ["Ready", "the initial state", readyFields, ready("every field, unless some are selected")],
  ["Message", "a message was sent, with its fields", ["_id", "channel", "author", "content"], message],
  ["MessageUpdate", "a message was edited", ["id", "channel", "data"], message],
  [
    "MessageAppend",
    "embeds were added to a message",
    ["id", "channel", "append", "append.embeds"],
    links("get embeds after the message was sent"),
  ],
  ["MessageDelete", "a message was deleted", ["id", "channel"], message],
  ["MessageReact", "a reaction was added", ["id", "channel_id", "user_id", "emoji_id"], reactions],
  ["MessageUnreact", "a reaction was removed", ["id", "channel_id", "user_id", "emoji_id"], reactions],
  [
    "MessageRemoveReaction",
    "all reactions with one emoji were removed",
    ["id", "channel_id", "emoji_id"],
    reactions,
  ],
  ["ChannelCreate", "a channel was created, with its fields", ["_id", "channel_type"], channel],
  ["ChannelUpdate", "a channel was edited", ["id", "data", "clear"], channel],
  ["ChannelDelete", "a channel was deleted", ["id"], channel],
  ["ChannelGroupJoin", "a user joined a group", ["id", "user"], joining],
  ["ChannelGroupLeave", "a user left a group", ["id", "user"], joining],
  ["ChannelStartTyping", "a user types", ["id", "user"], typed],
  ["ChannelStopTyping", "a user stopped typing", ["id", "user"], typed],
  [
    "ChannelAck",
    "the user has read a channel",
    ["id", "user", "message_id"],
    people("ChannelAck: the user has read a channel on another device"),
  ],
  ["ServerCreate", "a server was created or joined, with its fields", ["_id", "owner", "name"], server],
  [
    "ServerUpdate",
    "a server was edited",
    ["id", "data", "clear"],
    servers("ServerUpdate: fields of a server that are changed, and then removed"),
  ],
  ["ServerDelete", "a server was deleted", ["id"], server],
  ["ServerMemberUpdate", "a member was edited", ["id", "id.server", "id.user", "data", "clear"], member],
  ["ServerMemberJoin", "a user joined a server", ["id", "user", "member"], member],
  ["ServerMemberLeave", "a user left a server", ["id", "user"], member],
  ["ServerRoleUpdate", "a role was created or edited", ["id", "role_id", "data", "clear"], role],
  ["ServerRoleDelete", "a role was deleted", ["id", "role_id"], role],
  [
    "UserUpdate",
    "a user was edited",
    ["id", "data", "clear"],
    people("UserUpdate: fields that a user changes, and then removes"),
  ],
  [
    "UserRelationship",
    "a relation changed",
    ["id", "user", "status"],
    people("UserRelationship: a friend request"),
  ],
  [
    "UserPlatformWipe",
    "a user was removed from the platform, with the reason in the flags",
    ["user_id", "flags"],
    people("UserPlatformWipe: an operator removes a spammer"),
  ],
  ["EmojiCreate", "an emoji was created, with its fields", ["_id", "name", "parent"], emoji],
  ["EmojiDelete", "an emoji was deleted", ["id"], emoji],
  [
    "Auth",
    "`DeleteSession`: another session of the user ended",
    ["event_type", "user_id", "session_id"],
    logout("closes its connections and is announced to the other sessions"),
  ],
  [
    "Auth",
    "`DeleteAllSessions`: all other sessions ended",
    ["exclude_session_id"],
    logout("with all other sessions leaves the one that is kept, on request or with a new password"),
  ],
];

export const clientMessages: readonly EventLine[] = [
  [
    "Authenticate",
    "a token after connecting",
    ["token"],
    lifecycle("after a valid token in a message come the same packets, and none before"),
  ],
  [
    "BeginTyping",
    "the user types",
    ["channel"],
    typing("reaches both recipients of a conversation, and no one else"),
  ],
  [
    "EndTyping",
    "the user stopped typing",
    ["channel"],
    typing("reaches both recipients of a conversation, and no one else"),
  ],
  ["Ping", "keeps the connection open", ["data"], frames("a Ping while Ready is loaded gets a Pong")],
  [
    "Subscribe",
    "asks for the UserUpdates of a server's members",
    ["server_id"],
    subscribe("delivers each update once"),
  ],
];

const rowsOf = (direction: "sent" | "received", lines: readonly EventLine[]): Row[] =>
  lines.flatMap(([name, rule, fields, test]) => [
    { name, rule, test, traffic: { [direction]: name } },
    ...fields.map((field) => ({
      name: `${name}.${field}`,
      rule: `a field of \`${name}\``,
      test,
      traffic: { [direction]: name, field },
    })),
  ]);

export const eventRows: readonly Row[] = rowsOf("received", serverEvents);
export const clientMessageRows: readonly Row[] = rowsOf("sent", clientMessages);
