import { beforeAll, expect, test } from "bun:test";
import { routes } from "../../../src/domains/index.ts";
import { logIn, newAccount, newUser, type Person } from "../../support/accounts/people.ts";
import type { Client } from "../../support/http/client.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";

describeServer("sessions", anyEngine, (server) => {
  let client: Client;
  beforeAll(async () => {
    client = server.client;
  });

  async function threeSessions(): Promise<[Person, Person, Person]> {
    const first = await newAccount(server);
    return [first, await logIn(server, first.email), await logIn(server, first.email)];
  }
  const isAlive = async ({ token }: Person) => (await client.get("/auth/account", { token })).status === 200;
  const listed = async ({ token }: Person) => (await client.get("/auth/session/all", { token })).body;

  test("are listed by id and name, those of the caller only", async () => {
    const sessions = await threeSessions();
    await newAccount(server);
    const response = await client.get("/auth/session/all", { token: sessions[1].token });
    expect(response.status).toBe(200);
    expect(response.body).toEqual(sessions.map(({ sessionId }) => ({ _id: sessionId, name: "test" })));
  });

  test("can be renamed by their user", async () => {
    const [first, second, third] = await threeSessions();
    for (const [index, { sessionId }] of [first, second].entries()) {
      const name = `Room ${index}`;
      const { status, body } = await client.patch(
        `/auth/session/${sessionId}`,
        { friendly_name: name },
        { token: first.token },
      );
      expect({ status, body }).toEqual({ status: 200, body: { _id: sessionId, name } });
    }
    expect(await listed(first)).toEqual([
      { _id: first.sessionId, name: "Room 0" },
      { _id: second.sessionId, name: "Room 1" },
      { _id: third.sessionId, name: "test" },
    ]);
    const rename = (friendly_name: string) =>
      client.patch(`/auth/session/${first.sessionId}`, { friendly_name }, { token: first.token });
    const longest = "🦦".repeat(512);
    expect((await rename(longest)).body.name).toBe(longest);
    expectFailure(await rename(`${longest}x`), 400, "FailedValidation", { error: expect.any(String) });
  });

  test("cannot be renamed if they are unknown or belong to another user", async () => {
    const [first, other] = [await newAccount(server), await newAccount(server)];
    const rename = (id: string, body: object) =>
      client.patch(`/auth/session/${id}`, body, { token: first.token });
    expectFailure(await rename("unknown", {}), 400, "FailedValidation", { error: expect.any(String) });
    expectFailure(await rename("unknown", { friendly_name: "x" }), 404, "UnknownUser");
    expectFailure(await rename(other.sessionId, { friendly_name: "x" }), 401, "InvalidSession");
    expectFailure(await rename(other.id, { friendly_name: "x" }), 404, "UnknownUser");
    expect(await listed(other)).toEqual([{ _id: other.sessionId, name: "test" }]);
  });

  test("end by logging out", async () => {
    const [first, second] = await threeSessions();
    const { status, body } = await client.post("/auth/session/logout", {}, { token: first.token });
    expect({ status, body }).toEqual({ status: 204, body: undefined });
    expect(await isAlive(first)).toBe(false);
    expectFailure(
      await client.post("/auth/session/logout", {}, { token: first.token }),
      401,
      "InvalidSession",
    );
    expect(await isAlive(second)).toBe(true);
  });

  test("can be revoked, the current one included, but not those of other users", async () => {
    const [first, second] = await threeSessions();
    const other = await newAccount(server);
    const revoke = (id: string) => client.delete(`/auth/session/${id}`, {}, { token: first.token });
    expectFailure(await revoke("unknown"), 404, "UnknownUser");
    expectFailure(await revoke(other.sessionId), 401, "InvalidToken");
    expect(await isAlive(other)).toBe(true);

    const { status, body } = await revoke(second.sessionId);
    expect({ status, body }).toEqual({ status: 204, body: undefined });
    expect(await isAlive(second)).toBe(false);
    expectFailure(await revoke(second.sessionId), 404, "UnknownUser");
    expect((await revoke(first.sessionId)).status).toBe(204);
    expect(await isAlive(first)).toBe(false);
  });

  test("can all be ended, with or without the current one", async () => {
    const bystander = await newAccount(server);
    for (const [query, stays] of [
      ["", true],
      ["?revoke_self=false", true],
      ["?revoke_self=No", true],
      ["?revoke_self=true", false],
      ["?revoke_self", false],
      ["?revoke_self=YES", false],
    ] as const) {
      const [caller, ...others] = await threeSessions();
      const { status, body } = await client.delete(`/auth/session/all${query}`, {}, { token: caller.token });
      expect({ query, status, body }).toEqual({ query, status: 204, body: undefined });
      expect([query, await isAlive(caller)]).toEqual([query, stays]);
      for (const other of others) expect(await isAlive(other)).toBe(false);
    }
    expect(await isAlive(bystander)).toBe(true);
    const bad = await client.delete("/auth/session/all?revoke_self=maybe", {}, { token: bystander.token });
    expectFailure(bad, 400, "FailedValidation", { error: expect.any(String) });
    expect(await isAlive(bystander)).toBe(true);
  });

  test("are required: without a valid token the routes refuse the request", async () => {
    const { token, sessionId, id } = await newUser(server);
    const tokens = ["", "unknown", token.slice(1), `${token}x`, token.toLowerCase(), sessionId, id];
    const bad: Record<string, string>[] = [
      {},
      ...tokens.map((value) => ({ "x-session-token": value })),
      { "x-bot-token": token },
    ];
    const guarded = routes.filter(({ auth }) => ["session", "user", "operator"].includes(auth));
    expect(guarded.length).toBeGreaterThan(15);
    for (const { method, path } of guarded) {
      const url = `${server.url}/api${path.replace(/:[^/]+/g, "x")}`;
      for (const headers of bad) {
        // The body is invalid JSON: authentication comes before the body.
        const reply = await fetch(url, { method, headers, ...(method !== "GET" && { body: "{" }) });
        const response = { status: reply.status, headers: reply.headers, body: await reply.json() };
        expect([path, outcome(response)]).toEqual([path, "401 InvalidSession"]);
      }
    }
    expect((await client.get("/users/@me", { token })).status).toBe(200);
  });

  test("of a request with a bot token are ignored", async () => {
    const { token } = await newUser(server);
    const headers = { "x-bot-token": "unknown" };
    expectFailure(await client.get("/users/@me", { token, headers }), 401, "InvalidSession");
    expect((await client.get("/auth/account/", { token, headers })).status).toBe(200);
  });

  test("of an account without a user do not count as a user", async () => {
    const { token } = await newAccount(server);
    expect((await client.get("/auth/account", { token })).status).toBe(200);
    expectFailure(await client.get("/users/@me", { token }), 401, "InvalidSession");
  });
});
