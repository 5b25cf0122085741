import { describe, expect, test } from "bun:test";
import { engines } from "../support/engines.ts";
import { logIn, newUser } from "../support/people.ts";
import { callRateLimited, countAdmitted, type RateLimitedCall } from "../support/rate-limited-call.ts";
import { newRoom } from "../support/sending.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { newWebhook, webhookPath } from "../support/webhooks.ts";

for (const engine of engines) {
  const openLimited = (ratelimits: Record<string, unknown> = {}, more: Record<string, unknown> = {}) =>
    openServer(engine, { config: { ...more, ratelimits: { enabled: true, ...ratelimits } } });

  describe(`whom a call is counted for, on ${engine}`, () => {
    test("two sessions of one user have a budget each, wherever they call from", async () => {
      await using server = await openLimited({ auth: 30 }, { trusted_proxies: ["127.0.0.1"] });
      const { token, email } = await newUser(server);
      const { token: other } = await logIn(server, email);
      const what = "GET /users/@me";
      expect(await countAdmitted(server, 21, what, { token })).toBe(20);
      expect((await callRateLimited(server, what, { token, from: "203.0.113.9" })).status).toBe(429);
      expect((await callRateLimited(server, what, { token: other })).remaining).toBe(19);
      expect((await callRateLimited(server, what)).remaining).toBe(19);
    });

    test("callers without a token, or with a false one, count by their address", async () => {
      await using server = await openLimited({}, { trusted_proxies: ["127.0.0.1"] });
      const what = "GET /users/@me";
      const here = { from: "203.0.113.7" };
      for (let count = 0; count < 10; count++)
        await callRateLimited(server, what, { ...here, token: `guess ${count}` });
      for (let count = 0; count < 5; count++)
        await callRateLimited(server, what, { ...here, bot: `guess ${count}` });
      expect((await callRateLimited(server, what, here)).remaining).toBe(4);
      expect((await callRateLimited(server, what, { from: "203.0.113.8" })).remaining).toBe(19);
    });

    test("webhooks have a budget each, wherever their callers are; who has no key counts by address", async () => {
      const proxies = { trusted_proxies: ["127.0.0.1"] };
      await using server = await openLimited({ auth: 30, servers: 30, channels: 30 }, proxies);
      const room = await newRoom(server);
      const [one, other] = [
        await newWebhook(server, room.owner, room),
        await newWebhook(server, room.owner, room),
      ];
      const [here, there] = [{ from: "203.0.113.7" }, { from: "203.0.113.8" }];
      const get = (key: typeof one, who: RateLimitedCall) =>
        callRateLimited(server, `GET ${webhookPath(key)}`, who);
      expect(await countAdmitted(server, 21, `GET ${webhookPath(one)}`, here)).toBe(20);
      expect((await get(one, { ...there, token: room.owner.token })).status).toBe(429);
      expect((await callRateLimited(server, `POST ${webhookPath(one)}/slack`, there)).status).toBe(429);
      expect((await get(other, here)).remaining).toBe(19);
      for (const token of ["wrong", "false"]) await get({ ...one, token }, here);
      await get({ ...one, id: "nothing" }, here);
      expect((await callRateLimited(server, "GET /", here)).remaining).toBe(16);
    });

    test("IPv6 counts by its /64", async () => {
      await using server = await openLimited({}, { trusted_proxies: ["127.0.0.1"] });
      const remaining = async (from: string) => (await callRateLimited(server, "GET /", { from })).remaining;
      expect(await remaining("2001:db8:1:1::1")).toBe(19);
      expect(await remaining("2001:db8:1:1:ffff::2")).toBe(18);
      expect(await remaining("2001:db8:1:2::1")).toBe(19);
    });

    test("only a trusted proxy may say whom a call is from, and only of the last stranger", async () => {
      await using alone = await openLimited();
      await using behind = await openLimited({}, { trusted_proxies: ["127.0.0.0/8", "10.0.0.0/8"] });
      const chains = [
        "203.0.113.1",
        "203.0.113.2, 10.0.0.5",
        "198.51.100.9, 203.0.113.1, 10.0.0.5",
        "203.0.113.2",
      ];
      const remaining = async (server: TestServer) => {
        const seen: number[] = [];
        for (const from of chains) seen.push((await callRateLimited(server, "GET /", { from })).remaining);
        return seen;
      };
      expect(await remaining(alone)).toEqual([19, 18, 17, 16]);
      expect(await remaining(behind)).toEqual([19, 19, 18, 18]);
    });
  });
}
