import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { CookieBrowser, endOf } from "../../support/oidc/browser.ts";
import { configFor } from "../../support/oidc/identity-provider.ts";
import { type Lie, type LyingProvider, openLyingProvider } from "../../support/oidc/lying-provider.ts";
import { signInWith } from "../../support/oidc/sign-in.ts";
import { usually } from "../../support/run/is-thorough.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { minutes } from "../../support/server/test-clock.ts";

const lies: readonly Lie[] = [
  "unsigned",
  "signed with the public key",
  "signed with the client's secret",
  "signed by another key",
  "of another issuer",
  "for another client",
  "with another nonce",
  "from yesterday",
  "without a subject",
  "with an empty subject",
  "that is no token",
];

describe.each([...anyEngine])("a sign-in on %s", (engine) => {
  let server: TestServer;
  let provider: LyingProvider;
  let second: LyingProvider;
  beforeAll(async () => {
    [provider, second] = [await openLyingProvider(), await openLyingProvider()];
    const [acme, other] = [configFor(provider), configFor(second, { id: "other" })];
    const providers = [...acme.oidc.providers, ...other.oidc.providers];
    server = await openServer(engine, { config: { ...acme, oidc: { providers } } });
  });
  afterEach(() => {
    provider.lie = "none";
    provider.responseIssuer = undefined;
    [provider.claims, second.claims] = [{}, {}];
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
    await second[Symbol.asyncDispose]();
  });
  const countOf = async (table: string) =>
    server.running.store.read(
      async (db) => (await db.sql<Record<string, object>>().selectFrom(table).selectAll().execute()).length,
    );

  test("works with an honest provider, by PKCE and the secret", async () => {
    // Nothing that the provider has issued reaches the page.
    expect(Object.keys(await signInWith(server))).toEqual(["ticket"]);
    const [exchange] = provider.exchanges.slice(-1);
    expect(exchange?.get("code_verifier")).toMatch(/^[\w-]{43,128}$/);
    expect(exchange?.get("client_secret")).toBeString();
  });

  test("allows for clocks that are a minute apart, and for no more", async () => {
    const now = Math.floor(Date.now() / 1_000);
    for (const claims of [{ nbf: now + 40 }, { exp: now - 20 }]) {
      provider.claims = claims;
      expect(await signInWith(server)).toContainKey("ticket");
    }
    for (const claims of [{ nbf: now + 600 }, { exp: now - 120 }]) {
      provider.claims = claims;
      expect(await signInWith(server)).toEqual({ error: "invalid" });
    }
  });

  test("asks for the provider's documents once an hour, and for its keys less than once a login", async () => {
    const countOf = (path: string) => provider.requests.filter((asked) => asked === path).length;
    const counts = () => ["/.well-known/openid-configuration", "/keys"].map(countOf);
    await signInWith(server);
    const [documents = 0, keys = 0] = counts();
    await signInWith(server);
    await signInWith(server);
    expect(counts()).toEqual([documents, keys]);
    server.clock.advance(minutes(61));
    await signInWith(server);
    await signInWith(server);
    expect(counts()[0]).toBe(documents + 1);
  });

  test.each(lies)("is refused with a token %s", async (lie) => {
    provider.lie = lie;
    // The clock was moved, so that jobs are due which delete old tickets.
    await server.drain();
    const before = [await countOf("accounts"), await countOf("mfa_tickets")];
    expect(await signInWith(server)).toEqual({ error: "invalid" });
    expect([await countOf("accounts"), await countOf("mfa_tickets")]).toEqual(before);
  });

  test("is refused if the response names another issuer, or comes to the callback of another provider", async () => {
    provider.responseIssuer = second.issuer;
    expect(await signInWith(server)).toEqual({ error: "invalid" });
    provider.responseIssuer = undefined;
    const browser = new CookieBrowser();
    const begin = `${server.running.services.urls.api}/auth/oidc/acme/start`;
    const callback = await browser.visit(begin, ({ pathname }) => pathname.endsWith("/callback"));
    const mixed = callback.href.replace("/acme/", "/other/");
    expect(endOf(await browser.visit(mixed))).toEqual({ error: "expired" });
  });

  test("is refused in another browser, a second time, with another state, and too late", async () => {
    const begin = `${server.running.services.urls.api}/auth/oidc/acme/start`;
    const toCallback = (browser: CookieBrowser) =>
      browser.visit(begin, ({ pathname }) => pathname.endsWith("/callback"));
    const own = new CookieBrowser();
    const first = await toCallback(own);
    expect(endOf(await new CookieBrowser().visit(first.href))).toEqual({ error: "expired" });
    // The first attempt has used the state up.
    expect(endOf(await own.visit(first.href))).toEqual({ error: "expired" });

    const replayed = await toCallback(own);
    expect(endOf(await own.visit(replayed.href))).toContainKey("ticket");
    expect(endOf(await own.visit(replayed.href))).toEqual({ error: "expired" });

    const changed = await toCallback(own);
    changed.searchParams.set("state", "another");
    expect(endOf(await own.visit(changed.href))).toEqual({ error: "expired" });

    const late = await toCallback(own);
    server.clock.advance(10 * 60_000);
    expect(endOf(await own.visit(late.href))).toEqual({ error: "expired" });
  });

  test("is refused with the code of another sign-in, and with one that was used", async () => {
    const begin = `${server.running.services.urls.api}/auth/oidc/acme/start`;
    const isCallback = ({ pathname }: URL) => pathname.endsWith("/callback");
    const browser = new CookieBrowser();
    const [stolen, own] = [
      await new CookieBrowser().visit(begin, isCallback),
      await browser.visit(begin, isCallback),
    ];
    own.searchParams.set("code", stolen.searchParams.get("code") ?? "");
    expect(endOf(await browser.visit(own.href))).toEqual({ error: "invalid" });
    const used = await browser.visit(begin, isCallback);
    expect(endOf(await browser.visit(used.href))).toContainKey("ticket");
    const again = await browser.visit(begin, isCallback);
    again.searchParams.set("code", used.searchParams.get("code") ?? "");
    expect(endOf(await browser.visit(again.href))).toEqual({ error: "invalid" });
  });

  test("at two providers is of two people, though both say the same of them", async () => {
    const claims = { sub: "the-same", preferred_username: "same", email: "same@example.org" };
    [provider.claims, second.claims] = [claims, claims];
    const people = await Promise.all(
      ["acme", "other"].map(async (id) => {
        const { ticket } = await signInWith(server, { provider: id });
        return (await server.client.post("/auth/session/login", { mfa_ticket: ticket })).body.user_id;
      }),
    );
    expect(new Set(people).size).toBe(2);
  });

  test("ends in a ticket that works once, for a login alone, for five minutes", async () => {
    const ticketOf = async () => (await signInWith(server)).ticket ?? "";
    const logIn = (mfa_ticket: string) => server.client.post("/auth/session/login", { mfa_ticket });
    const ticket = await ticketOf();
    for (const call of [
      server.client.post("/auth/account/delete", undefined, { ticket }),
      server.client.patch("/auth/account/reset_password", { token: ticket, password: "a new password" }),
      logIn(ticket.slice(0, -1)),
    ])
      expect((await call).status).toBe(401);
    const fresh = await ticketOf();
    const logins = await Promise.all([1, 2, 3, 4].map(() => logIn(fresh)));
    expect(logins.map(outcome).toSorted()).toEqual(["200", ...Array(3).fill("401 InvalidToken")]);
    const session = logins.find(({ status }) => status === 200)?.body;
    const another = { token: session.token, ticket: await ticketOf() };
    expectFailure(await server.client.post("/auth/oidc/acme/link", undefined, another), 403, "InvalidToken");
    const late = await ticketOf();
    server.clock.advance(minutes(5));
    expectFailure(await logIn(late), 401, "InvalidToken");
  });

  test("leads to the client's own page or that of operators, whatever the query says", async () => {
    const { api, app } = server.running.services.urls;
    const endFor = (query: string) => new CookieBrowser().visit(`${api}/auth/oidc/acme/start?${query}`);
    const evil = "https://evil.example";
    const pages = ["", `page=${evil}`, `redirect_uri=${evil}&return=${evil}&app=${evil}&state=${evil}`];
    for (const query of pages) expect((await endFor(query)).href).toStartWith(`${app}/sign-in#ticket=`);
    const admin = `${new URL(api).origin}/admin/sign-in`;
    expect((await endFor("page=admin")).href).toStartWith(`${admin}#ticket=`);
    // A state that nobody knows chooses between the two, and leads nowhere else.
    for (const [state, page] of [
      [`${evil}/x.admin`, admin],
      [evil, `${app}/sign-in`],
    ]) {
      const callback = `${api}/auth/oidc/acme/callback?code=1&state=${state}`;
      expect((await new CookieBrowser().visit(callback)).href).toBe(`${page}#error=expired`);
    }
  });

  test("may begin at another address of the server than the public one", async () => {
    const { port } = new URL(server.url);
    const browser = new CookieBrowser();
    const end = await browser.visit(`http://127.0.0.1:${port}/api/auth/oidc/acme/start`);
    expect(endOf(end)).toContainKey("ticket");
  });

  test("follows new keys of the provider", async () => {
    await provider.rotateKeys();
    // The library asks for keys again after a while at the earliest, so that forged key ids cannot make it ask.
    const { setSystemTime } = await import("bun:test");
    setSystemTime(new Date(Date.now() + 61_000));
    const end = await signInWith(server);
    setSystemTime();
    expect(end).toContainKey("ticket");
  });
});

describe("a provider", () => {
  // All at once, because some of them take as long as a server waits.
  test("that is huge, slow, silent, broken or another one lets nobody in, and harms nobody", async () => {
    const faults = usually(
      ["huge discovery", "another issuer in discovery", "an error", "slow discovery", "no answer"],
      3,
    );
    const providers = await Promise.all(faults.map(() => openLyingProvider()));
    const configs = providers.map((each, index) => configFor(each, { id: `p${index}` }));
    const oidc = { providers: configs.flatMap((config) => config.oidc.providers) };
    await using server = await openServer("sqlite", { config: { ...configs[0], oidc } });
    for (const [index, provider] of providers.entries()) provider.fault = faults[index] ?? "none";
    const signInAt = (index: number) => signInWith(server, { provider: `p${index}` });
    expect(await Promise.all(faults.map((_, index) => signInAt(index)))).toEqual(
      faults.map(() => ({ error: "unreachable" })),
    );
    for (const provider of providers) provider.fault = "none";
    // A failure is not remembered, except that of a host that leaves requests unanswered.
    for (const index of [0, 1, 2]) expect(await signInAt(index)).toContainKey("ticket");
    await Promise.all(providers.map((provider) => provider[Symbol.asyncDispose]()));
  });

  test("on a private address is asked only if the operator allows it", async () => {
    await using provider = await openLyingProvider();
    const { oidc } = configFor(provider);
    await using server = await openServer("sqlite", { config: { oidc } });
    expect(await signInWith(server)).toEqual({ error: "unreachable" });
    expect(provider.exchanges).toEqual([]);
  });
});
