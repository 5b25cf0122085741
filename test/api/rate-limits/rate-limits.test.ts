import { describe, expect, test } from "bun:test";
import { type BucketName, buckets } from "../../../src/config/buckets.ts";
import { bucketOf } from "../../../src/declare/limit.ts";
import { routes } from "../../../src/domains/index.ts";
import { logIn, newUser } from "../../support/accounts/people.ts";
import { callRateLimited, countAdmitted } from "../../support/http/rate-limited-call.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer } from "../../support/server/server.ts";
import { seconds } from "../../support/server/test-clock.ts";

/** One process counts by the clock of the test; several count in PostgreSQL, and each its part. */
const alone = { nodes: 1 };

describe("the declared routes", () => {
  test.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    "%s counts in the bucket of the specification",
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
  ["GET /auth/setup", "setup", 100],
  ["DELETE /auth/session/x", "auth_delete", 255],
  ["GET /safety", "safety", 15],
  ["POST /safety/report", "safety_report", 3],
  ["GET /admin/users", "admin", 20],
  ["GET /swagger", "swagger", 100],
  ["POST /../autumn/attachments", "upload", 10],
  ["GET /", "any", 20],
];

for (const engine of anyEngine) {
  const openLimited = (ratelimits: Record<string, unknown> = {}, config: Record<string, unknown> = {}) =>
    openServer(engine, { ...alone, config: { ...config, ratelimits: { enabled: true, ...ratelimits } } });

  describe(`rate limits on ${engine}`, () => {
    test("every bucket has the limit of the specification", async () => {
      expect(spec.map(([, bucket]) => bucket).sort()).toEqual((Object.keys(buckets) as BucketName[]).sort());
      await using server = await openLimited();
      const bucketNames = new Set<string | null>();
      for (const [route, , limit] of spec) {
        const response = await callRateLimited(server, route);
        expect([route, response.limit, response.remaining]).toEqual([route, limit, limit - 1]);
        expect(response.bucket).toMatch(/^\d+$/);
        expect(response.resetAfter).toBeGreaterThan(0);
        expect(response.resetAfter).toBeLessThanOrEqual(10_000);
        bucketNames.add(response.bucket);
      }
      expect(bucketNames.size).toBe(spec.length);
    });

    test.each(spec.filter(([, , limit]) => limit <= 20))(
      "%s: %s admits %d calls",
      async (route, _, limit) => {
        await using server = await openLimited();
        expect(await countAdmitted(server, limit + 2, route)).toBe(limit);
      },
    );

    test("uploads are counted separately for each kind of file", async () => {
      await using server = await openLimited({ upload: 1 });
      for (const kind of ["attachments", "avatars"])
        expect(await countAdmitted(server, 2, `POST /../autumn/${kind}`)).toBe(1);
    });

    test("a window lasts ten seconds from its first call, also with later calls", async () => {
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

    test("a 429 response contains the time to wait and nothing else", async () => {
      await using server = await openLimited({ any: 1 });
      await callRateLimited(server, "GET /");
      const rejected = await callRateLimited(server, "GET /");
      expect([rejected.status, rejected.limit, rejected.remaining]).toEqual([429, 1, 0]);
      expect(JSON.parse(rejected.body)).toEqual({ retry_after: rejected.resetAfter });
      expect(Number.isInteger(rejected.resetAfter)).toBe(true);
      expect(rejected.resetAfter).toBeGreaterThan(0);
    });

    test("a call over the limit has no effect, with or without a session", async () => {
      await using server = await openLimited({ auth: 3 });
      const { email, token } = await newUser(server);
      for (let more = 0; more < 3; more++) await logIn(server, email);
      const rejection = await logIn(server, email).catch((reason: unknown) => String(reason));
      expect(rejection).toContain("retry_after");
      expect(
        JSON.parse((await callRateLimited(server, "GET /auth/session/all", { token })).body),
      ).toHaveLength(4);
      expect(await countAdmitted(server, 30, "GET /auth/account", { token: "wrong" })).toBe(0);
    });

    test("every response has the four headers", async () => {
      await using server = await openLimited({ auth: 30 });
      const { token } = await newUser(server);
      const responses = [
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
      expect(responses.map(({ status }) => status)).toEqual([200, 401, 404, 404, 400, 400, 200, 200, 204]);
      for (const { limit, remaining, resetAfter, bucket } of responses) {
        for (const number of [limit, remaining, resetAfter]) expect(number).toBeInteger();
        expect(bucket).toMatch(/^\d+$/);
      }
    });

    test("buckets are independent", async () => {
      await using server = await openLimited();
      expect(await countAdmitted(server, 4, "POST /auth/session/login")).toBe(3);
      for (const [route, bucket, limit] of spec) {
        if (bucket !== "auth")
          expect([route, (await callRateLimited(server, route)).remaining]).toEqual([route, limit - 1]);
      }
      expect(await countAdmitted(server, 20, "DELETE /auth/session/all")).toBe(20);
    });

    test("unknown paths share one budget, in any spelling", async () => {
      await using server = await openLimited();
      for (const [route, limit] of [
        ["PATCH /nobodies/", 20],
        ["GET /servers/", 5],
        ["GET /channels/", 15],
      ] as const) {
        expect(await countAdmitted(server, limit + 1, `${route}abc/nowhere`)).toBe(limit);
        for (const other of [
          "abd/nowhere",
          "abc/nowhere/",
          "/abc/nowhere",
          "abc/nowhere?x",
          "%61bc/nowhere",
        ]) {
          expect([route + other, (await callRateLimited(server, route + other)).status]).toEqual([
            route + other,
            429,
          ]);
        }
      }
    });

    test("a bucket's name is short, also for a long resource id", async () => {
      await using server = await openLimited();
      const { headers } = await server.client.get(`/channels/${"x".repeat(10_000)}/nowhere`);
      expect(headers.get("x-ratelimit-bucket")).toMatch(/^\d{1,20}$/);
    });

    test("all spellings of a path share one budget", async () => {
      await using server = await openLimited();
      const paths = [
        "/auth/session/login",
        "/auth//session/login/",
        "/0.8/auth/session/login",
        "//auth/session/login?",
      ];
      const statuses: number[] = [];
      for (const path of paths) statuses.push((await callRateLimited(server, `POST ${path}`)).status);
      expect(statuses).toEqual([400, 400, 400, 429]);
    });

    test("preflights and health checks do not count", async () => {
      await using server = await openLimited({ any: 2 });
      for (let count = 0; count < 30; count++) {
        expect((await callRateLimited(server, "OPTIONS /")).status).toBe(204);
        expect((await fetch(`${server.url}/health`)).status).toBe(200);
      }
      expect((await callRateLimited(server, "GET /")).remaining).toBe(1);
    });

    test("the operator configures all limits and the window", async () => {
      await using server = await openLimited({ any: 2, auth: 4, window_ms: 60_000 });
      expect(await countAdmitted(server, 5, "GET /")).toBe(2);
      expect(await countAdmitted(server, 5, "POST /auth/session/login")).toBe(4);
      server.clock.advance(seconds(30));
      expect((await callRateLimited(server, "GET /")).status).toBe(429);
      server.clock.advance(seconds(30));
      expect((await callRateLimited(server, "GET /")).remaining).toBe(1);
    });

    test("disabled rate limits send no headers and reject nothing", async () => {
      await using server = await openServer(engine);
      expect(await countAdmitted(server, 30, "PATCH /users/x")).toBe(30);
      for (const route of ["GET /", "GET /nowhere", "GET /users/@me", "POST /auth/session/login"]) {
        expect(await callRateLimited(server, route)).toMatchObject({
          bucket: null,
          limit: Number.NaN,
          remaining: Number.NaN,
        });
      }
    });
  });
}
