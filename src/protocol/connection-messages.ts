import Type, { type TObject } from "typebox";

/** Something that one connection and the server say to each other, and nobody else hears. */
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

const pingData = Type.Union([
  Type.Integer({ minimum: 0 }),
  Type.Array(Type.Integer({ minimum: 0, maximum: 255 })),
]);

export const Logout = {
  name: "Logout",
  doc: "The session ended, or the bot's token was reset. The connection is closed after this.",
  payload: Type.Object({}),
} as const satisfies ConnectionMessage;

/** What the server tells a connection; Ready, which holds what the domains know, is declared with the stream. */
export const serverMessages: readonly ConnectionMessage[] = [
  {
    name: "Error",
    doc: "Something failed, mostly logging in.",
    payload: Type.Object({
      error: errorName,
      // Some clients read the one, some the other.
      data: Type.Object({ type: errorName }, { description: "The same once more." }),
    }),
  },
  {
    name: "Authenticated",
    doc: "The connection belongs to a user from now on. Ready comes next.",
    payload: Type.Object({}),
  },
  Logout,
  {
    name: "Bulk",
    doc: "Several events at once, to be taken one after another.",
    payload: Type.Object({ v: Type.Array(Type.Object({ type: Type.String() })) }),
  },
  { name: "Pong", doc: "The answer to a Ping.", payload: Type.Object({ data: pingData }) },
];

/** What a client may say; everything else is passed over. */
export const clientMessages: readonly ConnectionMessage[] = [
  {
    name: "Authenticate",
    doc: "Logs in, where the address held no token.",
    payload: Type.Object({ token: Type.String({ description: "Of a session or a bot." }) }),
  },
  {
    name: "BeginTyping",
    doc: "One is writing in a channel. Without effect where one may not.",
    payload: Type.Object({ channel: Type.String() }),
  },
  {
    name: "EndTyping",
    doc: "One is not writing any more.",
    payload: Type.Object({ channel: Type.String() }),
  },
  {
    name: "Ping",
    doc: "Send one every 10 to 30 seconds. Without one for `events.ping_within_ms` the server closes the connection.",
    payload: Type.Object({ data: pingData }),
  },
  {
    name: "Subscribe",
    doc: "Subscribes to every UserUpdate of a server's members for `events.subscription_lasts_ms`. A connection has at most `events.subscriptions` subscriptions; the one renewed least recently makes room.",
    payload: Type.Object({ server_id: Type.String() }),
  },
];
