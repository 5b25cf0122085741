import { beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createSetupCode } from "../../../src/domains/setup/index.ts";
import { openInbox } from "../../support/accounts/inbox.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { newCompletion, newSetupHeaders, setupMail } from "../../support/operators/setup.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { openServer } from "../../support/server/server.ts";

describeServer("the checks of the setup", anyEngine, (server) => {
  let headers: Record<string, string>;
  beforeAll(async () => {
    headers = await newSetupHeaders(server);
  });
  const post = (path: string, body: object = {}) =>
    server.client.post(`/auth/setup/${path}`, body, { headers });

  test("a mail is sent, and what the mail server objects to is shown as it says it", async () => {
    await using inbox = await openInbox();
    const mail = { ...setupMail, port: inbox.port };
    expect((await post("mail", { mail, to: "ann@example.com" })).body).toEqual({ ok: true, text: "" });
    expect(inbox.received[0]).toMatchObject({ to: "ann@example.com", subject: "Mail from Ermine" });
    inbox.refuseNext(1, 550);
    const refused = await post("mail", { mail, to: "ann@example.com" });
    expect(refused.body).toMatchObject({ ok: false, text: expect.stringContaining("550") });
    const closed = await post("mail", { mail: { ...setupMail, port: 1 }, to: "ann@example.com" });
    expect(closed.body).toMatchObject({ ok: false, text: expect.stringContaining("ECONNREFUSED") });
    expect((await post("mail", { mail, to: "ann@example.com\nbcc: x" })).body.ok).toBe(false);
    for (const wrong of [
      { host: "" },
      { host: "a b" },
      { host: "u@h" },
      { port: 0 },
      { tls: "x" },
      { from: "a@b\r\nX: y" },
    ])
      expectFailure(
        await post("mail", { mail: { ...mail, ...wrong }, to: "a@b.c" }),
        400,
        "FailedValidation",
        {
          error: expect.any(String),
        },
      );
  });

  test("whatever answers instead of a mail server is not repeated at length", async () => {
    using stub = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      socket: { open: (socket) => void socket.write(`a secret \u0007${"x".repeat(5_000)}\r\n`), data() {} },
    });
    const { body } = await post("mail", { mail: { ...setupMail, port: stub.port }, to: "ann@example.com" });
    expect(body.ok).toBe(false);
    expect(body.text.length).toBeLessThanOrEqual(300);
    expect(body.text).not.toContain("\u0007");
  });

  test("a folder for backups has to be there, writable and outside of the data", async () => {
    const { dataDir } = server.home;
    const place = join(dataDir, "backups");
    mkdirSync(join(place, "made"), { recursive: true });
    writeFileSync(join(place, "file"), "");
    symlinkSync(dataDir, join(place, "link"));
    const check = async (path: string) => (await post("folder", { path })).body;
    const good = { free_bytes: expect.any(Number) };
    expect(await check(join(place, "made"))).toEqual(good);
    expect(await check(join(place, "not yet"))).toEqual(good);
    expect(readdirSync(place).toSorted()).toEqual(["file", "link", "made"]);
    expect(readdirSync(join(place, "made"))).toEqual([]);
    for (const [path, problem] of [
      ["backups", "relative"],
      ["../backups", "relative"],
      [`${place}/../../etc`, "relative"],
      [join(place, "no", "such", "folder"), "missing"],
      [join(place, "file"), "file"],
      [dataDir, "data"],
      [join(dataDir, "files"), "data"],
      [join(place, "link"), "data"],
      ["/proc", "not_writable"],
    ] as const)
      expect({ path, ...(await check(path)) }).toEqual({ path, problem });
  });

  test("calls say why they are off", async () => {
    const { body } = await post("voice");
    expect(body).toEqual({ ok: expect.any(Boolean), text: expect.any(String) });
  });
});

describe.each([...anyEngine])("the limits of the setup on %s", (engine) => {
  test("are out of a person's reach, even while others behind the same proxy use up theirs", async () => {
    await using server = await openServer(engine, { config: { ratelimits: { enabled: true } } });
    const headers = await newSetupHeaders(server);
    const outcomes = [];
    for (let count = 0; count < 5; count += 1) {
      await server.client.post("/auth/session/login", { email: "x@example.com", password: "a password" });
      // What the page sends when it is reloaded and each of its buttons is pressed.
      for (const call of [
        server.client.get("/auth/setup", { headers }),
        ...["factor", "voice"].map((path) => server.client.post(`/auth/setup/${path}`, {}, { headers })),
        server.client.post("/auth/setup/folder", { path: "/" }, { headers }),
        server.client.post("/auth/setup/mail", { mail: setupMail, to: "ann@example.com" }, { headers }),
        server.client.post("/auth/setup/complete", newCompletion(0), { headers }),
      ])
        outcomes.push(outcome(await call));
    }
    expect(new Set(outcomes)).toEqual(new Set(["200", "401 InvalidToken"]));
    const again = await server.client.post("/auth/setup/complete", newCompletion(server.clock.now()), {
      headers,
    });
    expect(outcome(again)).toBe("200");
  });

  test("bound how many links an address can guess", async () => {
    const config = { ratelimits: { enabled: true, setup: 3 } };
    await using server = await openServer(engine, { config });
    await newSetupHeaders(server);
    const guess = (token: string) =>
      server.client.get("/auth/setup", { headers: { "x-setup-token": token } });
    const outcomes = [];
    for (let count = 0; count < 5; count += 1) outcomes.push(outcome(await guess(`guess ${count}`)));
    expect(outcomes.slice(0, 3)).toEqual(Array(3).fill("404 NotFound"));
    expect(outcomes.slice(3).every((each) => each.startsWith("429"))).toBe(true);
  });
});

describe("the setup of a cluster", () => {
  test("all nodes print one code, any of them takes it, and none writes a file", async () => {
    await using server = await openServer("postgres", { nodes: 2 });
    const make = (index: number) =>
      server.nodes[index]?.store.write((tx) => createSetupCode(tx, { keepsValid: true }));
    const [code = "", other] = await Promise.all([make(0), make(1)]);
    expect(other).toBe(code);
    const headers = { "x-setup-token": code };
    // The proxy in front of the nodes takes them in turns.
    for (const _ of server.nodes)
      expect((await server.client.get("/auth/setup", { headers })).body).toMatchObject({
        writes: false,
        restarts: false,
      });
    const calls = await Promise.all(
      server.nodes.map(() =>
        server.client.post("/auth/setup/complete", newCompletion(server.clock.now()), { headers }),
      ),
    );
    expect(calls.map(outcome).sort()).toEqual(["200", "404 NotFound"]);
    const { body } = calls.find(({ status }) => status === 200) ?? {};
    expect(body).toMatchObject({ written: false, restarts: false });
    expect(body.settings).toBe(`[community]\nserver = "${body.server}"\n`);
  });
});
