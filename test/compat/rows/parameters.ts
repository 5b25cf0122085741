import { bodyOf, inFile, type Row } from "./row.ts";

const history = inFile("test/api/messages/history.test.ts");
const people = inFile("test/api/messages/history-people.test.ts");
const leaving = inFile("test/api/conversations/groups-leaving.test.ts");
const keys = inFile("test/api/messages/keys.test.ts");
const list = "GET /channels/{target}/messages";
const page = (query: string) =>
  history("%j gives the right page", `${JSON.stringify(query)} gives the right page`);
const refusal = (query: string) => history("%j is refused", `${JSON.stringify(query)} is refused`);

const parameter = (name: string, rule: string, test: Row["test"]): Row => ({
  name: `${list}, ${name}`,
  rule,
  test,
  traffic: { call: list, status: 200, query: name },
});
const refused = (name: string, rule: string, query: string): Row => ({
  name: `${list}, ${name}`,
  rule,
  test: refusal(query),
  traffic: { call: list, status: 400, query: name, error: "FailedValidation" },
});

export const parameterRows: readonly Row[] = [
  parameter("limit", "the number of messages", page("limit=3")),
  parameter("limit", "may be 100", page("limit=100")),
  refused("limit", "is not 0", "limit=0"),
  refused("limit", "is at most 100", "limit=101"),
  refused("limit", "is an integer", "limit=1.5"),
  parameter("before", "messages before this one", page("before=10&limit=3")),
  refused("before", "is an id of 26 characters", "before=short"),
  parameter("after", "messages after this one", page("after=110&limit=3")),
  refused("after", "is an id of 26 characters", `after=${"x".repeat(27)}`),
  parameter("sort", "the newest first", page("sort=Latest&limit=2")),
  parameter("sort", "the oldest first", page("after=110&limit=3&sort=Oldest")),
  refused("sort", "has no other values", "sort=Newest"),
  parameter("nearby", "half of the messages on each side, and the named one", page("nearby=50&limit=4")),
  parameter(
    "nearby",
    "takes precedence over before, after and sort",
    page("nearby=50&limit=1&before=3&after=90&sort=Oldest"),
  ),
  refused("nearby", "is an id of 26 characters", "nearby="),
  parameter(
    "include_users",
    "adds the authors, and in servers their memberships",
    people("are the authors and the users in system messages, each once, but not the mentioned users"),
  ),
  {
    name: `${list}, no include_users`,
    rule: "the response is a list of messages alone",
    test: people("are left out unless the query includes them"),
    traffic: { call: list, status: 200, field: "[]._id" },
  },
  refused("include_users", "is a boolean", "include_users=maybe"),
  {
    name: "DELETE /channels/{target}, leave_silently",
    rule: "no system message tells of the departure",
    test: leaving("posts a system message, unless it is silent"),
    traffic: { call: "DELETE /channels/{target}", status: 204, query: "leave_silently" },
  },
  {
    name: "POST /channels/{target}/messages, Idempotency-Key",
    rule: "a key that was used is refused",
    test: keys("a key that was used is refused"),
    traffic: { call: "POST /channels/{target}/messages", status: 409, header: "idempotency-key" },
  },
];

const bodies: Readonly<Record<string, string>> = {
  DataEditUser: "PATCH /users/{target}",
  DataChangeUsername: "PATCH /users/@me/username",
  DataSendFriendRequest: "POST /users/friend",
  DataCreateBot: "POST /bots/create",
  InviteBotDestination: "POST /bots/{target}/invite",
  DataEditBot: "PATCH /bots/{target}",
  DataEditChannel: "PATCH /channels/{target}",
  DataMessageSend: "POST /channels/{target}/messages",
  DataMessageSearch: "POST /channels/{target}/search",
  DataEditMessage: "PATCH /channels/{target}/messages/{msg}",
  OptionsBulkDelete: "DELETE /channels/{target}/messages/bulk",
  DataCreateGroup: "POST /channels/create",
  DataJoinCall: "POST /channels/{target}/join_call",
  DataSetRolePermissions: "PUT /channels/{target}/permissions/{role_id}",
  DataDefaultChannelPermissions: "PUT /channels/{target}/permissions/default",
};

export const bodyRows: readonly Row[] = Object.entries(bodies).map(([name, operation]) => ({
  name,
  rule: `the body of \`${operation}\`, with all published fields`,
  test: bodyOf(operation),
}));
