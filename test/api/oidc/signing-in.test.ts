import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AccountsTables, createRegistrationInvite } from "../../../src/domains/accounts/index.ts";
import { openMailing, registerByMail } from "../../support/accounts/mailing.ts";
import { newAccount, newEmail, newTicket, password } from "../../support/accounts/people.ts";
import { totpCode, turnOnTotp } from "../../support/accounts/second-factor.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { openHttpStub } from "../../support/http/http-stub.ts";
import { setProviderKeys } from "../../support/oidc/groups.ts";
import {
  clientSecret,
  configFor,
  type IdentityProvider,
  openIdentityProvider,
} from "../../support/oidc/identity-provider.ts";
import { provenAt, signInWith } from "../../support/oidc/sign-in.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { runCommand } from "../../support/server/run-command.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";

let provider: IdentityProvider;
beforeAll(async () => {
  provider = await openIdentityProvider();
});
afterAll(() => provider[Symbol.asyncDispose]());

let count = 0;
/** Somebody whom no server knows yet. */
const somebody = (more: object = {}) => {
  const sub = `person-${++count}`;
  return { sub, preferred_username: sub, email: `${sub}@example.org`, email_verified: true, ...more };
};

describe.each([...anyEngine])("signing in with a provider on %s", (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openServer(engine, { config: configFor(provider) });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const open = (more: object, config: object = {}) =>
    openServer(engine, { config: { ...configFor(provider, more), ...config } });
  const logIn = ({ ticket, ...more }: Record<string, unknown>, at = server) =>
    at.client.post("/auth/session/login", { mfa_ticket: ticket, ...more });
  const enter = async (person: object, at = server) => {
    await provider.become(person);
    return (await logIn(await signInWith(at), at)).body;
  };

  const countAccounts = ({ running }: TestServer) =>
    running.store.read(
      async (db) => (await db.sql<AccountsTables>().selectFrom("accounts").select("id").execute()).length,
    );

  test("a new person gets an account and a user of the same name, and later the same one", async () => {
    const person = somebody();
    const first = await enter(person);
    expect(first.result).toBe("Success");
    const { body: self } = await server.client.get("/users/@me", first);
    expect(self.username).toBe(person.preferred_username);
    const { body: account } = await server.client.get("/auth/account/", first);
    expect(account.email).toBe(person.email);
    const second = await enter({ ...person, email: "new@example.org", preferred_username: "else" });
    expect(second.user_id).toBe(first.user_id);
  });

  test("a name that the rules refuse is asked for, and an address that nobody verified is not taken", async () => {
    const session = await enter(somebody({ preferred_username: "admin", email_verified: false }));
    expect((await server.client.get("/onboard/hello", session)).body).toEqual({ onboarding: true });
    const { body: account } = await server.client.get("/auth/account/", session);
    expect(account.email).toEndWith("@no-address.invalid");
    // No mail can confirm it, so it happens at once.
    const { confirmation = "" } = await provenAt(server, "confirm", session);
    const as = { token: session.token, ticket: confirmation };
    expect((await server.client.post("/auth/account/delete", undefined, as)).status).toBe(204);
  });

  test("a ticket works once, and is no way to a new password", async () => {
    const person = somebody();
    await provider.become(person);
    const owner = await newAccount(server, person.email);
    const { link } = await provenAt(server, "link", {
      token: owner.token,
      ticket: await newTicket(server, owner),
    });
    await server.client.post("/auth/oidc/identities", { token: link }, owner);
    const { ticket } = await signInWith(server);
    const reset = { token: ticket, password: "another good password" };
    expectFailure(await server.client.patch("/auth/account/reset_password", reset), 401, "InvalidToken");
    expect((await logIn({ ticket })).body.user_id).toBe(owner.id);
    expectFailure(await logIn({ ticket }), 401, "InvalidToken");
  });

  test("the second factor is asked for, unless the provider is trusted to have asked", async () => {
    const person = somebody();
    await using trusting = await open({ trusted_amr: ["otp"] });
    const session = await enter(person, trusting);
    const { confirmation = "" } = await provenAt(trusting, "confirm", session);
    const secret = await turnOnTotp(trusting, session, confirmation);
    const end = await signInWith(trusting);
    expect(end.methods).toBe("Totp");
    expectFailure(await logIn(end, trusting), 401, "InvalidToken");
    trusting.clock.advance(30_000);
    const totp_code = totpCode(secret, trusting.clock.now());
    const proved = await logIn({ ticket: end.ticket, mfa_response: { totp_code } }, trusting);
    expect(proved.body.result).toBe("Success");
    await provider.become(person, ["pwd", "otp"]);
    const trusted = await signInWith(trusting);
    expect(trusted.methods).toBeUndefined();
    expect((await logIn(trusted, trusting)).body.result).toBe("Success");
  });

  test("registration is as configured, unless the provider has its own rule", async () => {
    await using inviting = await open({}, { registration: "invite" });
    await provider.become(somebody());
    expect(await signInWith(inviting)).toEqual({ error: "invite-needed" });
    const { code: invite } = await inviting.running.store.write((tx) => createRegistrationInvite(tx, 1));
    expect((await signInWith(inviting, { query: `?invite=${invite}` })).ticket).toBeString();
    await provider.become(somebody());
    expect(await signInWith(inviting, { query: `?invite=${invite}` })).toEqual({ error: "invite-needed" });

    await using closed = await open({}, { registration: "closed" });
    expect(await signInWith(closed)).toEqual({ error: "registration-closed" });
    await using open_ = await open({ registration: "open" }, { registration: "closed" });
    expect((await signInWith(open_)).ticket).toBeString();
    await using never = await open({ registration: "closed" });
    expect(await signInWith(never)).toEqual({ error: "registration-closed" });
  });

  test("the abuse filter and blocked domains judge new people, unless they are off for the provider", async () => {
    await using filter = openHttpStub(() => ({ blocked: true }));
    const secretFile = join(mkdtempSync(join(tmpdir(), "ermine-secret-")), "secret");
    writeFileSync(secretFile, `${clientSecret}\n`);
    const accounts = { shield_url: filter.url, blocked_mail_domains: ["blocked.example"] };
    const keys = { client_secret: "", client_secret_file: secretFile };
    await using filtered = await open(keys, { accounts });
    const person = somebody();
    await provider.become(person);
    expect(await signInWith(filtered)).toEqual({ error: "not-allowed" });
    expect(await countAccounts(filtered)).toBe(0);
    setProviderKeys(filtered, { shield: false });
    expect((await signInWith(filtered)).ticket).toBeString();
    const blocked = somebody({ email: `blocked-${engine}@blocked.example` });
    await provider.become(somebody({ email: "nowhere" }));
    expect(await signInWith(filtered)).toEqual({ error: "not-allowed" });
    // Whoever has an account is not judged again.
    setProviderKeys(filtered, { shield: true });
    await provider.become(person);
    expect((await signInWith(filtered)).ticket).toBeString();
    await using unfiltered = await open(keys, { accounts: { ...accounts, shield_url: "" } });
    await provider.become(blocked);
    expect(await signInWith(unfiltered)).toEqual({ error: "not-allowed" });
    setProviderKeys(unfiltered, { shield: false });
    expect((await signInWith(unfiltered)).ticket).toBeString();
    await expect(open({ ...keys, client_secret_file: `${secretFile}.gone` })).rejects.toThrow(
      "client_secret_file of the provider acme cannot be read",
    );
  });

  test("an address that has an account is not taken over", async () => {
    const owner = await newAccount(server);
    await provider.become(somebody({ email: owner.email.toUpperCase() }));
    expect(await signInWith(server)).toEqual({ error: "address-in-use" });
    await provider.become(somebody({ email: owner.email, email_verified: false }));
    const { body } = await logIn(await signInWith(server));
    expect(body.user_id).not.toBe(owner.id);
  });

  test("where operators say so, a verified address leads to its account", async () => {
    await using linking = await open({ link_by_email: true });
    const owner = await newAccount(linking);
    // Nobody verified it: the server sends no mail, so this may be the account of somebody else.
    await provider.become(somebody({ email: owner.email }));
    expect(await signInWith(linking)).toEqual({ error: "address-in-use" });
    await runCommand(linking, "accounts", "verify", owner.id);
    const session = await enter(somebody({ email: owner.email.toUpperCase() }), linking);
    expect(session.user_id).toBe(owner.id);
    await provider.become(somebody({ email: owner.email, email_verified: false }));
    const other = await logIn(await signInWith(linking), linking);
    expect(other.body.user_id).not.toBe(owner.id);
    // An address that was changed without mail is not verified either.
    const email = newEmail();
    const change = { email, current_password: password };
    expect((await linking.client.patch("/auth/account/change/email", change, owner)).status).toBe(204);
    await provider.become(somebody({ email }));
    expect(await signInWith(linking)).toEqual({ error: "address-in-use" });
  });

  test("only a provider that is trusted with addresses verifies them", async () => {
    await using linking = await open({ link_by_email: true });
    const person = somebody();
    setProviderKeys(linking, { link_by_email: false });
    await enter(person, linking);
    setProviderKeys(linking, { link_by_email: true });
    await provider.become(somebody({ email: person.email }));
    expect(await signInWith(linking)).toEqual({ error: "address-in-use" });
    const trusted = somebody();
    const session = await enter(trusted, linking);
    expect((await enter(somebody({ email: trusted.email }), linking)).user_id).toBe(session.user_id);
  });

  test("an address that differs in dots or a tag leads to no account", async () => {
    await using linking = await open({ link_by_email: true });
    const owner = await newAccount(linking, `john.smith@${engine}.example`);
    await runCommand(linking, "accounts", "verify", owner.id);
    for (const name of ["johnsmith", "j.ohn.smith", "john.smith+x"]) {
      await provider.become(somebody({ email: `${name}@${engine}.example` }));
      expect(await signInWith(linking)).toEqual({ error: "address-in-use" });
    }
    expect((await enter(somebody({ email: owner.email }), linking)).user_id).toBe(owner.id);
  });

  test("a registration that nobody verified gives way to the owner of the address", async () => {
    await using mailing = await openMailing(engine, { config: configFor(provider, { link_by_email: true }) });
    const linking = mailing.server;
    const name = `pat${++count}`;
    const email = `${name}@example.org`;
    await linking.client.post("/auth/account/create", { email, password });
    // So it does with the code of a mail to another spelling.
    const { code } = await registerByMail(mailing, `p.${name.slice(1)}@example.org`);
    await linking.client.post("/auth/account/create", { email, password });
    const session = await enter(somebody({ email }), linking);
    expect(session.result).toBe("Success");
    const attempt = await linking.client.post("/auth/session/login", { email, password });
    expectFailure(attempt, 401, "InvalidCredentials");
    expectFailure(await linking.client.post(`/auth/account/verify/${code}`), 401, "InvalidToken");
    expect((await linking.client.get("/auth/account/", session)).body.email).toBe(email);
  });

  test("without passwords only providers let people in", async () => {
    await using only = await open({}, { accounts: { password_login: "off" } });
    const { body: root } = await only.client.get("/");
    expect(root.features.password_login).toBe(false);
    expect(root.features.oidc).toEqual([{ id: "acme", name: "Acme", icon: "" }]);
    const email = newEmail();
    const feature = { feature: "password_login" };
    for (const [path, body] of [
      ["/auth/account/create", { email, password }],
      ["/auth/session/login", { email, password }],
      ["/auth/account/reset_password", { email }],
    ] as const)
      expectFailure(await only.client.post(path, body), 400, "FeatureDisabled", feature);
    const session = await enter(somebody(), only);
    expect((await only.client.get("/auth/mfa/methods", session)).body).toEqual([]);
  });

  test("a provider that is not configured is not found", async () => {
    const response = await fetch(`${server.url}/api/auth/oidc/nowhere/start`, { redirect: "manual" });
    expect(response.status).toBe(404);
    expect(await signInWith(server, { provider: "acme" })).toContainKey("ticket");
  });

  test("who refuses at the provider is told so", async () => {
    await provider.become(undefined);
    expect(await signInWith(server)).toEqual({ error: "refused" });
  });
});
