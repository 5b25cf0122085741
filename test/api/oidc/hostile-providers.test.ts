import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { CookieBrowser, endOf } from "../../support/oidc/browser.ts";
import { configFor } from "../../support/oidc/identity-provider.ts";
import { type Lie, type LyingProvider, openLyingProvider } from "../../support/oidc/lying-provider.ts";
import { signInWith } from "../../support/oidc/sign-in.ts";
import { engines } from "../../support/server/engines.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";

const lies: readonly Lie[] = [
  "unsigned",
  "signed with the public key",
  "signed by another key",
  "of another issuer",
  "for another client",
  "with another nonce",
  "from yesterday",
  "without a subject",
  "that is no token",
];

describe.each([...engines])("a sign-in on %s", (engine) => {
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
    expect(await signInWith(server)).toContainKey("ticket");
    const [exchange] = provider.exchanges.slice(-1);
    expect(exchange?.get("code_verifier")).toMatch(/^[\w-]{43,128}$/);
    expect(exchange?.get("client_secret")).toBeString();
  });

  test.each(lies)("is refused with a token %s", async (lie) => {
    provider.lie = lie;
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

  test("leads to the client's own page, whatever the query says", async () => {
    const query = "?redirect_uri=https://evil.example&return=https://evil.example&app=https://evil.example";
    const browser = new CookieBrowser();
    const end = await browser.visit(`${server.running.services.urls.api}/auth/oidc/acme/start${query}`);
    expect(end.origin).toBe(new URL(server.running.services.urls.app).origin);
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
  test.each(["huge discovery", "another issuer in discovery", "an error", "no answer"] as const)(
    "with %s lets nobody in, and harms nobody",
    async (fault) => {
      await using provider = await openLyingProvider();
      provider.fault = fault;
      const config = configFor(provider);
      const outbound = { ...config.outbound, timeout_ms: 300 };
      await using server = await openServer("sqlite", { config: { ...config, outbound } });
      expect(await signInWith(server)).toEqual({ error: "unreachable" });
      provider.fault = "none";
      if (fault !== "no answer") expect(await signInWith(server)).toContainKey("ticket");
    },
  );

  test("on a private address is asked only if the operator allows it", async () => {
    await using provider = await openLyingProvider();
    const { oidc } = configFor(provider);
    await using server = await openServer("sqlite", { config: { oidc } });
    expect(await signInWith(server)).toEqual({ error: "unreachable" });
    expect(provider.exchanges).toEqual([]);
  });
});
