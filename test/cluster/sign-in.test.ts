import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { newAccount, newTicket, password } from "../support/accounts/people.ts";
import { type Client, createClient } from "../support/http/client.ts";
import { outcome } from "../support/http/expect-failure.ts";
import { CookieBrowser, endOf } from "../support/oidc/browser.ts";
import { configFor, type IdentityProvider, openIdentityProvider } from "../support/oidc/identity-provider.ts";
import { Authenticator } from "../support/passkeys/authenticator.ts";
import { startRedis, type TestRedis } from "../support/redis/redis.ts";
import { engines } from "../support/server/engines.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { openReadyStream } from "../support/stream/stream.ts";

setDefaultTimeout(60_000);

const publicUrl = "http://localhost:8080";

/** Each step of a sign-in on another node than the step before. */
describe.skipIf(!engines.includes("postgres"))("on three nodes with Redis", () => {
  let provider: IdentityProvider;
  let redis: TestRedis;
  let server: TestServer;
  let clients: readonly [Client, Client, Client];
  beforeAll(async () => {
    [provider, redis] = await Promise.all([openIdentityProvider(), startRedis()]);
    const config = { ...configFor(provider), redis_url: redis.url, public_url: publicUrl };
    server = await openServer("postgres", { config, nodes: 3 });
    const [a, b, c] = server.nodes.map(({ port }) => createClient(`http://127.0.0.1:${port}/api`));
    if (!a || !b || !c) throw new Error("there are not three nodes");
    clients = [a, b, c];
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await redis[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  /** The same address at a node. */
  function at(node: number, url: URL): string {
    const there = new URL(url);
    there.host = `127.0.0.1:${server.nodes[node]?.port}`;
    return there.href;
  }
  const isCallback = ({ pathname }: URL) => pathname.endsWith("/callback");
  /** Begins at a node, and returns where the provider sends the browser back to. */
  const begin = (node: number, browser: CookieBrowser) =>
    browser.visit(at(node, new URL(`${publicUrl}/api/auth/oidc/acme/start?again=1`)), isCallback);
  const sessionsAt = (as: { token: string }) =>
    Promise.all(clients.map(async (node) => (await node.get("/auth/session/all", as)).status));

  test("a provider's flow, its ticket and its logout are everywhere, each of them once", async () => {
    const [a, , c] = clients;
    await provider.become({ sub: "travelling", preferred_username: "travelling" });
    const browser = new CookieBrowser();
    const callback = await begin(0, browser);
    const ends = await Promise.all([1, 2].map((node) => browser.visit(at(node, callback))));
    const [end, lost] = ends.map(endOf).toSorted((one) => ("ticket" in one ? -1 : 1));
    expect(lost).toEqual({ error: "expired" });
    const logins = await Promise.all(
      clients.map((node) => node.post("/auth/session/login", { mfa_ticket: end?.ticket })),
    );
    expect(logins.map(outcome).toSorted()).toEqual(["200", "401 InvalidToken", "401 InvalidToken"]);
    const session = logins.find(({ status }) => status === 200)?.body;
    expect(await sessionsAt(session)).toEqual([200, 200, 200]);

    // A confirmation from the first node for the third one, and an identity that is linked on the way.
    const finish = async (node: number, url: string) => {
      const back = await new CookieBrowser().visit(url, isCallback);
      return endOf(await browser.visit(at(node, back)));
    };
    const { body: flow } = await a.post("/auth/oidc/acme/confirm", undefined, session);
    const { confirmation: ticket = "" } = await finish(1, flow.url);
    const { body: link } = await c.post("/auth/oidc/acme/link", undefined, { token: session.token, ticket });
    await provider.become({ sub: "also-travelling" });
    const { link: token } = await finish(0, link.url);
    const linked = await clients[1].post("/auth/oidc/identities", { token }, session);
    expect(linked.status).toBe(200);

    const [port] = server.nodes.map((node) => node.port);
    const near = { ...server, url: `http://127.0.0.1:${port}` };
    const { stream } = await openReadyStream(near, { token: session.token });
    await provider.logOut("travelling", { url: `http://127.0.0.1:${server.nodes[2]?.port}` });
    expect(await stream.next("Logout")).toEqual({ type: "Logout" });
    expect(await sessionsAt(session)).toEqual([401, 401, 401]);
  });

  test("challenges of passkeys are answered elsewhere, each of them once", async () => {
    const [a, b, c] = clients;
    const owner = await newAccount(server);
    const authenticator = new Authenticator(publicUrl);
    const as = { token: owner.token, ticket: await newTicket({ client: a }, owner) };
    const { body: creation } = await a.post("/auth/passkeys/begin", {}, as);
    const made = { name: "Phone", second_factor: true, ...authenticator.create(creation) };
    const added = await Promise.all([b, c].map((node) => node.post("/auth/passkeys", made, owner)));
    expect(added.map(outcome).toSorted()).toEqual(["200", "401 InvalidToken"]);

    const { body: request } = await b.post("/auth/passkeys/sign_in");
    const alone = { passkey: authenticator.answer(request) };
    const logins = await Promise.all(clients.map((node) => node.post("/auth/session/login", alone)));
    expect(logins.map(outcome).toSorted()).toEqual(["200", "401 InvalidToken", "401 InvalidToken"]);

    const { body: first } = await c.post("/auth/session/login", { email: owner.email, password });
    expect(first).toMatchObject({ result: "MFA", passkey: true });
    const { body: proof } = await a.post("/auth/passkeys/proof", {}, { ticket: first.ticket });
    const mfa_response = { passkey: authenticator.answer(proof) };
    const second = await b.post("/auth/session/login", { mfa_ticket: first.ticket, mfa_response });
    expect(second.body).toMatchObject({ result: "Success", user_id: owner.id });
    expect(await sessionsAt(second.body)).toEqual([200, 200, 200]);
  });
});
