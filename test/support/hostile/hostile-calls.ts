import type { Person } from "../accounts/people.ts";
import type { NewWebhook } from "../webhooks/webhooks.ts";

export interface HostileWorld {
  readonly url: string;
  readonly person: Person;
  /** A server that the person owns, with a channel and a webhook of it. */
  readonly community: string;
  readonly channel: string;
  readonly webhook: NewWebhook;
}

type Call = (world: HostileWorld) => Promise<Response>;

const api = (method: string, path: (world: HostileWorld) => string, body: unknown): Call => {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return (world) =>
    fetch(`${world.url}/api${path(world)}`, {
      method,
      headers: { "x-session-token": world.person.token },
      ...(method !== "GET" && { body: text }),
    });
};

const many = <T>(length: number, item: (index: number) => T) =>
  Array.from({ length }, (_, index) => item(index));
const id = (index: number) => `01ARZ3NDEKTSV4RRFF${String(index).padStart(8, "0")}`;

/** Texts as long as a message may be, that are costly to search for mentions, links and words. */
const contents: Readonly<Record<string, string>> = {
  mentions: "<@01ARZ3NDEKTSV4RRFFQ69G5FAV>".repeat(68),
  "other mentions": many(68, (index) => `<@${id(index)}>`).join(""),
  "links to the same place": "https://a.example/b ".repeat(100),
  "a link in brackets": `https://a.example/${"(".repeat(1_980)}`,
  "beginnings of links": "<http://".repeat(250),
  "code marks": `${"`".repeat(1_900)}://@`,
  "blocks of code": `${"``` ".repeat(499)}://@`,
  quotes: `${">\n".repeat(900)}://@`,
  ligatures: "\ufdfa".repeat(660),
  accents: `a${"\u0301\u0323".repeat(499)}`,
  emoji: "👍".repeat(500),
  words: "a ".repeat(1_000),
  "long words": "ingeding".repeat(250),
};

const send = (body: object) => api("POST", ({ channel }) => `/channels/${channel}/messages`, body);

/** Texts that are costly to translate to markdown. */
const markdown: Readonly<Record<string, string>> = {
  stars: "*a ".repeat(160_000),
  "back-ticks": "`".repeat(480_000),
  fences: "```a".repeat(120_000),
  brackets: `${"[".repeat(480_000)}]`,
  "opening tags": "<".repeat(480_000),
  commands: "</a".repeat(160_000),
  entities: "&amp;".repeat(95_000),
  "calls for attention": "@here".repeat(95_000),
  backslashes: "\\".repeat(120_000),
};

/** Divides a text among as many strings as a payload may have texts. */
const split = (text: string) => many(25, (index) => text.slice(index * 19_999, (index + 1) * 19_999));

const receive =
  (format: "discord" | "slack" | "github", body: unknown, headers: Record<string, string> = {}): Call =>
  ({ url, webhook }) =>
    fetch(`${url}/api/webhooks/${webhook.id}/${webhook.token}/${format}`, {
      method: "POST",
      headers,
      body: typeof body === "string" ? body : JSON.stringify(body),
    });

const form = { "content-type": "application/x-www-form-urlencoded" };
const event = (name: string, fields: object) =>
  receive(
    "github",
    { action: "created", sender, repository: { full_name: "a/b", html_url: "c" }, ...fields },
    {
      "x-github-event": name,
    },
  );
const sender = { login: "a", avatar_url: "b", html_url: "c" };

const translations = Object.entries(markdown).flatMap(([name, text]): [string, Call][] => {
  const texts = split(text);
  const mentioned = many(30, (at) => many(500, (index) => `<@${id(at * 500 + index)}>`).join(""));
  return [
    [
      `${name} from Discord`,
      receive("discord", { content: text, embeds: texts.map((description) => ({ description })) }),
    ],
    [`${name} from Slack`, receive("slack", { text, attachments: texts.map((text) => ({ text })) })],
    [
      `${name} in parts from Discord`,
      receive("discord", { components: texts.map((content) => ({ type: 10, content })) }),
    ],
    [
      `${name} and mentions from Slack`,
      receive("slack", { text, attachments: mentioned.map((text) => ({ text })) }),
    ],
  ];
});

/** Calls that are valid, or nearly so, and ask for as much work as possible. */
export const hostileCalls: Readonly<Record<string, Call>> = {
  ...Object.fromEntries(
    Object.entries(contents).map(([name, content]) => [`a message of ${name}`, send({ content })]),
  ),
  "a message that is too long": send({ content: "<@01ARZ3NDEKTSV4RRFFQ69G5FAV>".repeat(35_000) }),
  "a message with many parts": send({
    content: "x",
    embeds: many(128, () => ({
      colour: `linear-gradient(${"red,".repeat(27)}red)`,
      title: "👍".repeat(100),
    })),
    replies: many(128, (index) => ({ id: id(index), mention: true, fail_if_not_exists: false })),
    interactions: { reactions: many(128, (index) => id(index)) },
  }),
  "many reactions": send({
    content: "x",
    interactions: { reactions: many(20, () => "👍\ufe0f".repeat(10)) },
  }),
  "many categories": api("PATCH", ({ community }) => `/servers/${community}`, {
    categories: many(200, (at) => ({
      id: `${at}`,
      title: "👍".repeat(32),
      channels: many(90, (index) => id(at * 90 + index)),
    })),
  }),
  "wrong categories": api("PATCH", ({ community }) => `/servers/${community}`, {
    categories: many(19_900, () => ({})),
  }),
  "many roles of a member": api(
    "PATCH",
    ({ community, person }) => `/servers/${community}/members/${person.id}`,
    { roles: many(10_000, id) },
  ),
  "a long order of roles": api("PATCH", ({ community }) => `/servers/${community}/roles/ranks`, {
    ranks: many(10_000, id),
  }),
  "many recipients of a group": api("POST", () => "/channels/create", { name: "x", users: many(10_000, id) }),
  "many settings": api(
    "POST",
    () => "/sync/settings/set",
    Object.fromEntries(many(1_000, (index) => [`key${index}`, "👍".repeat(200)])),
  ),
  "too many settings": api(
    "POST",
    () => "/sync/settings/set",
    Object.fromEntries(many(19_900, (index) => [`key${index}`, "x".repeat(30)])),
  ),
  "settings by many names": api("POST", () => "/sync/settings/fetch", {
    keys: many(10_000, (index) => `${index}`),
  }),
  "a search for many words": api("POST", ({ channel }) => `/channels/${channel}/search`, {
    query: "a b c d e f g h i j k l m n o p q r s t u v w x y z 0 1 2 3 4 5",
  }),
  "a search for ligatures": api("POST", ({ channel }) => `/channels/${channel}/search`, {
    query: "\ufdfa".repeat(64),
    sort: "Relevance",
  }),
  "a username of look-alikes": api("PATCH", () => "/users/@me/username", {
    username: "а".repeat(32),
    password: "x".repeat(1_024),
  }),
  "a long mail address": api("POST", () => "/auth/session/login", {
    email: `a@${"ü.".repeat(500)}`,
    password: "ü".repeat(16_000),
  }),
  "a long query": api(
    "GET",
    ({ community }) => `/servers/${community}/audit_logs?${"type=&".repeat(2_600)}`,
    "",
  ),
  "a long search for members": api(
    "GET",
    ({ community }) =>
      `/servers/${community}/members_experimental_query?experimental_api=true&query=${"a".repeat(15_000)}`,
    "",
  ),
  ...Object.fromEntries(translations),
  "many allowed mentions": receive("discord", {
    components: many(30, (at) => ({
      type: 10,
      content: many(600, (index) => `<@${id(at * 600 + index)}>`).join(""),
    })),
    allowed_mentions: { users: many(14_000, (index) => id(1_000_000 + index)) },
  }),
  "a form of many fields": receive("discord", `content=x${"&a".repeat(500_000)}`, form),
  "a form of many fields from GitHub": receive("github", `payload=x${"&a".repeat(500_000)}`, {
    "x-github-event": "push",
  }),
  "a repository of brackets": event("star", {
    repository: { full_name: "[".repeat(1_000_000), html_url: "c" },
  }),
  "an address of brackets": event("star", {
    repository: { full_name: "a/b", html_url: "(".repeat(1_000_000) },
  }),
  "many commits": event("push", {
    ref: "refs/heads/a",
    after: "b",
    compare: "c",
    forced: false,
    commits: many(6_000, (index) => ({
      id: `${index}`,
      message: "[".repeat(60),
      url: "",
      author: { name: "" },
    })),
  }),
};
