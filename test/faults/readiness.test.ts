import { describe, expect, test } from "bun:test";
import pg from "pg";
import { createClient } from "../support/client.ts";
import { engines } from "../support/engines.ts";
import { expectFailure } from "../support/expect-failure.ts";
import { failWrites } from "../support/fail-writes.ts";
import { openServer } from "../support/server.ts";

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
    await using server = await openServer(engine);
    const client = createClient(server.url);
    expect((await client.get("/ready")).status).toBe(200);
    await failWrites(server, { table: "meta", event: "update", code: "58030" });
    expectFailure(await client.get("/ready"), 503, "DatabaseError", {
      operation: "ping",
      collection: "meta",
    });
    expect((await client.get("/api/")).status).toBe(200);
  });
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
    await using server = await openServer(engine);
    const client = createClient(server.url);
    expect((await client.get("/ready")).status).toBe(200);
    await asAdmin(server.home.databaseUrl, (name) => `drop database ${name} with (force)`);
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
