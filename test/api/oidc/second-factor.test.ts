import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { turnOnTotp } from "../../support/accounts/second-factor.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { enter } from "../../support/oidc/groups.ts";
import { configFor } from "../../support/oidc/identity-provider.ts";
import { type LyingProvider, openLyingProvider } from "../../support/oidc/lying-provider.ts";
import { provenAt } from "../../support/oidc/sign-in.ts";
import { makePrivileged } from "../../support/operators/operators.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { minutes } from "../../support/server/test-clock.ts";

const now = () => Math.floor(Date.now() / 1_000);

describe.each([...anyEngine])("a second factor at a provider on %s", (engine) => {
  let server: TestServer;
  let provider: LyingProvider;
  let count = 0;
  beforeAll(async () => {
    provider = await openLyingProvider();
    const trust = { trusted_amr: ["hwk"], trusted_acr: ["2"], acr_values: ["2", "1"] };
    server = await openServer(engine, { config: configFor(provider, trust) });
  });
  beforeEach(() => {
    provider.claims = { sub: `operator-${++count}`, preferred_username: `operator${count}` };
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  const list = (as: { token: string }) => server.client.get("/admin/users", as);
  const newOperator = async () => {
    const session = await enter(server);
    await makePrivileged(server, { id: session.user_id });
    return session;
  };
  const confirmBy = async (as: { token: string }) => {
    const { confirmation } = await provenAt(server, "confirm", as);
    return server.client.post(
      "/admin/confirm",
      {},
      { token: as.token, ...(confirmation && { ticket: confirmation }) },
    );
  };

  test("has to be proved anew: neither an old proof nor one without a time confirms", async () => {
    const session = await newOperator();
    for (const auth_time of [now() - 600, undefined, "now"]) {
      provider.claims = { ...provider.claims, amr: ["hwk"], auth_time };
      expect(await provenAt(server, "confirm", session)).toEqual({ error: "invalid" });
    }
    expectFailure(await list(session), 403, "ConfirmationRequired");
  });

  test("counts from the time of the proof if it was proved at the login", async () => {
    provider.claims = { ...provider.claims, amr: ["hwk"] };
    const fresh = await newOperator();
    expect((await list(fresh)).status).toBe(200);
    const { body: identities } = await server.client.get("/auth/oidc/identities", fresh);
    expect(identities).toMatchObject([{ provider: "acme", second_factor: true }]);
    // Logged in at the provider twenty minutes ago, or at a time that it does not tell.
    for (const auth_time of [now() - 1_200, undefined]) {
      provider.claims = { ...provider.claims, auth_time };
      expectFailure(await list(await enter(server)), 403, "ConfirmationRequired");
    }
  });

  test("is no way around the second factor of the account", async () => {
    const session = await newOperator();
    const { confirmation = "" } = await provenAt(server, "confirm", session);
    await turnOnTotp(server, { token: session.token }, confirmation);
    expect(await provenAt(server, "confirm", session)).toEqual({ error: "second-factor-needed" });
    provider.claims = { ...provider.claims, amr: ["hwk"] };
    expect((await confirmBy(session)).status).toBe(200);
    expect((await list(session)).status).toBe(200);
  });

  // The last one, because it moves the server's clock away from the provider's.
  test("opens the admin page for 15 minutes, if the provider is trusted with it", async () => {
    const session = await newOperator();
    expectFailure(await list(session), 403, "ConfirmationRequired");
    expectFailure(await confirmBy(session), 403, "SecondFactorRequired");
    provider.claims = { ...provider.claims, acr: "1", amr: ["pwd"] };
    expectFailure(await confirmBy(session), 403, "SecondFactorRequired");
    provider.claims = { ...provider.claims, acr: "2" };
    expect((await confirmBy(session)).status).toBe(200);
    expect((await list(session)).status).toBe(200);
    const { searchParams } = provider.authorizations.at(-1) ?? new URL("http://none");
    expect(Object.fromEntries(searchParams)).toMatchObject({
      acr_values: "2 1",
      prompt: "login",
      max_age: "0",
    });
    server.clock.advance(minutes(15));
    expectFailure(await list(session), 403, "ConfirmationRequired");
  });
});
