import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { setUpSecondFactor } from "../../../src/domains/accounts/index.ts";
import { enter } from "../../support/oidc/groups.ts";
import {
  configFor,
  type IdentityProvider,
  openIdentityProvider,
} from "../../support/oidc/identity-provider.ts";
import { type LogoutLie, type LyingProvider, openLyingProvider } from "../../support/oidc/lying-provider.ts";
import { signInWith } from "../../support/oidc/sign-in.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { openReadyStream } from "../../support/stream/stream.ts";

const path = "/api/auth/oidc/acme/backchannel-logout";
const send = (url: string, logout_token: string, to = path) =>
  fetch(`${url}${to}`, { method: "POST", body: new URLSearchParams({ logout_token }) });
const isOpen = async ({ client }: TestServer, session: { token: string }) =>
  (await client.get("/auth/session/all", session)).status === 200;

const now = () => Math.floor(Date.now() / 1_000);
const lies: Record<string, LogoutLie> = {
  "without a signature": { signature: "none" },
  "signed with the public key": { signature: "public key" },
  "signed by another key": { signature: "another key" },
  "of another issuer": { claims: { iss: "http://127.0.0.1:1" } },
  "for another client": { claims: { aud: "somebody else" } },
  "for nobody": { claims: { aud: undefined } },
  "with a nonce": { claims: { nonce: "a nonce" } },
  "without a time": { claims: { iat: undefined } },
  "from an hour ago": { claims: { iat: now() - 3_600, exp: now() + 3_600 } },
  "from tomorrow": { claims: { iat: now() + 86_400, exp: now() + 90_000 } },
  "that has expired": { claims: { exp: now() - 300 } },
  "without an id": { claims: { jti: undefined } },
  "with a number as id": { claims: { jti: 7 } },
  "without an event": { claims: { events: undefined } },
  "about another event": { claims: { events: { "http://schemas.openid.net/event/other": {} } } },
  "with an event that is a text": {
    claims: { events: { "http://schemas.openid.net/event/backchannel-logout": "yes" } },
  },
  "of nobody": { claims: { sub: undefined } },
  "of a list of people": { claims: { sub: ["ann-1"] } },
  "that is an access token": { typ: "at+jwt" },
};

describe.each([...anyEngine])("a logout at a provider on %s", (engine) => {
  let server: TestServer;
  let provider: LyingProvider;
  let session: { token: string; user_id: string; _id: string };
  beforeAll(async () => {
    provider = await openLyingProvider();
    server = await openServer(engine, { config: configFor(provider) });
  });
  beforeEach(async () => {
    provider.claims = { sid: "first", preferred_username: "ann" };
    session = await enter(server);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  test.each(Object.keys(lies))("is refused with a token %s", async (lie) => {
    const response = await send(server.url, await provider.logoutToken(lies[lie]));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: "invalid_request" });
    expect(await isOpen(server, session)).toBe(true);
  });

  test("is refused without a token, with a huge one, and at a provider that is not there", async () => {
    expect((await send(server.url, "")).status).toBe(400);
    expect((await send(server.url, "a.b.c")).status).toBe(400);
    expect((await send(server.url, "x".repeat(70_000))).status).toBe(413);
    const other = "/api/auth/oidc/nowhere/backchannel-logout";
    expect((await send(server.url, await provider.logoutToken(), other)).status).toBe(404);
    expect(await isOpen(server, session)).toBe(true);
  });

  test("ends the sessions that came from there, and says so to their connections", async () => {
    provider.claims = { ...provider.claims, sid: "second" };
    const second = await enter(server);
    const { stream } = await openReadyStream(server, { token: second.token });
    const token = await provider.logoutToken({ claims: { sid: "second" } });
    const response = await send(server.url, token);
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await stream.next("Logout")).toEqual({ type: "Logout" });
    expect(await isOpen(server, second)).toBe(false);
    expect(await isOpen(server, session)).toBe(true);
    // The same again, after the person has come back.
    const third = await enter(server);
    expect((await send(server.url, token)).status).toBe(400);
    expect(await isOpen(server, third)).toBe(true);
    const bySession = await provider.logoutToken({ claims: { sid: "second", sub: undefined } });
    expect((await send(server.url, bySession)).status).toBe(200);
    expect(await isOpen(server, third)).toBe(false);
    expect((await send(server.url, await provider.logoutToken())).status).toBe(200);
    expect(await isOpen(server, session)).toBe(false);
  });

  test("is of the person whom it names, and of nobody if that one is unknown", async () => {
    for (const claims of [{ sub: "somebody else" }, { sub: "somebody else", sid: "first" }, { sid: "none" }])
      expect((await send(server.url, await provider.logoutToken({ claims }))).status).toBe(200);
    expect(await isOpen(server, session)).toBe(true);
  });

  test("also ends a sign-in that has not been finished", async () => {
    const { ticket } = await signInWith(server);
    await send(server.url, await provider.logoutToken());
    const { status } = await server.client.post("/auth/session/login", { mfa_ticket: ticket });
    expect(status).toBe(401);
  });

  test("also ends a session whose second factor was proved for a ticket of its own", async () => {
    provider.claims = { sub: "bob-2", preferred_username: "bob" };
    const { user_id } = await enter(server);
    const { recoveryCodes } = await server.running.store.write((tx) => setUpSecondFactor(tx, user_id));
    const [first, second] = recoveryCodes.map((recovery_code) => ({ recovery_code }));
    const { ticket = "" } = await signInWith(server);
    const { body: proved } = await server.client.put("/auth/mfa/ticket", first, { ticket });
    const login = { mfa_ticket: proved.token, mfa_response: second };
    const { body: opened } = await server.client.post("/auth/session/login", login);
    expect(await isOpen(server, opened)).toBe(true);
    const { sign_ins } = (await server.client.get("/auth/account/sign_ins", opened)).body;
    expect(sign_ins[0]).toMatchObject({ method: "Provider", provider: "acme", second_factor: "Recovery" });
    await send(server.url, await provider.logoutToken({ claims: { sub: "bob-2" } }));
    expect(await isOpen(server, opened)).toBe(false);
  });

  test("is not believed while the keys cannot be fetched", async () => {
    await using fresh = await openServer(engine, { config: configFor(provider) });
    await enter(fresh);
    provider.fault = "an error";
    expect((await send(fresh.url, await provider.logoutToken())).status).toBe(503);
    provider.fault = "none";
  });
});

describe.each([...anyEngine])("a real provider on %s", (engine) => {
  let provider: IdentityProvider;
  beforeAll(async () => {
    provider = await openIdentityProvider();
  });
  afterAll(() => provider[Symbol.asyncDispose]());

  test("logs people out, on whichever node they are", async () => {
    await using server = await openServer(engine, { config: configFor(provider), nodes: 2 });
    const sub = `leaving-${engine}`;
    await provider.become({ sub, preferred_username: sub });
    const [first, second] = [await enter(server), await enter(server)];
    const sids = await server.running.store.read((db) =>
      db
        .sql<{ provider_sessions: { sid: string; session_id: string } }>()
        .selectFrom("provider_sessions")
        .select("sid")
        .where("session_id", "=", first._id)
        .execute(),
    );
    const other = server.nodes.at(-1)?.port;
    await provider.logOut(sub, { url: `http://127.0.0.1:${other}` }, sids[0]?.sid);
    expect([await isOpen(server, first), await isOpen(server, second)]).toEqual([false, true]);
    await provider.logOut(sub, server);
    expect(await isOpen(server, second)).toBe(false);
  });
});
