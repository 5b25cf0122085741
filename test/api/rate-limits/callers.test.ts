import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { logIn, newUser } from "../../support/accounts/people.ts";
import { newBot } from "../../support/bots/bots.ts";
import {
  callRateLimited,
  countAdmitted,
  type RateLimitedCall,
} from "../../support/http/rate-limited-call.ts";
import { newRoom } from "../../support/messages/sending.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { seconds } from "../../support/server/test-clock.ts";
import { newWebhook, webhookPath } from "../../support/webhooks/webhooks.ts";

/** One process counts by the clock of the test; several count in PostgreSQL, and each its part. */
const alone = { nodes: 1 };

for (const engine of anyEngine) {
  const openLimited = (ratelimits: Record<string, unknown> = {}, config: Record<string, unknown> = {}) =>
    openServer(engine, { ...alone, config: { ...config, ratelimits: { enabled: true, ...ratelimits } } });

  describe(`rate limit budgets of callers on ${engine}`, () => {
    test("each session of a user has its own budget, from any address", async () => {
      await using server = await openLimited({ auth: 30 }, { trusted_proxies: ["127.0.0.1"] });
      const { token, email } = await newUser(server);
      const { token: other } = await logIn(server, email);
      const route = "GET /users/@me";
      expect(await countAdmitted(server, 21, route, { token })).toBe(20);
      expect((await callRateLimited(server, route, { token, from: "203.0.113.9" })).status).toBe(429);
      expect((await callRateLimited(server, route, { token: other })).remaining).toBe(19);
      expect((await callRateLimited(server, route)).remaining).toBe(19);
    });

    test("calls without a valid token count by address", async () => {
      await using server = await openLimited({}, { trusted_proxies: ["127.0.0.1"] });
      const route = "GET /users/@me";
      const client = { from: "203.0.113.7" };
      for (let count = 0; count < 10; count++)
        await callRateLimited(server, route, { ...client, token: `guess ${count}` });
      for (let count = 0; count < 5; count++)
        await callRateLimited(server, route, { ...client, bot: `guess ${count}` });
      expect((await callRateLimited(server, route, client)).remaining).toBe(4);
      expect((await callRateLimited(server, route, { from: "203.0.113.8" })).remaining).toBe(19);
    });

    test("each webhook has its own budget, from any address; calls without a valid webhook token count by address", async () => {
      const proxies = { trusted_proxies: ["127.0.0.1"] };
      await using server = await openLimited({ auth: 30, servers: 30, channels: 30 }, proxies);
      const community = await newRoom(server);
      const [first, second] = [
        await newWebhook(server, community.owner, community),
        await newWebhook(server, community.owner, community),
      ];
      const [firstClient, secondClient] = [{ from: "203.0.113.7" }, { from: "203.0.113.8" }];
      const get = (webhook: typeof first, call: RateLimitedCall) =>
        callRateLimited(server, `GET ${webhookPath(webhook)}`, call);
      expect(await countAdmitted(server, 21, `GET ${webhookPath(first)}`, firstClient)).toBe(20);
      expect((await get(first, { ...secondClient, token: community.owner.token })).status).toBe(429);
      expect((await callRateLimited(server, `POST ${webhookPath(first)}/slack`, secondClient)).status).toBe(
        429,
      );
      expect((await get(second, firstClient)).remaining).toBe(19);
      for (const token of ["wrong", "false"]) await get({ ...first, token }, firstClient);
      await get({ ...first, id: "nothing" }, firstClient);
      expect((await callRateLimited(server, "GET /", firstClient)).remaining).toBe(16);
    });

    test("where people guess, a valid token buys no budget", async () => {
      await using server = await openLimited({ auth: 8 }, { trusted_proxies: ["127.0.0.1"] });
      const client = { from: "203.0.113.7" };
      const { token, email } = await newUser(server);
      const { token: bot } = await newBot(server);
      const sessions = [token];
      for (let more = 0; more < 3; more++) sessions.push((await logIn(server, email)).token);
      for (const [route, limit] of [
        ["POST /auth/session/login", 8],
        ["PATCH /auth/account/reset_password", 8],
        ["PUT /auth/mfa/ticket", 8],
        ["POST /auth/nowhere", 8],
        ["DELETE /auth/nowhere", 255],
      ] as const) {
        const budgets = [(await callRateLimited(server, route, client)).remaining];
        for (const session of sessions)
          budgets.push((await callRateLimited(server, route, { ...client, token: session })).remaining);
        budgets.push((await callRateLimited(server, route, { ...client, bot })).remaining);
        expect([route, budgets]).toEqual([route, [1, 2, 3, 4, 5, 6].map((used) => limit - used)]);
        server.clock.advance(seconds(10));
      }
      const own = { ...client, token };
      expect((await callRateLimited(server, "GET /auth/account", own)).remaining).toBe(7);
      expect(await countAdmitted(server, 9, "POST /auth/session/login", own)).toBe(8);
    });

    test("IPv6 addresses count by their /64 prefix, and IPv4-mapped ones as IPv4", async () => {
      await using server = await openLimited({}, { trusted_proxies: ["127.0.0.1"] });
      const remaining = async (from: string) => (await callRateLimited(server, "GET /", { from })).remaining;
      expect(await remaining("203.0.113.5")).toBe(19);
      expect(await remaining("::ffff:203.0.113.5")).toBe(18);
      expect(await remaining("2001:db8:1:1::1")).toBe(19);
      expect(await remaining("2001:db8:1:1:ffff::2")).toBe(18);
      expect(await remaining("2001:db8:1:2::1")).toBe(19);
    });

    test("only trusted proxies may name the client address, and the last untrusted address counts", async () => {
      await using withoutProxy = await openLimited();
      await using behindProxy = await openLimited({}, { trusted_proxies: ["127.0.0.0/8", "10.0.0.0/8"] });
      const chains = [
        "203.0.113.1",
        "203.0.113.2, 10.0.0.5",
        "198.51.100.9, 203.0.113.1, 10.0.0.5",
        "203.0.113.2",
      ];
      const remaining = async (server: TestServer) => {
        const budgets: number[] = [];
        for (const from of chains) budgets.push((await callRateLimited(server, "GET /", { from })).remaining);
        return budgets;
      };
      expect(await remaining(withoutProxy)).toEqual([19, 18, 17, 16]);
      expect(await remaining(behindProxy)).toEqual([19, 19, 18, 18]);
    });
  });
}

const publicCalls = [
  "GET /",
  "GET /invites/nothing",
  "GET /custom/emoji/nothing",
  "GET /openapi.json",
  "GET /asyncapi.json",
  "GET /nowhere",
];

for (const engine of anyEngine) {
  describe(`calls that need no credential on ${engine}`, () => {
    let server: TestServer;
    beforeAll(async () => {
      const ratelimits = { enabled: true, auth: 30, bots: 30, bot_multiplier: 2, total_address: 60 };
      server = await openServer(engine, { ...alone, config: { ratelimits } });
    });
    afterAll(() => server[Symbol.asyncDispose]());
    const remaining = async (call: RateLimitedCall, route = "GET /") =>
      (await callRateLimited(server, route, call)).remaining;

    test.each(publicCalls)("%s counts by session or bot, all behind one address", async (route) => {
      const { token, email } = await newUser(server);
      const { token: other } = await logIn(server, email);
      const { token: bot } = await newBot(server);
      server.clock.advance(seconds(10));
      expect(await countAdmitted(server, 21, route, { token })).toBe(20);
      expect(await remaining({ token: other }, route)).toBe(19);
      expect(await remaining({ bot }, route)).toBe(39);
      expect(await remaining({}, route)).toBe(19);
    });

    test("invalid tokens, of bots and of sessions that have ended, count by address", async () => {
      const { token } = await newUser(server);
      await server.client.post("/auth/session/logout", {}, { token });
      server.clock.advance(seconds(10));
      const budgets = [await remaining({})];
      for (const call of [{ token: "guess" }, { token: "other" }, { bot: "guess" }, { token }, { token: "" }])
        budgets.push(await remaining(call));
      expect(budgets).toEqual([19, 18, 17, 16, 15, 14]);
    });

    test("with a bot's invalid token the session in the same request does not count, as where bots are callers", async () => {
      const { token } = await newUser(server);
      server.clock.advance(seconds(10));
      expect(await remaining({})).toBe(19);
      expect(await remaining({ token, bot: "guess" })).toBe(18);
      expect(await remaining({ token })).toBe(19);
    });

    test("one address can try only so many tokens in all buckets together", async () => {
      server.clock.advance(seconds(10));
      let admitted = 0;
      for (let count = 0; count < 70; count++)
        admitted += await countAdmitted(server, 1, `GET /servers/${count}`, { token: `guess ${count}` });
      expect(admitted).toBe(60);
      expect(await callRateLimited(server, "GET /", { token: "guess" })).toMatchObject({
        status: 429,
        limit: 60,
      });
    });

    test("nothing else of a reply depends on the credential", async () => {
      server.clock.advance(seconds(10));
      const { token } = await newUser(server);
      const { token: bot } = await newBot(server);
      for (const route of publicCalls) {
        server.clock.advance(seconds(10));
        const replies = [{}, { token }, { bot }].map((call) => callRateLimited(server, route, call));
        const [anonymous, ...known] = (await Promise.all(replies)).map(({ status, body }) => ({
          status,
          body: { ...JSON.parse(body), location: "" },
        }));
        for (const reply of known) expect(reply).toEqual(anonymous as typeof reply);
      }
    });
  });
}
