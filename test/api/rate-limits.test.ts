import { describe, expect, test } from "bun:test";
import { routes } from "../../src/domains/index.ts";
import { type BucketName, bucketOf, buckets } from "../../src/protocol/limit.ts";
import { engines } from "../support/engines.ts";
import { logIn, newUser } from "../support/people.ts";
import { callRateLimited, countAdmitted } from "../support/rate-limited-call.ts";
import { openServer } from "../support/server.ts";
import { seconds } from "../support/test-clock.ts";

describe("the declared routes", () => {
  test.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    "%s counts where it should",
    (_, route) => {
      const { bucket, resource } = bucketOf(route.method, route.path.split("/").filter(Boolean));
      const counted = { bucket: route.limit.bucket, by: route.limit.by && `:${route.limit.by}` };
      expect(counted).toEqual({ bucket, by: resource.startsWith(":") ? resource : undefined });
    },
  );
});

const spec: [call: string, bucket: BucketName, limit: number][] = [
  ["GET /users/x", "users", 20],
  ["PATCH /users/x", "user_edit", 2],
  ["GET /users/x/default_avatar", "default_avatar", 255],
  ["GET /bots/x", "bots", 10],
  ["GET /channels/x", "channels", 15],
  ["POST /channels/x/messages", "messaging", 10],
  ["GET /servers/x", "servers", 5],
  ["POST /auth/session/login", "auth", 3],
  ["DELETE /auth/session/x", "auth_delete", 255],
  ["GET /safety", "safety", 15],
  ["POST /safety/report", "safety_report", 3],
  ["GET /swagger", "swagger", 100],
  ["POST /../autumn/attachments", "upload", 10],
  ["GET /", "any", 20],
];

for (const engine of engines) {
  const openLimited = (ratelimits: Record<string, unknown> = {}, more: Record<string, unknown> = {}) =>
    openServer(engine, { config: { ...more, ratelimits: { enabled: true, ...ratelimits } } });

  describe(`rate limits on ${engine}`, () => {
    test("every bucket has the number of the specification", async () => {
      expect(spec.map(([, bucket]) => bucket).sort()).toEqual((Object.keys(buckets) as BucketName[]).sort());
      await using server = await openLimited();
      const seen = new Set<string | null>();
      for (const [what, , limit] of spec) {
        const answer = await callRateLimited(server, what);
        expect([what, answer.limit, answer.remaining]).toEqual([what, limit, limit - 1]);
        expect(answer.bucket).toMatch(/^\d+$/);
        expect(answer.resetAfter).toBeGreaterThan(0);
        expect(answer.resetAfter).toBeLessThanOrEqual(10_000);
        seen.add(answer.bucket);
      }
      expect(seen.size).toBe(spec.length);
    });

    test.each(spec.filter(([, , limit]) => limit <= 20))("%s: %s admits %d calls", async (what, _, limit) => {
      await using server = await openLimited();
      expect(await countAdmitted(server, limit + 2, what)).toBe(limit);
    });

    test("a window is ten seconds from its first call, whatever comes after", async () => {
      await using server = await openLimited();
      const login = () => callRateLimited(server, "POST /auth/session/login");
      expect([(await login()).remaining, (await login()).remaining]).toEqual([2, 1]);
      server.clock.advance(seconds(6));
      const last = await login();
      expect([last.status, last.remaining]).toEqual([400, 0]);
      expect(last.resetAfter).toBeLessThanOrEqual(4_000);
      for (let refusals = 0; refusals < 5; refusals++) expect((await login()).status).toBe(429);
      server.clock.advance(seconds(4));
      expect(await countAdmitted(server, 5, "POST /auth/session/login")).toBe(3);
    });

    test("a refusal says how long to wait, and nothing else", async () => {
      await using server = await openLimited({ any: 1 });
      await callRateLimited(server, "GET /");
      const refused = await callRateLimited(server, "GET /");
      expect([refused.status, refused.limit, refused.remaining]).toEqual([429, 1, 0]);
      expect(JSON.parse(refused.body)).toEqual({ retry_after: refused.resetAfter });
      expect(Number.isInteger(refused.resetAfter)).toBe(true);
      expect(refused.resetAfter).toBeGreaterThan(0);
    });

    test("what is over the limit is not carried out, whoever asks", async () => {
      await using server = await openLimited({ auth: 5 });
      const { email, token } = await newUser(server);
      for (let more = 0; more < 3; more++) await logIn(server, email);
      const tooMuch = await logIn(server, email).catch((reason: unknown) => String(reason));
      expect(tooMuch).toContain("retry_after");
      expect(
        JSON.parse((await callRateLimited(server, "GET /auth/session/all", { token })).body),
      ).toHaveLength(4);
      expect(await countAdmitted(server, 30, "GET /auth/account", { token: "wrong" })).toBe(0);
    });

    test("every answer has the four headers", async () => {
      await using server = await openLimited({ auth: 30 });
      const { token } = await newUser(server);
      const answers = [
        await callRateLimited(server, "GET /users/@me", { token }),
        await callRateLimited(server, "GET /users/@me"),
        await callRateLimited(server, "GET /nowhere"),
        await callRateLimited(server, "PURGE /users/@me"),
        await callRateLimited(server, "POST /auth/session/login"),
        await callRateLimited(server, "DELETE /auth/session/%zz", { token }),
        await callRateLimited(server, "HEAD /users/@me", { token }),
        await callRateLimited(server, "GET /openapi.json"),
        await callRateLimited(server, "POST /auth/session/logout", { token }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 404, 400, 400, 200, 200, 204]);
      for (const { limit, remaining, resetAfter, bucket } of answers) {
        for (const number of [limit, remaining, resetAfter]) expect(number).toBeInteger();
        expect(bucket).toMatch(/^\d+$/);
      }
    });

    test("buckets are independent", async () => {
      await using server = await openLimited();
      expect(await countAdmitted(server, 4, "POST /auth/session/login")).toBe(3);
      for (const [what, bucket, limit] of spec) {
        if (bucket !== "auth")
          expect([what, (await callRateLimited(server, what)).remaining]).toEqual([what, limit - 1]);
      }
      expect(await countAdmitted(server, 20, "DELETE /auth/session/all")).toBe(20);
    });

    test("a name that leads nowhere opens no budget of its own, however it is spelled", async () => {
      await using server = await openLimited();
      for (const [what, limit] of [
        ["PATCH /nobodies/", 20],
        ["GET /servers/", 5],
        ["GET /channels/", 15],
      ] as const) {
        expect(await countAdmitted(server, limit + 1, `${what}abc/nowhere`)).toBe(limit);
        for (const other of [
          "abd/nowhere",
          "abc/nowhere/",
          "/abc/nowhere",
          "abc/nowhere?x",
          "%61bc/nowhere",
        ]) {
          expect([what + other, (await callRateLimited(server, what + other)).status]).toEqual([
            what + other,
            429,
          ]);
        }
      }
    });

    test("a bucket's name is short, whatever it counts", async () => {
      await using server = await openLimited();
      const { headers } = await server.client.get(`/channels/${"x".repeat(10_000)}/nowhere`);
      expect(headers.get("x-ratelimit-bucket")).toMatch(/^\d{1,20}$/);
    });

    test("an address of the API is no way around", async () => {
      await using server = await openLimited();
      const ways = [
        "/auth/session/login",
        "/auth//session/login/",
        "/0.8/auth/session/login",
        "//auth/session/login?",
      ];
      const statuses: number[] = [];
      for (const way of ways) statuses.push((await callRateLimited(server, `POST ${way}`)).status);
      expect(statuses).toEqual([400, 400, 400, 429]);
    });

    test("preflights and the watch over the process are not counted", async () => {
      await using server = await openLimited({ any: 2 });
      for (let count = 0; count < 30; count++) {
        expect((await callRateLimited(server, "OPTIONS /")).status).toBe(204);
        expect((await fetch(`${server.url}/health`)).status).toBe(200);
      }
      expect((await callRateLimited(server, "GET /")).remaining).toBe(1);
    });

    test("all numbers are the operator's", async () => {
      await using server = await openLimited({ any: 2, auth: 4, window_ms: 60_000 });
      expect(await countAdmitted(server, 5, "GET /")).toBe(2);
      expect(await countAdmitted(server, 5, "POST /auth/session/login")).toBe(4);
      server.clock.advance(seconds(30));
      expect((await callRateLimited(server, "GET /")).status).toBe(429);
      server.clock.advance(seconds(30));
      expect((await callRateLimited(server, "GET /")).remaining).toBe(1);
    });

    test("switched off there are neither limits nor headers", async () => {
      await using server = await openServer(engine);
      expect(await countAdmitted(server, 30, "PATCH /users/x")).toBe(30);
      for (const what of ["GET /", "GET /nowhere", "GET /users/@me", "POST /auth/session/login"]) {
        expect(await callRateLimited(server, what)).toMatchObject({
          bucket: null,
          limit: Number.NaN,
          remaining: Number.NaN,
        });
      }
    });
  });
}
