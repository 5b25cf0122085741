import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadConfig } from "../../../src/config/load.ts";
import { setupFileIn, writeSetupFile } from "../../../src/config/setup-file.ts";
import { createSetupCode } from "../../../src/domains/setup/index.ts";
import { restart } from "../../../src/domains/setup/resources.ts";
import type { SystemTables } from "../../../src/store/system-tables.ts";
import { newAccount, newUser } from "../../support/accounts/people.ts";
import { nextCode } from "../../support/accounts/second-factor.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { newCompletion, newSetupHeaders } from "../../support/operators/setup.ts";
import { preferPostgres } from "../../support/run/thorough.ts";
import { runCommand } from "../../support/server/run-command.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";

describe.each([...preferPostgres])("the setup on %s", (engine) => {
  let server: TestServer;
  let headers: Record<string, string>;
  beforeEach(async () => {
    server = await openServer(engine, { config: {} });
    headers = await newSetupHeaders(server);
  });
  afterEach(() => server[Symbol.asyncDispose]());

  const state = (more: Record<string, string> = {}) =>
    server.client.get("/auth/setup", { headers: { ...headers, ...more } });
  const complete = (more: object = {}, sent = headers) =>
    server.client.post("/auth/setup/complete", newCompletion(server.clock.now(), more), { headers: sent });
  const configuration = () => loadConfig({ ERMINE_DATA_DIR: server.home.dataDir }).config;
  const countOf = (table: "accounts" | "users" | "servers") =>
    server.running.store.read(
      async (db) => (await db.sql<Record<string, object>>().selectFrom(table).selectAll().execute()).length,
    );

  test("makes an operator with a second factor, a community and the keys, once", async () => {
    expect((await state()).body).toEqual({
      expires_at: expect.any(String),
      fixed: { "voice.mode": "off" },
      trusted_proxies: [],
      backup_folder: join(server.home.dataDir, "backups"),
      writes: true,
      restarts: false,
    });
    const totp_secret: string = (await server.client.post("/auth/setup/factor", {}, { headers })).body.secret;
    const body = newCompletion(server.clock.now());
    const sent = { ...body, totp_secret, totp_code: nextCode(server, totp_secret) };
    const more = {
      public_url: "https://chat.example.org",
      trusted_proxies: ["127.0.0.1", "172.18.0.0/16"],
      registration: "invite",
      backup_folder: join(server.home.dataDir, "backups"),
    };
    const result = await server.client.post("/auth/setup/complete", { ...sent, ...more }, { headers });
    expect(result.status).toBe(200);
    const { user, server: community, recovery_codes, settings } = result.body;
    expect(result.body).toMatchObject({
      name: expect.stringMatching(/^Boss#\d{4}$/),
      written: true,
      restarts: false,
    });
    expect(recovery_codes).toHaveLength(10);

    const { email, password } = body;
    const login = await server.client.post("/auth/session/login", { email, password });
    expect(login.body.result).toBe("MFA");
    const totp_code = nextCode(server, totp_secret);
    const { body: session } = await server.client.post("/auth/session/login", {
      mfa_ticket: login.body.ticket,
      mfa_response: { totp_code },
    });
    expect((await server.client.get("/admin/overview", session)).status).toBe(200);
    expect((await server.client.get("/users/@me", session)).body).toMatchObject({
      _id: user,
      privileged: true,
    });
    expect((await server.client.get(`/servers/${community}`, session)).body).toMatchObject({
      name: "Town",
      owner: user,
    });
    const actions = (await server.client.get("/admin/audit", session)).body;
    expect(JSON.stringify(actions)).toContain('"action":"setup"');

    expect(configuration()).toMatchObject({
      community: { server: community },
      public_url: "https://chat.example.org",
      trusted_proxies: more.trusted_proxies,
      registration: "invite",
      backup: { to: more.backup_folder, every: "1d" },
    });
    expect(settings).toContain(`[community]\nserver = "${community}"`);
    for (const call of [await state(), await complete()]) expectFailure(call, 404, "NotFound");
    expect(await server.running.store.write((tx) => createSetupCode(tx))).toBeUndefined();
  });

  test("of two browsers at once, one succeeds, and there is one operator", async () => {
    const calls = await Promise.all([1, 2, 3, 4].map(() => complete()));
    expect(calls.map(outcome).sort()).toEqual(["200", "404 NotFound", "404 NotFound", "404 NotFound"]);
    expect([await countOf("accounts"), await countOf("users"), await countOf("servers")]).toEqual([1, 1, 1]);
    const winner = calls.find(({ status }) => status === 200);
    expect(configuration().community.server).toBe(winner?.body.server);
  });

  test.each([
    ["a name that is not allowed", { username: "admin" }],
    ["a wrong code", { totp_code: "0" }],
    ["an address that is none", { public_url: "https://chat.example.org:99999" }],
    ["a proxy that is neither an address nor a network", { trusted_proxies: ["127.0.0.1", "localhost"] }],
    ["a folder that leaves its place", { backup_folder: "/tmp/../etc" }],
    ["a folder of the data", { backup_folder: "DATA/files" }],
  ])("makes nothing of %s, and can be repeated", async (_what, wrong) => {
    const folder = "backup_folder" in wrong && wrong.backup_folder.replace("DATA", server.home.dataDir);
    expect((await complete(folder ? { backup_folder: folder } : wrong)).status).toBeGreaterThanOrEqual(400);
    expect([await countOf("accounts"), await countOf("users"), await countOf("servers")]).toEqual([0, 0, 0]);
    expect(existsSync(setupFileIn(server.home.dataDir))).toBe(false);
    expect((await complete()).status).toBe(200);
  });

  test("begins again after it was killed between the keys and the operator", async () => {
    writeSetupFile(server.home.dataDir, { community: { server: "01HZX6S0P9VJ8N7M5K3Q2R1T0B" } });
    expect((await state()).body.fixed).not.toHaveProperty("community.server");
    const { body } = await complete();
    expect(configuration().community.server).toBe(body.server);
  });

  test("suggests trusting the proxy that the page came through, if it is on this machine or network", async () => {
    const forwarded = { "x-forwarded-for": "203.0.113.7" };
    expect((await state(forwarded)).body.trusted_proxies).toEqual(["127.0.0.1"]);
    // The address that the proxy reports is not suggested.
    expect((await state({ "x-forwarded-for": "10.0.0.1, 10.0.0.2" })).body.trusted_proxies).toEqual([
      "127.0.0.1",
    ]);
    expect((await state()).body.trusted_proxies).toEqual([]);
  });

  test("does not ask for a proxy or who may register if the configuration says it", async () => {
    const config = { trusted_proxies: ["10.0.0.1", "10.0.0.2"], registration: "closed" };
    await using other = await openServer(engine, { config });
    const sent = { headers: await newSetupHeaders(other) };
    expect((await other.client.get("/auth/setup", sent)).body.fixed).toMatchObject({
      trusted_proxies: "10.0.0.1,10.0.0.2",
      registration: "closed",
    });
    const asked = { trusted_proxies: ["127.0.0.1"], registration: "open" };
    const { body } = await other.client.post(
      "/auth/setup/complete",
      newCompletion(other.clock.now(), asked),
      sent,
    );
    expect(body.settings).toBe(`[community]\nserver = "${body.server}"\n`);
  });

  test("refuses a link that is guessed, replaced, too old or of another site", async () => {
    for (const token of ["", "x", `${headers["x-setup-token"]}x`, "x".repeat(128)])
      expectFailure(await state({ "x-setup-token": token }), 404, "NotFound");
    expectFailure(await server.client.get(`/auth/setup?token=${headers["x-setup-token"]}`), 404, "NotFound");
    expectFailure(await state({ origin: "https://evil.example" }), 404, "NotFound");
    expectFailure(await state({ origin: "null" }), 404, "NotFound");
    expect((await state({ origin: server.url })).status).toBe(200);
    const newer = await newSetupHeaders(server);
    expectFailure(await state(), 404, "NotFound");
    expect((await state(newer)).status).toBe(200);
    server.clock.advance(3_600_000);
    expectFailure(await state(newer), 404, "NotFound");
    expect(await countOf("accounts")).toBe(0);
  });

  test("ends when somebody becomes an operator in another way", async () => {
    await newUser(server);
    expect((await state()).status).toBe(200);
    await runCommand(server, "admin", "create", "boss@example.com");
    for (const call of [await state(), await complete()]) expectFailure(call, 404, "NotFound");
    await expect(runCommand(server, "setup", "link")).rejects.toThrow("there is an operator already");
  });

  test("does not give an account that somebody has registered before to the operator", async () => {
    const { email } = await newAccount(server);
    expectFailure(await complete({ email }), 400, "OperationFailed");
    expect((await complete()).status).toBe(200);
  });

  test("stores the code sealed, and the command makes another one", async () => {
    const rows = await server.running.store.read((db) =>
      db.sql<SystemTables>().selectFrom("meta").selectAll().execute(),
    );
    expect(JSON.stringify(rows)).not.toContain(headers["x-setup-token"] ?? "");
    const [link = ""] = JSON.stringify(await runCommand(server, "setup", "link")).match(/http:[^"]+/) ?? [];
    expect(link).toMatch(new RegExp(`^http://localhost:${server.running.port}/setup#[a-z\\d-]{23}$`));
    expectFailure(await state(), 404, "NotFound");
    expect((await state({ "x-setup-token": new URL(link).hash.slice(1) })).status).toBe(200);
  });

  test("asks for a restart where one is possible, and never shows the password of the mail server", async () => {
    const restarting = server.running.services.resources.get(restart);
    restarting.isPossible = true;
    const mail = {
      host: "mail.example.org",
      port: 465,
      tls: "implicit",
      username: "u",
      from: "a@example.org",
    };
    const { body } = await complete({ mail: { ...mail, password: "a secret of the mail server" } });
    expect(body).toMatchObject({ written: true, restarts: true });
    await restarting.requested;
    expect(body.settings).not.toContain("a secret of");
    expect(readFileSync(setupFileIn(server.home.dataDir), "utf8")).toContain("a secret of");
    expect(configuration().smtp).toMatchObject(mail);
  });
});
