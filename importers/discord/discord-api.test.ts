import { afterAll, expect, test } from "bun:test";
import { configWith } from "../../src/config/load.ts";
import { bitsetOf } from "../../src/permissions/bits.ts";
import { createGuardedFetch } from "../../src/platform/outbound/guarded-fetch/guarded-fetch.ts";
import { ImportProblems } from "../problems.ts";
import { askDiscord } from "./discord-api.ts";
import { planServer } from "./plan.ts";
import { importedId } from "./snowflakes.ts";
import type { Survey } from "./survey.ts";

const token = "a-token-of-a-bot-for-tests";
const bits = (...numbers: number[]) => String(numbers.reduce((sum, bit) => sum | (1n << BigInt(bit)), 0n));
const member = (id: string, more: object = {}) => ({
  user: { id, username: `user${id}` },
  roles: [],
  ...more,
});

/** Discord, as far as it is asked. */
let replies: Record<string, unknown> = {};
const limited = new Set<string>();
const asked: string[] = [];
const discord = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(request) {
    const { pathname, search } = new URL(request.url);
    asked.push(pathname + search);
    if (request.headers.get("authorization") !== `Bot ${token}`) return new Response(null, { status: 401 });
    if (limited.delete(pathname))
      return new Response(null, { status: 429, headers: { "retry-after": "0.01" } });
    const reply = replies[pathname + search];
    if (typeof reply === "string") return new Response(reply);
    return reply === undefined ? new Response(null, { status: 403 }) : Response.json(reply);
  },
});
afterAll(() => discord.stop(true));

const fetch = createGuardedFetch(configWith({ outbound: { allow_private_hosts: ["127.0.0.1"] } }));
const address = `http://127.0.0.1:${discord.port}`;
const ask = (with_ = token) => askDiscord("10", { fetch, token: with_, address });

const guild = {
  id: "10",
  owner_id: "3",
  roles: [
    { id: "10", name: "@everyone", color: 0, position: 0, permissions: bits(10, 11) },
    { id: "20", name: "Mods", color: 0x3366cc, position: 2, permissions: bits(13), hoist: true },
    { id: "21", name: "Guests", color: 0, position: 1, permissions: "0" },
  ],
};
const overwrites = [
  { id: "10", type: 0, allow: "0", deny: bits(10) },
  { id: "20", type: 0, allow: bits(10), deny: "0" },
  { id: "3", type: 1, allow: bits(10), deny: "0" },
];
const channels = [
  { id: "30", type: 0, name: "late", position: 9, parent_id: null },
  { id: "31", type: 0, name: "early", position: 1, nsfw: true, permission_overwrites: overwrites },
];

const channel = (id: string, type = "GuildTextChat", more: object = {}) => ({
  header: { id, type, name: `channel ${id}`, ...more },
  files: [],
});
const survey: Survey = {
  guild: { id: "10", name: "Otters" },
  icon: undefined,
  channels: new Map([
    ["30", channel("30")],
    ["31", channel("31")],
    ["40", channel("40", "GuildPublicThread", { categoryId: "31", category: "early" })],
    ["41", channel("41", "GuildPrivateThread", { categoryId: "30", category: "late" })],
  ]),
  people: new Map(),
  roles: new Map(),
  emojis: new Map(),
  messages: 0,
  isFormatted: false,
  firstAuthors: new Map(),
};

test("Discord tells the owner, the order, the permissions and the roles of members", async () => {
  const page = Array.from({ length: 1_000 }, (_, at) => member(String(at + 1)));
  replies = {
    "/guilds/10": guild,
    "/guilds/10/channels": channels,
    "/guilds/10/members?limit=1000&after=0": page,
    "/guilds/10/members?limit=1000&after=1000": [member("2000", { roles: ["20"], nick: "Otto" })],
  };
  limited.add("/guilds/10");
  const facts = await ask();
  expect(facts.missing).toEqual([]);
  expect(facts.guild?.owner_id).toBe("3");
  expect(facts.members).toHaveLength(1_001);
  expect(asked.filter((path) => path === "/guilds/10")).toHaveLength(2);

  const problems = new ImportProblems();
  const plan = planServer(survey, facts, problems);
  const roleId = (id: string) => importedId("role", id);
  expect(plan.server.default_permissions).toBe(bitsetOf("ViewChannel", "SendMessage"));
  expect(plan.roles).toEqual([
    {
      id: roleId("20"),
      name: "Mods",
      colour: "#3366cc",
      hoist: 1,
      allow: bitsetOf("ManageMessages"),
      deny: 0,
      rank: 0,
      icon: null,
    },
    { id: roleId("21"), name: "Guests", colour: null, hoist: 0, allow: 0, deny: 0, rank: 1, icon: null },
  ]);
  const [early, late, thread, hidden] = ["31", "30", "40", "41"].map((id) =>
    plan.channels.find(({ snowflake }) => snowflake === id),
  );
  const order = plan.channels.map(({ snowflake }) => snowflake);
  expect(order.indexOf("31")).toBeLessThan(order.indexOf("30"));
  const restricted = {
    everyone: { allow: 0, deny: bitsetOf("ViewChannel") },
    overrides: [{ role_id: roleId("20"), allow: bitsetOf("ViewChannel"), deny: 0 }],
  };
  expect(early).toMatchObject({ nsfw: 1, ...restricted });
  expect(late).toMatchObject({ everyone: undefined, overrides: [] });
  // A thread is as private as its channel, and a private one more so.
  expect(thread).toMatchObject(restricted);
  expect(hidden).toMatchObject({ everyone: restricted.everyone, overrides: [] });
  expect(problems.rows().map(({ problem }) => problem)).toContain(
    "Permissions of single members in a channel have no counterpart",
  );
});

test("what Discord does not tell is listed, and the rest is used", async () => {
  replies = { "/guilds/10": { id: "10" }, "/guilds/10/channels": channels };
  const facts = await ask();
  expect(facts.missing).toEqual([
    "owner and roles: the response is not as expected",
    "members and their roles: status 403",
  ]);
  expect(facts.channels).toHaveLength(2);
  replies = { "/guilds/10": guild, "/guilds/10/channels": "<html>" };
  expect((await ask()).missing).toContain(
    "order and permissions of channels: the response is not as expected",
  );
});

test("a wrong token is refused, and not part of the error", async () => {
  const wrong = "another-token-that-is-wrong";
  const failure = await ask(wrong).catch((error: unknown) => error);
  expect(String(failure)).toContain("Discord does not accept the token of the bot.");
  expect(String(failure)).not.toContain(wrong);
});
