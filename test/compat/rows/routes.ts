import { inFile, type Row, sampleOf, withoutSession } from "./row.ts";

type RouteLine = readonly [route: string, status: number, rule: string, operation?: string];

/** Routes that need a session or a bot, except those of messages. */
export const routeLines: readonly RouteLine[] = [
  ["GET /users/@me", 200, "the caller"],
  ["GET /users/{target}", 200, "a user"],
  ["PATCH /users/{target}", 200, "edits the caller, and replies with the user"],
  ["PATCH /users/@me/username", 200, "changes the caller's username"],
  ["GET /users/{target}/profile", 200, "the profile of a user"],
  ["GET /users/dms", 200, "the direct messages and groups of the caller"],
  ["GET /users/{target}/dm", 200, "opens a direct message"],
  ["GET /users/{target}/mutual", 200, "what the caller and a user have in common"],
  ["PUT /users/{target}/friend", 200, "accepts a friend request, by the id of the user"],
  ["DELETE /users/{target}/friend", 200, "denies a request, or removes a friend"],
  ["PUT /users/{target}/block", 200, "blocks a user"],
  ["DELETE /users/{target}/block", 200, "unblocks a user"],
  ["POST /users/friend", 200, "sends a friend request, by username"],
  ["POST /bots/create", 200, "creates a bot"],
  ["GET /bots/{target}/invite", 200, "a public or owned bot, as those see it who may invite it"],
  ["POST /bots/{target}/invite", 204, "invites a bot to a server or group"],
  ["GET /bots/{bot}", 200, "a bot of the caller"],
  ["GET /bots/@me", 200, "all bots of the caller"],
  ["DELETE /bots/{target}", 204, "deletes a bot"],
  ["PATCH /bots/{target}", 200, "edits a bot"],
  ["GET /channels/{target}", 200, "a channel"],
  [
    "DELETE /channels/{target}",
    204,
    "deletes a channel of a server, leaves a group, or closes a conversation",
  ],
  ["PATCH /channels/{target}", 200, "edits a channel"],
  ["GET /channels/{target}/members", 200, "the users of a group"],
  ["POST /channels/{target}/invites", 200, "creates an invite"],
  ["POST /channels/create", 200, "creates a group"],
  ["PUT /channels/{group_id}/recipients/{member_id}", 204, "adds a user to a group"],
  ["DELETE /channels/{target}/recipients/{member}", 204, "removes a user from a group"],
  ["POST /channels/{target}/join_call", 200, "a token for a call"],
  ["PUT /channels/{target}/end_ring/{target_user}", 204, "stops the ringing for one user"],
  ["PUT /channels/{target}/permissions/{role_id}", 200, "sets the permissions of a role in a channel"],
  ["PUT /channels/{target}/permissions/default", 200, "sets the default permissions of a group or channel"],
  ["PUT /custom/emoji/{id}", 200, "creates an emoji from an uploaded file"],
  ["DELETE /custom/emoji/{id}", 204, "deletes an emoji", "DELETE /custom/emoji/{emoji_id}"],
  [
    "PATCH /servers/{server_id}/members/{user_id}",
    200,
    "edits a member",
    "PATCH /servers/{server}/members/{member}",
  ],
];

export const messageRouteLines: readonly RouteLine[] = [
  ["PUT /channels/{target}/ack/{message}", 204, "marks a channel as read up to a message"],
  ["GET /channels/{target}/messages", 200, "a page of messages"],
  ["POST /channels/{target}/messages", 200, "sends a message"],
  ["POST /channels/{target}/search", 200, "searches messages"],
  ["GET /channels/{target}/messages/{msg}", 200, "a message"],
  ["PATCH /channels/{target}/messages/{msg}", 200, "edits a message of the caller"],
  ["DELETE /channels/{target}/messages/{msg}", 204, "deletes a message"],
  ["DELETE /channels/{target}/messages/bulk", 204, "deletes several messages"],
  ["POST /channels/{target}/messages/{msg}/pin", 204, "pins a message"],
  ["DELETE /channels/{target}/messages/{msg}/pin", 204, "unpins a message"],
  ["PUT /channels/{target}/messages/{msg}/reactions/{emoji}", 204, "adds a reaction of the caller"],
  ["DELETE /channels/{target}/messages/{msg}/reactions/{emoji}", 204, "removes a reaction"],
  ["DELETE /channels/{target}/messages/{msg}/reactions", 204, "removes all reactions of a message"],
];

/** For each route: a call that succeeds, and one without a credential. */
export const rowsOfRoutes = (lines: readonly RouteLine[]): Row[] =>
  lines.flatMap(([route, status, rule, operation = route]) => [
    { name: route, rule, test: sampleOf(operation), traffic: { call: route, status } },
    {
      name: `${route}, credential`,
      rule: "needs a session or a bot, and fails with 401 otherwise",
      test: withoutSession(operation),
      traffic: { call: route, status: 401, isAnonymous: true },
    },
  ]);

const anonymous = (call: string) => ({ call, status: 200, isAnonymous: true }) as const;
const root = inFile("test/api/http/root.test.ts");
const users = inFile("test/api/users/profiles-viewers.test.ts");
const avatars = inFile("test/api/files/default-avatar.test.ts");
const emojis = inFile("test/api/emojis/emojis.test.ts");

export const publicRouteRows: readonly Row[] = [
  {
    name: "GET /",
    rule: "the configuration of the instance, for everybody",
    test: root("is public at each of its paths, and its key survives a restart"),
    traffic: anonymous("GET /"),
  },
  {
    name: "GET /, ws",
    rule: "holds the address of the event stream",
    test: root("describes a fresh instance"),
    traffic: { call: "GET /", status: 200, field: "ws" },
  },
  {
    name: "GET /users/{target}/flags",
    rule: "the flags of a user, for everybody",
    test: users("flags are public, and unknown users have none"),
    traffic: { ...anonymous("GET /users/{target}/flags"), field: "flags" },
  },
  {
    name: "GET /users/{target}/default_avatar",
    rule: "an image, for everybody",
    test: avatars("are small images that clients cache for a year"),
    traffic: { ...anonymous("GET /users/{target}/default_avatar"), type: "image/png" },
  },
  {
    name: "GET /users/{target}/default_avatar, target",
    rule: "is any string, and decides which image it is",
    test: avatars("exist for any string"),
    traffic: anonymous("GET /users/{target}/default_avatar"),
  },
  {
    name: "GET /custom/emoji/{id}",
    rule: "an emoji",
    test: sampleOf("GET /custom/emoji/{emoji_id}"),
    traffic: { call: "GET /custom/emoji/{id}", status: 200 },
  },
  {
    name: "GET /server/{id}/emojis",
    rule: "all emoji of a server, also with `servers` in the path",
    test: emojis("are listed for members, by both paths, in the order of the uploads"),
    traffic: { call: "GET /server/{id}/emojis", status: 200 },
  },
];
