import { inFile, type Row } from "./row.ts";

const address = inFile("test/stream/address.test.ts");
const selection = inFile("test/stream/ready-selection.test.ts");
const lifecycle = inFile("test/stream/lifecycle.test.ts");
const bots = inFile("test/stream/bots.test.ts");
const limits = inFile("test/stream/limits.test.ts");
const subscribe = inFile("test/stream/subscribe.test.ts");
const typing = inFile("test/stream/typing.test.ts");
const editing = inFile("test/api/bots/editing.test.ts");

const served = (query: string) => address("%p is served", `"${query}" is served`);
const refused = (query: string) =>
  address("%p is refused before the token is checked", `"${query}" is refused before the token is checked`);
const selected = [
  "users",
  "servers",
  "channels",
  "members",
  "emojis",
  "user_settings",
  "channel_unreads",
  "policy_changes",
];

export const connectionRows: readonly Row[] = [
  { name: "version", rule: "may be 1", test: served("version=1"), traffic: { connect: "version=1" } },
  {
    name: "version, absent",
    rule: "is optional",
    test: served("format=json"),
    traffic: { received: "Ready" },
  },
  {
    name: "version, others",
    rule: "are refused",
    test: refused("version=2"),
    traffic: { received: "Error", error: "LabelMe" },
  },
  {
    name: "format=json",
    rule: "text frames with JSON, also without the parameter",
    test: served("format=json"),
    traffic: { connect: "format=json" },
  },
  {
    name: "format=msgpack",
    rule: "binary frames with msgpack",
    test: address("format=msgpack is served in msgpack"),
    traffic: { connect: "format=msgpack" },
  },
  {
    name: "token",
    rule: "authenticates at once",
    test: lifecycle("after a valid token in the address come Authenticated, Ready, and then events"),
    traffic: { connect: "token" },
  },
  {
    name: "token of a bot",
    rule: "is as good as that of a session",
    test: bots("get a Ready like people, but without policy changes"),
    traffic: { connect: "token" },
  },
  ...selected.map((field) => ({
    name: `ready=${field}`,
    rule: "Ready then holds only the selected fields",
    test: selection("%s alone", `${field} alone`),
    traffic: { connect: `ready=${field}` },
  })),
  {
    name: "ready, repeated",
    rule: "selects several fields",
    test: selection("several, and some twice"),
    traffic: { connect: "ready=emojis" },
  },
  {
    name: "ready=user_settings[name]",
    rule: "selects one setting",
    test: selection("named settings come with other fields"),
    traffic: { connect: "ready=user_settings[theme]" },
  },
  {
    name: "ready, absent",
    rule: "Ready holds all fields",
    test: inFile("test/stream/ready.test.ts")("every field, unless some are selected"),
    traffic: { received: "Ready", field: "policy_changes" },
  },
  {
    name: "ready, policy_changes",
    rule: "is not sent to bots",
    test: bots("get a Ready like people, but without policy changes"),
    traffic: { received: "Ready" },
  },
];

export const lifecycleRows: readonly Row[] = [
  {
    name: "a token that is valid",
    rule: "Authenticated, Ready, and then events",
    test: lifecycle("after a valid token in a message come the same packets, and none before"),
    traffic: { received: "Ready" },
  },
  {
    name: "a token that is not valid",
    rule: "InvalidSession, and the connection can try another",
    test: lifecycle("a bad token is an error, and the connection stays open for another attempt"),
    traffic: { received: "Error", error: "InvalidSession" },
  },
  {
    name: "a second Authenticate",
    rule: "AlreadyAuthenticated, and nothing changes",
    test: lifecycle("a second authentication is an error and changes nothing"),
    traffic: { received: "Error", error: "AlreadyAuthenticated" },
  },
  {
    name: "a user without a username",
    rule: "OnboardingNotFinished",
    test: lifecycle("a user without a username gets an error, and is accepted after onboarding"),
    traffic: { received: "Error", error: "OnboardingNotFinished" },
  },
  {
    name: "a failure of the server",
    rule: "InternalError",
    test: lifecycle(
      "a connection whose handshake fails gets an error and is closed; the client can reconnect",
    ),
    traffic: { received: "Error", error: "InternalError" },
  },
  {
    name: "any other failure",
    rule: "LabelMe",
    test: address("an unsupported version is refused in the requested format"),
    traffic: { received: "Error", error: "LabelMe" },
  },
  {
    name: "the end of the session",
    rule: "Logout, and the connection is closed",
    test: lifecycle("the end of the session is Logout and a close"),
    traffic: { received: "Logout" },
  },
  {
    name: "a new token of a bot",
    rule: "Logout, and the connection is closed",
    test: editing("resets the token, which invalidates the old one"),
    traffic: { received: "Logout" },
  },
  {
    name: "no Ping",
    rule: "the connection is closed, after more than the 30 seconds between the Pings of a client",
    test: limits("a connection without a Ping for a minute is closed"),
    traffic: { sent: "Ping" },
  },
  {
    name: "BeginTyping and EndTyping elsewhere",
    rule: "have no effect outside the user's channels",
    test: typing("is for the user's own conversations"),
    traffic: { sent: "BeginTyping" },
  },
  {
    name: "UserUpdate for bots",
    rule: "comes for all members of their servers",
    test: bots("receive every update of the members of their servers without Subscribe"),
    traffic: { received: "UserUpdate" },
  },
  {
    name: "UserUpdate for people",
    rule: "comes for other members of a server only with a subscription",
    test: subscribe("delivers each update once"),
    traffic: { received: "UserUpdate" },
  },
  {
    name: "Subscribe of a bot",
    rule: "has no effect",
    test: bots("receive every update of the members of their servers without Subscribe"),
    traffic: { sent: "Subscribe" },
  },
  {
    name: "Subscribe, 15 minutes",
    rule: "a subscription ends unless it is renewed",
    test: subscribe("lasts a quarter of an hour from its last renewal"),
    traffic: { sent: "Subscribe" },
  },
  {
    name: "Subscribe, 5",
    rule: "more subscriptions end the oldest",
    test: subscribe("is limited to five servers; the one renewed least recently is dropped"),
    traffic: { sent: "Subscribe" },
  },
];
