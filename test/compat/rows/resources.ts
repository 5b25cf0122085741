import { inFile, type Row, sampleOf, type TestReference } from "./row.ts";

const people = inFile("test/compat/sent-events-people.test.ts");
const servers = inFile("test/compat/sent-events-servers.test.ts");
const colours = inFile("src/rules/colour.test.ts");
const messageParts = inFile("test/api/messages/parts.test.ts");
const memberStory = servers(
  "ServerMemberJoin, ServerMemberUpdate and ServerMemberLeave: a member from joining to leaving",
);
const userStory = people("UserUpdate: fields that a user changes, and then removes");
const channelStory = people(
  "ChannelCreate, ChannelUpdate and ChannelDelete: a group from its creation to its end",
);
const serverStory = servers("ServerUpdate: fields of a server that are changed, and then removed");
const roleStory = servers("ServerRoleUpdate and ServerRoleDelete: a role from its creation to its end");

/** A field of a reply, in the sample of the operation. */
const field = (name: string, operation: string, path: string, status = 200): Row => ({
  name,
  rule: `a field of the reply of \`${operation}\``,
  test: sampleOf(operation),
  traffic: { call: operation, status, field: path },
});

const clearable = (resource: string, event: string, test: TestReference, names: readonly string[]): Row[] =>
  names.map((name) => ({
    name: `${resource}, ${name}`,
    rule: `can be removed, and \`${event}\` then lists it`,
    test,
    traffic: { received: event, field: `clear[${name}]` },
  }));

const accepted = (text: string, what: string): Row => ({
  name: `Role.colour, ${what}`,
  rule: `may be such as \`${text}\``,
  test: colours("accepts %j", `accepts ${JSON.stringify(text)}`),
});

export const resourceRows: readonly Row[] = [
  field("User._id", "GET /users/@me", "_id"),
  field("User.username", "GET /users/@me", "username"),
  field("User.relationship", "GET /users/{target}", "relationship"),
  {
    name: "User.flags, 8",
    rule: "marks a user who was removed as a spammer",
    test: people("UserPlatformWipe: an operator removes a spammer"),
    traffic: { call: "GET /users/{target}/flags", status: 200, field: "flags" },
  },
  ...clearable("User", "UserUpdate", userStory, [
    "ProfileContent",
    "ProfileBackground",
    "StatusText",
    "Avatar",
    "DisplayName",
  ]),
  field("Channel._id", "GET /channels/{target}", "_id"),
  field("Channel.channel_type", "GET /channels/{target}", "channel_type"),
  ...clearable("Channel", "ChannelUpdate", channelStory, ["Icon", "Description"]),
  field("Channel.default_permissions", "PUT /channels/{target}/permissions/default", "default_permissions"),
  field("Channel.role_permissions", "PUT /channels/{target}/permissions/{role_id}", "role_permissions"),
  field("Message._id", "GET /channels/{target}/messages/{msg}", "_id"),
  field("Message.channel", "GET /channels/{target}/messages/{msg}", "channel"),
  {
    name: "Message.reactions",
    rule: "the users of each emoji",
    test: people("MessageReact, MessageUnreact and MessageRemoveReaction: reactions"),
    traffic: { call: "GET /channels/{target}/messages/{msg}", status: 200, field: "reactions" },
  },
  {
    name: "Message.pinned",
    rule: "whether a message is pinned",
    test: people("MessageUpdate: a message that is pinned"),
    traffic: { call: "GET /channels/{target}/messages/{msg}", status: 200, field: "pinned" },
  },
  ...["messages", "users", "members"].map((name) => ({
    name: `BulkMessageResponse.${name}`,
    rule: "a field of the reply with include_users",
    test: inFile("test/api/messages/history-people.test.ts")(
      "are the authors and the users in system messages, each once, but not the mentioned users",
    ),
    traffic: { call: "GET /channels/{target}/messages", status: 200, query: "include_users", field: name },
  })),
  ...["name", "avatar", "colour"].map((name) => ({
    name: `Message.masquerade.${name}`,
    rule: "another name, avatar or colour for one message",
    test: messageParts("a masquerade is shown with its name, avatar and colour"),
    traffic: { call: "POST /channels/{target}/messages", status: 200, field: `masquerade.${name}` },
  })),
  ...clearable("Server", "ServerUpdate", serverStory, ["Icon", "Banner", "Description"]),
  ...["_id.server", "_id.user", "joined_at"].map((path) => ({
    name: `Member.${path}`,
    rule: "a field of every member",
    test: memberStory,
    traffic: { received: "ServerMemberJoin", field: `member.${path}` },
  })),
  {
    name: "Member.timeout",
    rule: "until when a member cannot interact, set by an edit of the member",
    test: memberStory,
    traffic: { received: "ServerMemberUpdate", field: "data.timeout" },
  },
  ...clearable("Member", "ServerMemberUpdate", memberStory, ["Nickname", "Avatar"]),
  ...clearable("Role", "ServerRoleUpdate", roleStory, ["Colour"]),
  accepted("red", "a name"),
  accepted("RED", "in any case"),
  accepted("var(--accent)", "a variable"),
  accepted("rgb(255,0,0)", "rgb"),
  accepted("rgba(255, 0, 0, 0.5)", "rgba"),
  accepted("#fff", "hex"),
  accepted("linear-gradient(red, blue)", "a linear gradient"),
  accepted("conic-gradient(red, blue)", "a conic gradient"),
  accepted("radial-gradient(red, blue)", "a radial gradient"),
  accepted("repeating-linear-gradient(red, blue)", "a repeating gradient"),
  accepted("linear-gradient(red 0, blue)", "a position of 0"),
  accepted(
    "linear-gradient(45deg, red 5%, blue 50%, green 999%)",
    "an angle, and positions of one to three digits",
  ),
  {
    name: "Role.colour, two stops",
    rule: "a gradient has at least two colours",
    test: colours("refuses %j", `refuses ${JSON.stringify("linear-gradient(red)")}`),
  },
  field("Emoji._id", "PUT /custom/emoji/{id}", "_id"),
  field("Invite._id", "POST /channels/{target}/invites", "_id"),
  field("BotWithUserResponse.user", "POST /bots/create", "user"),
  field("BotWithUserResponse.token", "POST /bots/create", "token"),
  field("FetchBotResponse.bot", "GET /bots/{bot}", "bot"),
  field("FetchBotResponse.user", "GET /bots/{bot}", "user"),
  field("OwnedBotsResponse.bots", "GET /bots/@me", "bots"),
  field("OwnedBotsResponse.users", "GET /bots/@me", "users"),
  field("PublicBot.username", "GET /bots/{target}/invite", "username"),
  field("MutualResponse.users", "GET /users/{target}/mutual", "users"),
  field("MutualResponse.servers", "GET /users/{target}/mutual", "servers"),
  field("MutualResponse.channels", "GET /users/{target}/mutual", "channels"),
  field("CreateVoiceUserResponse.token", "POST /channels/{target}/join_call", "token"),
  field("UserProfile.content", "GET /users/{target}/profile", "content"),
];
