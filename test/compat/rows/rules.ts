import { inFile, type Row, sampleOf } from "./row.ts";

const declaredErrors = inFile("test/api/http/declared-errors.test.ts");
const declared = (id: string, error: string) => declaredErrors("%s", `${id}: ${error}`);
const endRing = "PUT /channels/{target}/end_ring/{target_user}";
const calling = inFile("test/api/bots/calling.test.ts");
const conversations = inFile("test/api/conversations/conversations.test.ts");
const targets = inFile("test/api/users/relationships-targets.test.ts");
const viewers = inFile("test/api/users/profiles-viewers.test.ts");
const upload = inFile("test/api/files/upload.test.ts");
const serving = inFile("test/api/files/serving.test.ts");
const previews = inFile("test/api/files/serving-previews.test.ts");
const login = inFile("test/api/accounts/login.test.ts");

export const errorRows: readonly Row[] = [
  ...["NotConnected", "NoEffect", "NotFound"].map((error) => ({
    name: `${endRing}, ${error}`,
    rule: "fails so if the caller is not in the call, for a channel of a server, and for somebody who is not a recipient",
    test: declared("voice_stop_ring_stop_ring", error),
    traffic: { call: endRing, status: error === "NotFound" ? 404 : 400, error },
  })),
  {
    name: "Error.type",
    rule: "every failure is a JSON object with a type",
    test: inFile("test/api/http/http-errors.test.ts")("a long path is not found"),
  },
  {
    name: "declared errors",
    rule: "each error that a route declares can happen, with its type and status",
    test: declaredErrors(
      "has a row for every declared error that the matrix does not show, and no undeclared one",
    ),
  },
  {
    name: "a disabled account",
    rule: "login replies with 200, Disabled and the id of the user",
    test: login("a correct password of a disabled account gets Disabled"),
    traffic: { call: "POST /auth/session/login", status: 200, field: "user_id" },
  },
];

export const authenticationRows: readonly Row[] = [
  {
    name: "X-Session-Token",
    rule: "the header of people",
    test: sampleOf("GET /users/@me"),
    traffic: { call: "GET /users/@me", status: 200, header: "x-session-token" },
  },
  {
    name: "X-Bot-Token",
    rule: "the header of bots",
    test: calling("are made as the bot even if they have a session token too"),
    traffic: { call: "GET /users/@me", status: 200, header: "x-bot-token" },
  },
  {
    name: "Session Token",
    rule: "the name of the scheme in the published description",
    test: inFile("test/api/http/description.test.ts")(
      "names every route, its errors, its bucket and its kind of caller",
    ),
  },
  {
    name: "the file service, X-Session-Token",
    rule: "takes the same header",
    test: upload("a file is stored as received, and the response has its id alone"),
    traffic: { call: "POST /autumn/{tag}", status: 200, header: "x-session-token" },
  },
  {
    name: "the file service, X-Bot-Token",
    rule: "takes the same header",
    test: calling("upload files that the bot can use"),
    traffic: { call: "POST /autumn/{tag}", status: 200, header: "x-bot-token" },
  },
];

export const fileRows: readonly Row[] = [
  {
    name: "POST /autumn/{tag}",
    rule: "stores the field `file` of a form, and replies with its id alone",
    test: upload("a file is stored as received, and the response has its id alone"),
    traffic: { call: "POST /autumn/{tag}", status: 200, field: "id" },
  },
  { name: "tags", rule: "are published by the service", test: serving("publishes the tags") },
  {
    name: "previews",
    rule: "are smaller images at the path without a name",
    test: previews("fit into the box of their tag"),
    traffic: { call: "GET /autumn/{tag}/{file_id}", status: 200 },
  },
  {
    name: "the preview of a file that is no image",
    rule: "redirects to the original",
    test: serving("lead from the preview to the original of other files"),
    traffic: { call: "GET /autumn/{tag}/{file_id}", status: 308 },
  },
  {
    name: "the preview of an animated image",
    rule: "redirects to the original, except for avatars and icons",
    test: serving("lead to the original of animated images, except for avatars and icons"),
    traffic: { call: "GET /autumn/{tag}/{file_id}", status: 308 },
  },
  {
    name: "the original, with its name",
    rule: "is at the path with the file's name",
    test: serving("has the headers that keep it harmless, and is cached for a week"),
    traffic: { call: "GET /autumn/{tag}/{file_id}/{file_name}", status: 200 },
  },
  {
    name: "the original, without its name",
    rule: "is found at `original`",
    test: serving("lead from `original` to the name"),
    traffic: { call: "GET /autumn/{tag}/{file_id}/{file_name}", status: 308 },
  },
];

const relations = inFile("test/api/users/relationships.test.ts");
const relation = (
  name: string,
  rule: string,
  [from, verb, call]: readonly [string, string, string],
): Row => ({
  name,
  rule,
  test: relations("from %s, %s", `from ${from}, ${verb}`),
  traffic: { call, status: 200 },
});

const channelKinds: Row[] = (
  [
    [
      "SavedMessages",
      conversations("with oneself are saved messages: created once, and sent to no other user"),
      "GET /users/{target}/dm",
    ],
    [
      "DirectMessage",
      conversations("of two are created by the first who opens them, and both get the event"),
      "GET /users/{target}/dm",
    ],
    [
      "Group",
      inFile("test/api/conversations/groups-create.test.ts")(
        "works without other recipients, and with every field",
      ),
      "POST /channels/create",
    ],
    [
      "TextChannel",
      inFile("test/api/channels/channels.test.ts")("can be fetched by users who can view them"),
      "GET /channels/{target}",
    ],
  ] as const
).map(([name, test, call]) => ({
  name: `Channel, ${name}`,
  rule: "a kind of channel",
  test,
  traffic: { call, status: 200, field: "channel_type" },
}));

export const ruleRows: readonly Row[] = [
  ...channelKinds,
  relation("a friend request", "is sent by one user, and comes to the other", [
    "None/None",
    "add",
    "PUT /users/{target}/friend",
  ]),
  relation("friends", "are made by accepting a request", [
    "Incoming/Outgoing",
    "add",
    "PUT /users/{target}/friend",
  ]),
  relation("blocked", "is what a user makes of another", [
    "Friend/Friend",
    "block",
    "PUT /users/{target}/block",
  ]),
  {
    name: "GET /users/{target}/dm, of the caller",
    rule: "is the channel of saved messages",
    test: conversations("with oneself are saved messages: created once, and sent to no other user"),
    traffic: { call: "GET /users/{target}/dm", status: 200 },
  },
  {
    name: "GET /users/{target}/profile, permission",
    rule: "a profile is shown only to those who may see it",
    test: declared("fetch_profile_profile", "MissingPermission"),
    traffic: { call: "GET /users/{target}/profile", status: 403, error: "MissingPermission" },
  },
  {
    name: "PUT /users/{target}/friend, target",
    rule: "is an id and no username",
    test: targets("unknown ids are not found"),
    traffic: { call: "PUT /users/{target}/friend", status: 404 },
  },
  {
    name: "POST /users/friend, username",
    rule: "is found in any case",
    test: targets("names are found in any case"),
    traffic: { call: "POST /users/friend", status: 200 },
  },
  {
    name: "GET /users/{target}/mutual, both",
    rule: "two users see the same",
    test: viewers("both users get the same mutual friends and conversations"),
    traffic: { call: "GET /users/{target}/mutual", status: 200 },
  },
  {
    name: "GET /bots/{bot}, owner",
    rule: "only the owner fetches a bot",
    test: inFile("test/api/bots/bots.test.ts")("can be fetched by their owner only"),
    traffic: { call: "GET /bots/{bot}", status: 404 },
  },
  {
    name: "GET /bots/{target}/invite, public",
    rule: "a bot that is neither public nor the caller's is not shown",
    test: inFile("test/api/bots/bots.test.ts")("have a public view for users who may invite them"),
    traffic: { call: "GET /bots/{target}/invite", status: 404 },
  },
  {
    name: "POST /channels/{target}/invites, kind",
    rule: "direct messages have no invites",
    test: inFile("test/api/conversations/groups-invites.test.ts")(
      "are refused to others, and for direct messages",
    ),
    traffic: { call: "POST /channels/{target}/invites", status: 400 },
  },
  {
    name: "PUT /channels/{target}/permissions, kind",
    rule: "of a role: channels of servers only; default: also groups",
    test: inFile("test/api/channels/permissions.test.ts")(
      "check that the channel exists, then the permission, then the kind of channel",
    ),
    traffic: { call: "PUT /channels/{target}/permissions/{role_id}", status: 400, error: "InvalidOperation" },
  },
  {
    name: "PATCH /channels/{target}/messages/{msg}, author",
    rule: "only the author edits a message",
    test: declared("message_edit_edit", "CannotEditMessage"),
    traffic: {
      call: "PATCH /channels/{target}/messages/{msg}",
      status: 403,
      error: "CannotEditMessage",
    },
  },
  {
    name: "DELETE /channels/{target}/messages/{msg}, others'",
    rule: "needs ManageMessages",
    test: inFile("test/api/messages/delete.test.ts")(
      "of another author needs ManageMessages, and is in the audit log",
    ),
    traffic: { call: "DELETE /channels/{target}/messages/{msg}", status: 403, error: "MissingPermission" },
  },
  {
    name: "restricted reactions",
    rule: "need a list of reactions",
    test: inFile("test/api/messages/parts.test.ts")("interactions may list reactions, and allow no others"),
    traffic: { call: "POST /channels/{target}/messages", status: 400 },
  },
  {
    name: "GET /channels/{target}/members, view",
    rule: "users are shown as the viewer may see them",
    test: inFile("test/api/conversations/groups-members.test.ts")(
      "recipients are listed in their order, as the viewer may see them",
    ),
    traffic: { call: "GET /channels/{target}/members", status: 200 },
  },
];

export const versionRows: readonly Row[] = [
  {
    name: "0.11.5",
    rule: "the version of the published description",
    test: inFile("test/api/http/description.test.ts")(
      "has the version of the protocol, and that of the server next to it",
    ),
    traffic: { call: "GET /openapi.json", status: 200, field: "info.version" },
  },
  {
    name: "/0.8",
    rule: "a prefix with which all paths are the same",
    test: inFile("test/api/http/root.test.ts")(
      "is public at each of its paths, and its key survives a restart",
    ),
    traffic: { call: "GET /0.8", status: 200 },
  },
];
