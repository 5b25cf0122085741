import Type, { type TObject } from "typebox";
import { Id } from "./schema.ts";

/** A message between the server and one connection, without a topic. */
export interface ConnectionMessage {
  readonly name: string;
  readonly doc: string;
  readonly payload: TObject;
}

const errorName = Type.Enum([
  "LabelMe",
  "InternalError",
  "InvalidSession",
  "OnboardingNotFinished",
  "AlreadyAuthenticated",
]);

const pingData = Type.Optional(
  Type.Union([
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    Type.Array(Type.Integer({ minimum: 0, maximum: 255 }), { maxItems: 256 }),
  ]),
);

/** Every packet of a commit has it as well. */
export const position = Type.Optional(
  Type.String({ description: "With `resume`: where the stream is after this packet." }),
);

export const Logout = {
  name: "Logout",
  doc: "The session ended, or the bot's token was reset. The connection is closed after this.",
  payload: Type.Object({}),
} as const satisfies ConnectionMessage;

/** The messages of the server to one connection, except Ready, whose fields the domains declare. */
export const serverMessages: readonly ConnectionMessage[] = [
  {
    name: "Error",
    doc: "Something failed, mostly authentication.",
    payload: Type.Object({
      error: errorName,
      // Some clients read `error`, some `data.type`.
      data: Type.Object({ type: errorName }, { description: "The same name again." }),
    }),
  },
  {
    name: "Authenticated",
    doc: "The connection belongs to a user from now on. Ready comes next, or Resumed.",
    payload: Type.Object({
      connection: Type.Optional(
        Type.String({ description: "With `resume`: the id with which this connection can be resumed." }),
      ),
    }),
  },
  {
    name: "Resumed",
    doc: "Instead of Ready: what the client knows is still right, and what it has missed follows.",
    payload: Type.Object({
      from: Type.String({ description: "The position that the client gave." }),
      to: Type.String({
        description: "The position of the client once it has handled the packets that follow.",
      }),
      packets: Type.Integer({
        minimum: 1,
        description:
          "How many packets follow that belong to it: what was missed, and last a Bulk with the presence of all users in view and the typing indicators, which replace those that the client knows.",
      }),
    }),
  },
  Logout,
  {
    name: "Bulk",
    doc: "Several events at once, to be handled in order.",
    payload: Type.Object({ v: Type.Array(Type.Object({ type: Type.String() })), position }),
  },
  {
    name: "Pong",
    doc: "The answer to a Ping, with its `data`.",
    payload: Type.Object({ data: pingData, position }),
  },
];

/** The messages that a client may send. Types are case-insensitive, and the server ignores all others. */
export const clientMessages: readonly ConnectionMessage[] = [
  {
    name: "Authenticate",
    doc: "Authenticates, if the address held no token.",
    payload: Type.Object({
      // As long as the longest frame by default: a longer token is a bad one, and its client gets an Error.
      token: Type.String({ maxLength: 65_536, description: "Of a session or a bot." }),
    }),
  },
  {
    name: "BeginTyping",
    doc: "The user is typing in a channel. It has no effect where the user may not send messages.",
    payload: Type.Object({ channel: Id }),
  },
  {
    name: "EndTyping",
    doc: "The user is no longer typing.",
    payload: Type.Object({ channel: Id }),
  },
  {
    name: "Ping",
    doc: "Send one every 10 to 30 seconds. Without one for `events.ping_within_ms` the server closes the connection.",
    payload: Type.Object({ data: pingData }),
  },
  {
    name: "Subscribe",
    doc: "Subscribes to every UserUpdate of a server's members for `events.subscription_lasts_ms`. A connection has at most `events.subscriptions` subscriptions; the one renewed least recently makes room.",
    payload: Type.Object({ server_id: Id }),
  },
];
