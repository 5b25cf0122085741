import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync } from "node:fs";
import { newEmail, password } from "../support/accounts/people.ts";
import { failWrites } from "../support/database/fail-writes.ts";
import { newMigratedHome } from "../support/database/migrated-home.ts";
import { hasSmallDisk, openSmallDisk, type SmallDisk } from "../support/database/small-disk.ts";
import { createClient } from "../support/http/client.ts";
import { expectFailure } from "../support/http/expect-failure.ts";
import { upload } from "../support/http/multipart.ts";
import { allowLoggedErrors, databaseErrors } from "../support/log/test-log.ts";
import { postMessage } from "../support/messages/sending.ts";
import { usually } from "../support/run/is-thorough.ts";
import { type Engine, engines } from "../support/server/engines.ts";
import { openServer } from "../support/server/server.ts";
import { newCommunity } from "../support/servers/communities.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

/** A server whose data directory is on a disk of eight megabytes. */
async function openOnSmallDisk(engine: Engine, minFree: number) {
  const disk = openSmallDisk(8) as SmallDisk;
  const migrated = await newMigratedHome(engine);
  cpSync(migrated.dataDir, disk.path, { recursive: true });
  const home = { ...migrated, dataDir: disk.path };
  const server = await openServer(engine, { home, config: { ready: { min_free_bytes: minFree } } });
  return {
    disk,
    server,
    async [Symbol.asyncDispose]() {
      disk.empty();
      await server[Symbol.asyncDispose]();
      disk[Symbol.dispose]();
      migrated.remove();
    },
  };
}

describe.if(hasSmallDisk)("a disk without room, on SQLite", () => {
  test("answers 507 to every write and to /ready, and reads and later writes work", async () => {
    allowLoggedErrors(...databaseErrors);
    await using opened = await openOnSmallDisk("sqlite", 0);
    const { disk, server } = opened;
    const { channel, owner: by } = await newCommunity(server);
    const client = createClient(server.url);
    const send = () => postMessage(server, { channel, by }, "x".repeat(2_000));
    expect((await client.get("/ready")).status).toBe(200);
    disk.fill(0);
    const statuses = new Set<number>();
    for (let round = 0; round < 40 && !statuses.has(507); round++)
      for (const { status } of await Promise.all(Array.from({ length: 10 }, send))) statuses.add(status);
    expect([200, 507]).toContain([...statuses][0] ?? 0);
    expect([...statuses].every((status) => status === 200 || status === 507)).toBe(true);
    disk.fill(0);
    expectFailure(await send(), 507, "InsufficientStorage");
    const large = { name: "y".repeat(32), description: "z".repeat(1_000) };
    expectFailure(await server.client.post("/servers/create", large, by), 507, "InsufficientStorage");
    const account = { email: newEmail(), password };
    expectFailure(await server.client.post("/auth/account/create", account), 507, "InsufficientStorage");
    expectFailure(await upload(server, by, { content: "some text" }), 507, "InsufficientStorage");
    await until(async () => (await client.get("/ready")).status === 507);
    expect((await server.client.get("/users/@me", by)).status).toBe(200);
    expect((await client.get("/health")).status).toBe(200);
    disk.empty();
    expect((await send()).status).toBe(200);
    expect((await upload(server, by, { content: "some text" })).status).toBe(200);
    await until(async () => (await client.get("/ready")).status === 200);
  });
});

describe.if(hasSmallDisk).each(usually(engines))("little room on the disk of %s", (engine) => {
  test("makes /ready fail before anything else does", async () => {
    allowLoggedErrors(...databaseErrors);
    await using opened = await openOnSmallDisk(engine, 4_000_000);
    const { disk, server } = opened;
    const client = createClient(server.url);
    expect((await client.get("/ready")).status).toBe(200);
    disk.fill(3_000_000);
    await until(async () => (await client.get("/ready")).status !== 200);
    expectFailure(await client.get("/ready"), 507, "InsufficientStorage");
    expect((await server.client.post("/auth/account/create", { email: newEmail(), password })).status).toBe(
      204,
    );
    disk.empty();
    await until(async () => (await client.get("/ready")).status === 200);
  });
});

test.if(engines.includes("postgres"))("a full disk of PostgreSQL answers 507, also to /ready", async () => {
  allowLoggedErrors(...databaseErrors);
  await using server = await openServer("postgres");
  const client = createClient(server.url);
  const { channel, owner: by } = await newCommunity(server);
  await failWrites(server, { table: "messages", event: "insert", code: "53100" });
  expectFailure(await postMessage(server, { channel, by }), 507, "InsufficientStorage");
  expectFailure(await client.get("/ready"), 507, "InsufficientStorage");
});
