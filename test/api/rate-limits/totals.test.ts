import { describe, expect, test } from "bun:test";
import { logIn, newUser } from "../../support/accounts/people.ts";
import { newBot } from "../../support/bots/bots.ts";
import {
  callRateLimited,
  countAdmitted,
  type RateLimitedCall,
} from "../../support/http/rate-limited-call.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { seconds } from "../../support/server/test-clock.ts";

const plenty = { auth: 1_000, bots: 1_000, any: 1_000 };

for (const engine of anyEngine) {
  const openLimited = (ratelimits: Record<string, unknown>) =>
    openServer(engine, {
      config: { trusted_proxies: ["127.0.0.1"], ratelimits: { enabled: true, ...plenty, ...ratelimits } },
    });

  /** Calls with a new channel id each time, so that each one has a bucket of its own. */
  async function countInvented(server: TestServer, count: number, caller: RateLimitedCall): Promise<number> {
    const statuses = new Set<number>();
    let admitted = 0;
    for (let call = 0; call < count; call++) {
      const { status } = await callRateLimited(server, `GET /channels/${crypto.randomUUID()}`, caller);
      statuses.add(status);
      if (status !== 429) admitted++;
    }
    expect([...statuses].every((status) => [401, 404, 429].includes(status))).toBe(true);
    return admitted;
  }

  describe(`the total of a caller's calls on ${engine}`, () => {
    test("is limited over all buckets: invented ids are not free", async () => {
      await using server = await openLimited({ total: 30, bot_multiplier: 2 });
      const [person, bot] = [await newUser(server), await newBot(server)];
      const client = { from: "203.0.113.7" };
      server.clock.advance(seconds(10));
      expect(await countInvented(server, 35, { ...client, token: person.token })).toBe(30);
      expect(await countInvented(server, 35, client)).toBe(30);
      expect(await countInvented(server, 65, { ...client, bot: bot.token })).toBe(60);
      const { token } = await logIn(server, person.email);
      expect(await countInvented(server, 1, { ...client, token })).toBe(1);
      expect(await countInvented(server, 1, { from: "203.0.113.8" })).toBe(1);
    });

    test("refuses with the usual response, and leaves the headers of the bucket alone until then", async () => {
      await using server = await openLimited({ total: 3 });
      const { token } = await newUser(server);
      server.clock.advance(seconds(10));
      const fetchSelf = () => callRateLimited(server, "GET /users/@me", { token });
      for (const remaining of [19, 18, 17])
        expect(await fetchSelf()).toMatchObject({ status: 200, limit: 20, remaining });
      const refused = await fetchSelf();
      expect(refused).toMatchObject({ status: 429, limit: 3, remaining: 0 });
      expect(JSON.parse(refused.body)).toEqual({ retry_after: refused.resetAfter });
      server.clock.advance(seconds(10));
      expect(await fetchSelf()).toMatchObject({ status: 200, limit: 20, remaining: 19 });
    });

    test("counts unknown paths, each caller by itself", async () => {
      await using server = await openLimited({ total: 30 });
      const { token } = await newUser(server);
      server.clock.advance(seconds(10));
      const client = { from: "203.0.113.7" };
      const countUnknown = async (caller: RateLimitedCall) => {
        let admitted = 0;
        for (let call = 0; call < 35; call++)
          admitted += await countAdmitted(server, 1, `GET /${crypto.randomUUID()}`, caller);
        return admitted;
      };
      expect(await countUnknown(client)).toBe(30);
      expect(await countUnknown({ ...client, token })).toBe(30);
      expect((await callRateLimited(server, "GET /users/@me", { ...client, token })).status).toBe(429);
    });

    test("does not include preflights, health checks and files", async () => {
      await using server = await openLimited({ total: 2, total_address: 3 });
      const [first, second] = [{ from: "203.0.113.7" }, { from: "203.0.113.8" }];
      for (let call = 0; call < 10; call++) {
        expect((await callRateLimited(server, "OPTIONS /", first)).status).toBe(204);
        expect((await callRateLimited(server, "GET /../health", first)).status).toBe(200);
        expect((await callRateLimited(server, "GET /../autumn/avatars/none/x", first)).status).toBe(404);
      }
      expect(await countAdmitted(server, 3, "GET /", first)).toBe(2);
      expect(await countAdmitted(server, 3, "GET /", second)).toBe(2);
    });

    test("from one address is limited over all its sessions", async () => {
      await using server = await openLimited({ total: 0, total_address: 30 });
      const person = await newUser(server);
      const other = await logIn(server, person.email);
      const client = { from: "2001:db8:1:1::1" };
      expect(await countInvented(server, 20, { ...client, token: person.token })).toBe(20);
      expect(await countInvented(server, 20, { from: "2001:db8:1:1::2", token: other.token })).toBe(10);
      expect((await callRateLimited(server, "GET /", client)).status).toBe(429);
      expect(await countInvented(server, 5, { from: "2001:db8:1:2::1", token: person.token })).toBe(5);
    });

    test("is not limited if the operator turns the limits off", async () => {
      await using server = await openLimited({ total: 0, total_address: 0 });
      expect(await countInvented(server, 600, {})).toBe(600);
    });

    test("is large enough by default for all calls to a few channels and servers", async () => {
      await using server = await openServer(engine, { config: { ratelimits: { enabled: true } } });
      const { token } = await newUser(server);
      let admitted = 0;
      for (let channel = 0; channel < 20; channel++) {
        admitted += await countAdmitted(server, 15, `GET /channels/${channel}`, { token });
        admitted += await countAdmitted(server, 5, `GET /servers/${channel}`, { token });
      }
      expect(admitted).toBe(400);
      expect(await countInvented(server, 200, { token })).toBe(100);
    });
  });
}
