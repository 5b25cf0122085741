/** What active people do, one action after a pause, with the requests that our client sends for it. */
import { form } from "../test/support/http/multipart.ts";

/** Shares of the actions and pauses between them, as in the load test that Mattermost publishes its figures from. */
const shares = {
  switchChannel: 6.5219,
  scroll: 1.9873,
  openDirectMessage: 0.9843,
  checkUnreads: 1,
  write: 1,
  react: 0.1306,
  edit: 0.04,
  remove: 0.0049,
  search: 0.0218,
  // Of people, channels and groups.
  searchPeople: 0.0674,
  // What they call threads are replies here: one jumps to the message and reads around it.
  readReplies: 1.5105,
  openProfile: 0.03,
  changeStatus: 0.0054,
  reconnect: 0.1448,
  logInAgain: 0.0006,
};
export const [minPauseMs, meanPauseMs] = [1_000, 20_000];
/** Of the messages, how many reply to another and how many have a file. */
const [replies, files] = [0.85, 0.02];

export type ActionName = keyof typeof shares;

export interface ActiveUser {
  readonly id: string;
  readonly email: string;
  token: string;
  /** Servers with their channels. */
  readonly servers: readonly { readonly id: string; readonly channels: readonly string[] }[];
  readonly directMessage: string;
  /** The channel that is open, its newest message and the oldest one that was read. */
  channel: string;
  newest: string;
  oldest: string;
  /** Their last message, with its channel. */
  own: { readonly channel: string; readonly id: string } | undefined;
}

export interface ActionContext {
  call(method: string, path: string, body?: unknown): Promise<unknown>;
  upload(content: Uint8Array<ArrayBuffer>): Promise<string>;
  typing(type: "BeginTyping" | "EndTyping", channel: string): void;
  reconnect(): Promise<void>;
}

const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;
const total = Object.values(shares).reduce((sum, share) => sum + share, 0);

export function pickAction(): ActionName {
  let rest = Math.random() * total;
  for (const [name, share] of Object.entries(shares)) {
    rest -= share;
    if (rest < 0) return name as ActionName;
  }
  return "switchChannel";
}

/** At least a second, and as long as the mean on average. */
export const pickPause = (): number => minPauseMs - Math.log(1 - Math.random()) * (meanPauseMs - minPauseMs);

interface ReadMessages {
  readonly messages: readonly { readonly _id: string }[];
}

async function read(user: ActiveUser, { call }: ActionContext, query: string): Promise<void> {
  const path = `/channels/${user.channel}/messages?limit=50&include_users=true${query}`;
  const { messages } = (await call("GET", path)) as ReadMessages;
  user.newest = messages[0]?._id ?? user.newest;
  user.oldest = messages.at(-1)?._id ?? user.oldest;
}

async function open(user: ActiveUser, context: ActionContext, channel: string): Promise<void> {
  user.channel = channel;
  [user.newest, user.oldest] = ["", ""];
  await read(user, context, "");
  if (user.newest !== "") await context.call("PUT", `/channels/${channel}/ack/${user.newest}`);
}

const words = "what people say in a chat is mostly short and about nothing much at all".split(" ");
const sentence = (): string => Array.from({ length: 9 }, () => pick(words)).join(" ");

type Action = (user: ActiveUser, context: ActionContext) => Promise<unknown>;

export const actions: Readonly<Record<ActionName, Action>> = {
  switchChannel: (user, context) => open(user, context, pick(pick(user.servers).channels)),
  scroll: async (user, context) => {
    if (user.oldest !== "") await read(user, context, `&before=${user.oldest}`);
  },
  openDirectMessage: (user, context) => open(user, context, user.directMessage),
  checkUnreads: (_, { call }) => call("GET", "/sync/unreads"),
  write: async (user, { call, upload, typing }) => {
    const { channel, newest } = user;
    typing("BeginTyping", channel);
    const isReply = newest !== "" && Math.random() < replies;
    const attachments = Math.random() < files ? [await upload(image)] : undefined;
    const sent = (await call("POST", `/channels/${channel}/messages`, {
      content: sentence(),
      ...(isReply && { replies: [{ id: newest, mention: false, fail_if_not_exists: false }] }),
      ...(attachments && { attachments }),
    })) as { _id: string };
    typing("EndTyping", channel);
    user.own = { channel, id: sent._id };
    user.newest = sent._id;
  },
  react: async ({ channel, newest }, { call }) => {
    if (newest !== "")
      await call("PUT", `/channels/${channel}/messages/${newest}/reactions/${encodeURIComponent("👍")}`);
  },
  edit: async ({ own }, { call }) => {
    if (own) await call("PATCH", `/channels/${own.channel}/messages/${own.id}`, { content: sentence() });
  },
  remove: async (user, { call }) => {
    const { own } = user;
    user.own = undefined;
    if (own) await call("DELETE", `/channels/${own.channel}/messages/${own.id}`);
  },
  search: ({ channel }, { call }) =>
    call("POST", `/channels/${channel}/search`, { query: pick(words), limit: 50 }),
  searchPeople: ({ servers }, { call }) =>
    call("GET", `/servers/${pick(servers).id}/members_experimental_query?query=user&experimental_api=true`),
  readReplies: async ({ channel, newest }, { call }) => {
    if (newest !== "")
      await call("GET", `/channels/${channel}/messages?nearby=${newest}&limit=50&include_users=true`);
  },
  openProfile: async ({ id }, { call }) => {
    await Promise.all([call("GET", `/users/${id}`), call("GET", `/users/${id}/profile`)]);
  },
  changeStatus: (_, { call }) => call("PATCH", "/users/@me", { status: { text: sentence() } }),
  reconnect: (_, { reconnect }) => reconnect(),
  logInAgain: async (user, { call, reconnect }) => {
    const { email } = user;
    const { token } = (await call("POST", "/auth/session/login", { email, password: activePassword })) as {
      token: string;
    };
    user.token = token;
    await reconnect();
  },
};

export const activePassword = "a good password 1";

/** A picture of 60 kB, as telephones send them at least. */
const image = form({
  content: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...new Uint8Array(60_000)]),
  filename: "image.bin",
});
