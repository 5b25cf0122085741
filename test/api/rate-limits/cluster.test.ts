import { describe, expect, test } from "bun:test";
import { RedisClient, SQL } from "bun";
import { newMigratedHome } from "../../support/database/migrated-home.ts";
import { redisProgram, startRedis } from "../../support/redis/redis.ts";
import { engines } from "../../support/server/engines.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";

const cluster = { enabled: true, shared_files: true };
/** Windows that no test outlasts. */
const ratelimits = { enabled: true, window_ms: 7_200_000, auth: 3, any: 3 };

const logIn = (server: TestServer, email: string) =>
  server.client.post("/auth/session/login", { email, password: "not the password 1" });

async function callsAllowed(call: () => Promise<{ status: number }>): Promise<number> {
  for (let calls = 0; ; calls++) if ((await call()).status === 429) return calls;
}

describe.skipIf(!engines.includes("postgres"))("rate limits in a cluster", () => {
  test("without Redis: those of /auth outlive a node, in PostgreSQL", async () => {
    const home = await newMigratedHome("postgres");
    const config = { cluster, ratelimits };
    let bucket: string | null;
    {
      await using first = await openServer("postgres", { home, config });
      bucket = (await logIn(first, "ann@example.com")).headers.get("x-ratelimit-bucket");
      expect(await callsAllowed(() => logIn(first, "ann@example.com"))).toBe(2);
      expect(await callsAllowed(() => first.client.get("/"))).toBe(3);
    }
    await using second = await openServer("postgres", { home, config });
    const refused = await logIn(second, "ann@example.com");
    expect(refused.status).toBe(429);
    expect(refused.headers.get("x-ratelimit-bucket")).toBe(bucket);
    // The others are counted in memory.
    expect(await callsAllowed(() => second.client.get("/"))).toBe(3);

    home.remove();
  });

  test("without Redis: so do those of accounts, and PostgreSQL learns no address", async () => {
    const home = await newMigratedHome("postgres");
    // One address may make a tenth of the calls.
    const config = { cluster, ratelimits: { ...ratelimits, auth: 100, account: 20 } };
    {
      await using first = await openServer("postgres", { home, config });
      expect(await callsAllowed(() => logIn(first, "ann@example.com"))).toBe(2);
    }
    await using second = await openServer("postgres", { home, config });
    expect((await logIn(second, "ann@example.com")).status).toBe(429);
    expect((await logIn(second, "ben@example.com")).status).toBe(401);
    await using sql = new SQL({ url: home.databaseUrl, max: 1 });
    const rows: { key: string }[] = await sql`select key from counters`;
    // The bucket, and for both accounts all calls and those from this address.
    expect(rows).toHaveLength(5);
    for (const { key } of rows) expect(key).toMatch(/^[\d.e+]+$/);
    home.remove();
  });

  test.skipIf(!redisProgram)("with Redis: all outlive a node, and hold without Redis too", async () => {
    await using redis = await startRedis();
    const home = await newMigratedHome("postgres");
    const config = { cluster, ratelimits, redis_url: redis.url };
    {
      await using first = await openServer("postgres", { home, config });
      expect(await callsAllowed(() => logIn(first, "ann@example.com"))).toBe(3);
      expect(await callsAllowed(() => first.client.get("/"))).toBe(3);
    }
    await using second = await openServer("postgres", { home, config });
    expect((await logIn(second, "ann@example.com")).status).toBe(429);
    expect((await second.client.get("/")).status).toBe(429);
    const admin = new RedisClient(redis.url);
    await admin.send("FLUSHALL", []);
    admin.close();
    expect(await callsAllowed(() => second.client.get("/"))).toBe(3);
    redis.freeze();
    expect(await callsAllowed(() => second.client.get("/"))).toBe(3);
    redis.thaw();
    home.remove();
  });
});
