import { describe, expect, spyOn, test } from "bun:test";
import pg from "pg";
import { configWith } from "../../src/config/load.ts";
import { startServer } from "../../src/server/start-server.ts";
import type { SystemTables } from "../../src/store/system-tables.ts";
import { newUser } from "../support/accounts/people.ts";
import { failWrites } from "../support/database/fail-writes.ts";
import { newMigratedHome } from "../support/database/migrated-home.ts";
import { hasS3, newS3Prefix } from "../support/files/s3.ts";
import { createClient } from "../support/http/client.ts";
import { expectFailure } from "../support/http/expect-failure.ts";
import { upload } from "../support/http/multipart.ts";
import { allowLoggedErrors, databaseErrors, openTestLog } from "../support/log/test-log.ts";
import { freePorts } from "../support/processes/free-ports.ts";
import { engines } from "../support/server/engines.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { until } from "../support/until.ts";

describe.each([...engines])("health and readiness on %s", (engine) => {
  test("need no authentication and have no rate limits", async () => {
    await using server = await openServer(engine, { config: { ratelimits: { enabled: true, any: 1 } } });
    const client = createClient(server.url);
    for (let calls = 0; calls < 3; calls++) {
      expect(await client.get("/health")).toMatchObject({ status: 200, body: { status: "ok" } });
      expect(await client.get("/ready")).toMatchObject({ status: 200, body: { status: "ready" } });
    }
  });

  test("a server whose database can be read and not written is not ready", async () => {
    allowLoggedErrors(/the server is not ready/);
    await using server = await openServer(engine);
    const client = createClient(server.url);
    expect((await client.get("/ready")).status).toBe(200);
    await failWrites(server, { table: "meta", event: "update", code: "58030" });
    await until(async () => (await client.get("/ready")).status !== 200);
    expectFailure(await client.get("/ready"), 503, "DatabaseError", {
      operation: "ping",
      collection: "meta",
    });
    expect((await client.get("/api/")).status).toBe(200);
  });
});

/** When the row was written that a check writes. */
async function checkedAt({ running }: TestServer): Promise<string | undefined> {
  const row = await running.store.read((db) =>
    db
      .sql<SystemTables>()
      .selectFrom("meta")
      .select("value")
      .where("key", "=", "ready_checked_at")
      .executeTakeFirst(),
  );
  return row?.value;
}

test("nobody can cause checks by asking often", async () => {
  await using server = await openServer("sqlite");
  const client = createClient(server.url);
  // The age of a result is measured with this clock, which does not follow that of the machine.
  let uptimeMs = performance.now();
  using _ = spyOn(performance, "now").mockImplementation(() => uptimeMs);
  const askOften = async () => {
    const seen = new Set<string | undefined>();
    for (let calls = 0; calls < 50; calls++) {
      server.clock.advance(1_000);
      expect((await client.get("/ready")).status).toBe(200);
      seen.add(await checkedAt(server));
    }
    return seen;
  };
  const first = await askOften();
  expect(first.size).toBe(1);
  uptimeMs += 1_001;
  const second = await askOften();
  expect(second.size).toBe(1);
  expect(second).not.toEqual(first);
});

test("a server whose disk has failed to store a change is not ready", async () => {
  allowLoggedErrors(...databaseErrors);
  const home = await newMigratedHome("sqlite");
  let fails = false;
  const config = configWith({
    port: 0,
    data_dir: home.dataDir,
    voice: { mode: "off" },
    database: { exit_on_failed_sync: false },
  });
  const syncLog = async () => {
    if (fails) throw Object.assign(new Error("input/output error"), { code: "EIO" });
  };
  const running = await startServer(config, { log: openTestLog(), syncLog });
  const client = createClient(`http://127.0.0.1:${running.port}`);
  expect((await client.get("/ready")).status).toBe(200);
  fails = true;
  await until(async () => (await client.get("/ready")).status !== 200);
  fails = false;
  expectFailure(await client.get("/ready"), 503, "DatabaseError", { operation: "ping", collection: "meta" });
  expect(() => running.store.assertSound()).toThrow("input/output error");
  await running.stop();
  home.remove();
});

test("a server that cannot reach S3 is not ready until it can, and asks S3 rarely", async () => {
  allowLoggedErrors(/a request failed/, /the server is not ready/);
  const [port = 0] = freePorts(1);
  const s3 = {
    bucket: "files",
    endpoint: `http://127.0.0.1:${port}`,
    access_key_id: "a",
    secret_access_key: "b",
  };
  await using server = await openServer("sqlite", { config: { s3 } });
  const client = createClient(server.url);
  expect(await client.get("/ready")).toMatchObject({
    status: 503,
    body: { status: "not ready", check: "files" },
  });
  expectFailure(await upload(server, await newUser(server), { content: "text" }), 503, "InternalError");
  const asked: string[] = [];
  const fetchStub = ({ method, url }: Request) => {
    if (method === "HEAD") asked.push(new URL(url).pathname);
    return new Response();
  };
  await using _storage = Bun.serve({ hostname: "127.0.0.1", port, fetch: fetchStub });
  await until(async () => (await client.get("/ready")).status === 200);
  const before = await checkedAt(server);
  server.clock.advance(1_000);
  await until(async () => (await client.get("/ready")) && (await checkedAt(server)) !== before);
  expect(asked).toEqual(["/files"]);
});

test.if(await hasS3())("a real S3 is ready, and a bucket that does not exist is not", async () => {
  allowLoggedErrors(/the server is not ready/);
  const { prefix: _, ...s3 } = await newS3Prefix();
  for (const [bucket, status] of [
    [s3.bucket, 200],
    ["absent", 503],
  ] as const) {
    await using server = await openServer("sqlite", { config: { s3: { ...s3, bucket } } });
    expect((await createClient(server.url).get("/ready")).status).toBe(status);
  }
});

describe.each(engines.filter((engine) => engine === "postgres"))("when %s fails", (engine) => {
  /** Runs a statement about the server's database on a connection to another database. */
  async function asAdmin(databaseUrl: string, statement: (name: string) => string): Promise<void> {
    const url = new URL(databaseUrl);
    const name = url.pathname.slice(1);
    url.pathname = "/postgres";
    const admin = new pg.Client({ connectionString: url.href });
    await admin.connect();
    await admin.query(statement(name));
    await admin.end();
  }

  test("the server stays healthy and reports with a typed error that it is not ready", async () => {
    allowLoggedErrors(...databaseErrors);
    await using server = await openServer(engine);
    const client = createClient(server.url);
    expect((await client.get("/ready")).status).toBe(200);
    await asAdmin(server.home.databaseUrl, (name) => `drop database ${name} with (force)`);
    await until(async () => (await client.get("/ready")).status !== 200);
    expectFailure(await client.get("/ready"), 503, "DatabaseError", {
      operation: "ping",
      collection: "meta",
    });
    expect((await client.get("/health")).status).toBe(200);
    const login = { email: "ann@example.com", password: "a good password 1" };
    expectFailure(await client.post("/api/auth/session/login", login), 503, "DatabaseError", {
      operation: "query",
      collection: "database",
    });
  });

  test("and terminates its connections, the server reconnects", async () => {
    await using server = await openServer(engine);
    const client = createClient(server.url);
    const cut = (name: string) =>
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`;
    expect((await client.get("/ready")).status).toBe(200);
    await asAdmin(server.home.databaseUrl, cut);
    let status = 0;
    while (status !== 200) ({ status } = await client.get("/ready"));
    const person = { email: "ann@example.com", password: "a good password 1" };
    expect((await client.post("/api/auth/account/create", person)).status).toBe(204);
    expect((await client.post("/api/auth/session/login", person)).body.result).toBe("Success");
  });
});
