import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { CookieBrowser, endOf } from "../../support/oidc/browser.ts";
import {
  configFor,
  type IdentityProvider,
  openIdentityProvider,
} from "../../support/oidc/identity-provider.ts";
import { engines } from "../../support/server/engines.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";

let provider: IdentityProvider;
beforeAll(async () => {
  provider = await openIdentityProvider();
});
afterAll(() => provider[Symbol.asyncDispose]());

describe.each([...engines])("signing in with a provider on %s", (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openServer(engine, { config: configFor(provider) });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const start = (browser = new CookieBrowser()) => browser.visit(`${server.running.services.urls.api}/auth/oidc/house/start`);
  const logIn = (ticket: string | undefined) =>
    server.client.post("/auth/session/login", { mfa_ticket: ticket });

  test("a new person gets an account and a user with the name there, and later the same one", async () => {
    await provider.become({
      sub: "ann-1",
      preferred_username: "ann.lee",
      email: "ann@example.org",
      email_verified: true,
    });
    const end = endOf(await start());
    const first = await logIn(end.ticket);
    expect(first.body.result).toBe("Success");
    const { body: self } = await server.client.get("/users/@me", first.body);
    expect(self.username).toBe("ann.lee");
    const { body: account } = await server.client.get("/auth/account/", first.body);
    expect(account.email).toBe("ann@example.org");
    const second = await logIn(endOf(await start()).ticket);
    expect(second.body.user_id).toBe(first.body.user_id);
  });
});
