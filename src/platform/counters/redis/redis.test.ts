import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RedisClient } from "bun";
import pino from "pino";
import { ofThisMachine, selfSigned } from "../../../../test/support/http/test-certificates.ts";
import { describeRedis, startRedis, type TestRedis } from "../../../../test/support/redis/redis.ts";
import { StillClock } from "../../../../test/support/server/services.ts";
import { until } from "../../../../test/support/until.ts";
import { RedisConnection } from "../../redis/client/connection.ts";
import { divideAmongNodes } from "../in-memory/divided.ts";
import { createInMemoryCounters } from "../in-memory/in-memory.ts";
import type { Counters } from "../port.ts";
import { createRedisCounters } from "./redis.ts";

const windowMs = 600_000;

/** The counters of one of three nodes, and what its log says about Redis. */
async function openNode(url: string) {
  const lines: { level: number; msg: string; redis: string }[] = [];
  const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) });
  const redis = await RedisConnection.open({ url, log, deadlineMs: 1_000 });
  const counters = createRedisCounters(
    redis,
    divideAmongNodes(createInMemoryCounters(new StillClock()), () => 3),
  );
  return { redis, counters, lines, [Symbol.asyncDispose]: () => counters.close() };
}

async function countAllowed({ take }: Counters, key: string, limit: number): Promise<number> {
  let allowed = 0;
  for (let call = 0; call < limit + 2; call++) if ((await take(key, limit, windowMs)).allowed) allowed++;
  return allowed;
}

/** A number that Redis has counted since its start. */
async function statisticOf(admin: RedisClient, pattern: RegExp): Promise<number> {
  return Number(pattern.exec(String(await admin.send("INFO", ["everything"])))?.[1] ?? 0);
}

const outage = { level: 40, msg: "Redis is absent" };
const recovery = { level: 30, msg: "Redis is back" };

describeRedis("counters in Redis", () => {
  test("count the calls to all nodes together, each in one round trip", async () => {
    await using redis = await startRedis();
    await using first = await openNode(redis.url);
    await using second = await openNode(redis.url);
    const allowed: boolean[] = [];
    for (const { counters } of [first, second, first, second, second, first])
      allowed.push((await counters.take("key", 4, windowMs)).allowed);
    expect(allowed).toEqual([true, true, true, true, false, false]);
    const admin = new RedisClient(redis.url);
    // Only the first call sent the script itself.
    expect(await statisticOf(admin, /cmdstat_eval:calls=(\d+)/)).toBe(1);
    expect(await statisticOf(admin, /cmdstat_evalsha:calls=(\d+)/)).toBe(6);
    admin.close();
  });

  test("expire by themselves", async () => {
    await using redis = await startRedis();
    await using node = await openNode(redis.url);
    const admin = new RedisClient(redis.url);
    await node.counters.take("short", 1, 1);
    await node.counters.take("long", 1, windowMs);
    await until(async () => (await admin.send("KEYS", ["ermine:counters:*"])).length === 1);
    expect(await admin.send("KEYS", ["ermine:*"])).toContain(`ermine:counters:${windowMs}:long`);
    admin.close();
  });

  test.each<[string, (redis: TestRedis) => unknown, (redis: TestRedis) => unknown]>([
    ["is frozen", (redis) => redis.freeze(), (redis) => redis.thaw()],
    ["was killed", (redis) => redis.kill(), (redis) => redis.start()],
  ])("while Redis %s, each node allows its part of the limit", async (_, breakIt, repairIt) => {
    await using redis = await startRedis();
    await using node = await openNode(redis.url);
    expect(await countAllowed(node.counters, "before", 9)).toBe(9);
    for (const outages of [1, 2]) {
      await breakIt(redis);
      // The calls that notice the outage are answered too, however many they are.
      const atOnce = await Promise.all(
        Array.from({ length: 20 }, () => node.counters.take(`at once ${outages}`, 9, windowMs)),
      );
      expect(atOnce.filter(({ allowed }) => allowed)).toHaveLength(3);
      expect(node.redis.isUp).toBe(false);
      expect(await countAllowed(node.counters, `during ${outages}`, 9)).toBe(3);
      expect(await countAllowed(node.counters, `small limit ${outages}`, 1)).toBe(1);
      await repairIt(redis);
      await until(() => node.redis.isUp);
      expect(await countAllowed(node.counters, `after ${outages}`, 9)).toBe(9);
    }
    expect(node.lines).toMatchObject([outage, recovery, outage, recovery]);
  });

  test("a Redis that refuses to write counts as absent", async () => {
    await using redis = await startRedis();
    await using node = await openNode(redis.url);
    const admin = new RedisClient(redis.url);
    await admin.send("CONFIG", ["SET", "maxmemory", "1"]);
    expect(await countAllowed(node.counters, "during", 9)).toBe(3);
    const connections = () => statisticOf(admin, /total_connections_received:(\d+)/);
    const before = await connections();
    await until(async () => {
      expect(await node.counters.take("during", 9, windowMs)).toMatchObject({ allowed: false });
      return (await connections()) > before + 2;
    });
    expect(node.lines).toMatchObject([outage]);
    await admin.send("CONFIG", ["SET", "maxmemory", "0"]);
    await until(() => node.redis.isUp);
    expect(await countAllowed(node.counters, "after", 9)).toBe(9);
    expect(node.lines).toMatchObject([outage, recovery]);
    admin.close();
  });

  test("a Redis that is absent at the start is used once it is there", async () => {
    await using redis = await startRedis();
    await redis.kill();
    await using node = await openNode(redis.url);
    expect(await countAllowed(node.counters, "before", 9)).toBe(3);
    await redis.start();
    await until(() => node.redis.isUp);
    expect(await countAllowed(node.counters, "after", 9)).toBe(9);
    expect(node.lines).toMatchObject([outage, recovery]);
  });

  describe("with a password and TLS", () => {
    const folder = mkdtempSync(join(tmpdir(), "ermine-tls-"));
    afterAll(() => rmSync(folder, { recursive: true }));
    let files = 0;
    const fileOf = (text: string) => {
      const path = join(folder, `${++files}.pem`);
      writeFileSync(path, text);
      return path;
    };
    const startWith = ({ cert, key }: typeof selfSigned) =>
      startRedis([
        ...[
          "--tls-cert-file",
          fileOf(cert),
          "--tls-key-file",
          fileOf(key),
          "--tls-ca-cert-file",
          fileOf(cert),
        ],
        ...["--tls-auth-clients", "no", "--requirepass", "s3cret/rest-of-it"],
      ]);

    /** Counts once in a process that trusts this certificate, and returns what it printed. */
    const count = async (url: string, trusted: string) => {
      const program = join(import.meta.dir, "../../../../test/support/programs/count-in-redis.ts");
      const env = { ...process.env, NODE_EXTRA_CA_CERTS: fileOf(trusted) };
      const child = Bun.spawn([process.execPath, program, url], { env, stdio: ["ignore", "pipe", "pipe"] });
      return (await new Response(child.stdout).text()) + (await new Response(child.stderr).text());
    };

    test("the URL names the user, the password and the database", async () => {
      await using redis = await startWith(ofThisMachine);
      const url = `rediss://default:s3cret%2Frest-of-it@localhost:${redis.port}/5`;
      expect(await count(url, ofThisMachine.cert)).toBe('in Redis: {"allowed":true,"remaining":4}\n');
      const admin = new RedisClient(url, { tls: { ca: ofThisMachine.cert } });
      expect(await admin.send("KEYS", ["ermine:counters:*"])).toHaveLength(1);
      expect(await admin.send("CLIENT", ["INFO"])).toContain(" db=5 ");
      admin.close();
    });

    const password = "s3cret%2Frest-of-it";
    test.each([
      ["a wrong password", "rediss://default:other-secret@localhost", ofThisMachine, ofThisMachine],
      ["an unknown certificate", `rediss://default:${password}@localhost`, ofThisMachine, selfSigned],
      ["a certificate for another name", `rediss://default:${password}@localhost`, selfSigned, selfSigned],
      ["no TLS", `redis://default:${password}@localhost`, ofThisMachine, ofThisMachine],
    ])("%s is an outage, and the log shows no password", async (_, url, used, trusted) => {
      await using redis = await startWith(used);
      const output = await count(`${url}:${redis.port}`, trusted.cert);
      expect(output).toContain("Redis is absent");
      expect(output).toEndWith('absent: {"allowed":true,"remaining":1}\n');
      expect(output).not.toMatch(/rest-of-it|other-secret/);
    });
  });
});
