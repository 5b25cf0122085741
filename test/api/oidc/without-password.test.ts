import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { newAccount, newEmail, newTicket, password } from "../../support/accounts/people.ts";
import { newTotpTicket, toMiddleOfStep, turnOnTotp } from "../../support/accounts/second-factor.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import {
  configFor,
  type IdentityProvider,
  openIdentityProvider,
} from "../../support/oidc/identity-provider.ts";
import { provenAt, signInWith } from "../../support/oidc/sign-in.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";

let provider: IdentityProvider;
beforeAll(async () => {
  provider = await openIdentityProvider();
});
afterAll(() => provider[Symbol.asyncDispose]());

describe.each([...anyEngine])("accounts without a password on %s", (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openServer(engine, { config: configFor(provider) });
    toMiddleOfStep(server);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const changePassword = (as: object, body: object = {}) =>
    server.client.patch("/auth/account/change/password", { password, ...body }, as);
  const changeEmail = (as: object, body: object) =>
    server.client.patch("/auth/account/change/email", body, as);
  /** Somebody whom the provider alone knows. */
  async function newcomer(sub: string): Promise<{ token: string; user_id: string }> {
    await provider.become({ sub });
    const { ticket } = await signInWith(server);
    return (await server.client.post("/auth/session/login", { mfa_ticket: ticket })).body;
  }
  const confirmed = async ({ token }: { token: string }) => {
    const { confirmation = "" } = await provenAt(server, "confirm", { token });
    return { token, ticket: confirmation };
  };
  const hasPassword = async (as: { token: string }) =>
    (await server.client.get("/auth/mfa", as)).body.has_password;

  test("set an address and a first password with a confirmation of the provider", async () => {
    const session = await newcomer("first-1");
    expect(await hasPassword(session)).toBe(false);
    const email = newEmail();
    expectFailure(await changeEmail(session, { email }), 401, "InvalidToken");
    const proof = await confirmed(session);
    expect(outcome(await changeEmail(proof, { email }))).toBe("204");
    // A ticket works once.
    expectFailure(await changePassword(proof), 401, "InvalidToken");
    expectFailure(await changePassword(session), 401, "InvalidToken");
    expectFailure(await changePassword(session, { current_password: "" }), 401, "InvalidCredentials");
    expect(outcome(await changePassword(await confirmed(session), { remove_sessions: false }))).toBe("204");
    expect(await hasPassword(session)).toBe(true);
    const { body } = await server.client.post("/auth/session/login", { email, password });
    expect(body.user_id).toBe(session.user_id);
    // From now on, the password is asked for.
    expect(outcome(await changePassword(await confirmed(session)))).toBe("400 FailedValidation");
    expect(outcome(await changeEmail(await confirmed(session), { email }))).toBe("400 FailedValidation");
  });

  test("prove themselves with the second factor, if they have one", async () => {
    const session = await newcomer("factor-1");
    const { ticket } = await confirmed(session);
    const secret = await turnOnTotp(server, session, ticket);
    const proof = { token: session.token, ticket: await newTotpTicket(server, session, secret) };
    expect(outcome(await changePassword(proof))).toBe("204");
  });

  test("are not changed with tickets of others, nor others with theirs", async () => {
    const [session, owner] = [await newcomer("other-1"), await newAccount(server)];
    const foreign = { token: session.token, ticket: await newTicket(server, owner) };
    expectFailure(await changePassword(foreign), 401, "InvalidToken");
    expectFailure(await changeEmail(foreign, { email: newEmail() }), 401, "InvalidToken");
    const { ticket } = await confirmed(session);
    expect(outcome(await changePassword({ token: owner.token, ticket }))).toBe("400 FailedValidation");
    expect(await hasPassword(session)).toBe(false);
  });
});
