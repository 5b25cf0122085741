import { describe, expect, test } from "bun:test";
import { TOTP } from "otpauth";
import { Client } from "stoat.js";
import { API } from "stoat-api";
import { newEmail, password } from "../support/accounts/people.ts";
import { toMiddleOfStep } from "../support/accounts/second-factor.ts";
import { anyEngine } from "../support/run/thorough.ts";
import type { Engine } from "../support/server/engines.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { seconds } from "../support/server/test-clock.ts";

const newPassword = "another good password 2";

/** The unmodified library with the address of this server. */
function newClient({ url }: TestServer): Client {
  return new Client({ baseURL: `${url}/api`, autoReconnect: false });
}

interface LoggedIn {
  readonly client: Client;
  readonly email: string;
  readonly userId: string;
}

/** Registers as the web client does: creates the account, logs in and uses the session. */
async function register(server: TestServer, name = "browser"): Promise<LoggedIn> {
  const client = newClient(server);
  const email = newEmail();
  await client.account.create({ email, password });
  const session = await client.api.post("/auth/session/login", { email, password, friendly_name: name });
  if (session.result !== "Success") throw new Error(`no session: ${session.result}`);
  client.useExistingSession(session);
  return { client, email, userId: session.user_id };
}

/** The error of a failed call. The library throws the body of the response as text. */
async function failureOf(call: Promise<unknown>): Promise<{ type: unknown; location: unknown }> {
  const thrown: unknown = await call.then(
    () => "nothing",
    (reason: unknown) => reason,
  );
  if (typeof thrown !== "string" || thrown === "nothing") throw new Error(`threw ${thrown}`);
  const { type, location } = JSON.parse(thrown) as Record<string, unknown>;
  return { type, location };
}

const failure = (type: string) => ({ type, location: expect.any(String) });

/** The code of the next step, because the code of each step works once. */
function totp(secret: string, { clock }: TestServer): string {
  clock.advance(seconds(30));
  return new TOTP({ secret }).generate({ timestamp: clock.now() });
}

/** Enables TOTP with the methods of the library. */
async function turnOnAuthenticator(client: Client, server: TestServer): Promise<string> {
  const mfa = await client.account.mfa();
  const ticket = await mfa.createTicket({ password });
  const secret = await ticket.generateAuthenticatorSecret();
  await mfa.enableAuthenticator(totp(secret, server));
  expect(mfa.authenticatorEnabled).toBe(true);
  return secret;
}

function scenarios(engine: Engine): void {
  test("fetches the configuration and logs in with the library's own method", async () => {
    await using server = await openServer(engine);
    const { email } = await register(server);
    const client = newClient(server);
    await client.login({ email, password, friendly_name: "console" });
    expect(client.configuration?.revolt).toBe("0.11.5");
    expect(client.configuration?.ws).toBe(`ws://localhost:${server.running.port}/ws`);
    expect(client.configuration?.features.email).toBe(false);
    expect(client.sessionId).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  });

  test("registers, onboards and fetches its own user", async () => {
    await using server = await openServer(engine);
    const { client, email, userId } = await register(server);
    expect(await client.account.fetchEmail()).toBe(email);
    expect(await client.api.get("/onboard/hello")).toEqual({ onboarding: true });
    const made = await client.api.post("/onboard/complete", { username: "Weasel" });
    expect(await client.api.get("/onboard/hello")).toEqual({ onboarding: false });
    const self = await client.api.get("/users/@me");
    expect(self).toEqual(made);
    const user = client.users.getOrCreate(self._id, self);
    expect([user.id, user.username, user.relationship]).toEqual([userId, "Weasel", "User"]);
    expect(user.discriminator).toMatch(/^\d{4}$/);
  });

  test("lists, renames and deletes sessions", async () => {
    await using server = await openServer(engine);
    const { client, email } = await register(server, "first");
    const other = newClient(server);
    await other.login({ email, password, friendly_name: "second" });

    const sessions = await client.sessions.fetch();
    expect(sessions.map(({ name, current }) => [name, current])).toEqual([
      ["first", true],
      ["second", false],
    ]);
    const second = sessions.find(({ id }) => id === other.sessionId);
    if (!second) throw new Error("the second session is missing");
    // The library reads the time out of the id.
    expect(second.createdAt.getTime()).toBeGreaterThan(0);
    await second.rename("renamed");
    expect((await client.api.get("/auth/session/all")).map(({ name }) => name)).toEqual(["first", "renamed"]);
    await second.delete();
    expect((await client.api.get("/auth/session/all")).map(({ name }) => name)).toEqual(["first"]);

    await newClient(server).login({ email, password });
    await client.sessions.deleteAll();
    expect(await client.api.get("/auth/session/all")).toEqual([
      { _id: String(client.sessionId), name: "first" },
    ]);
    await client.sessions.deleteAll(true);
    expect(await failureOf(client.api.get("/auth/session/all"))).toEqual(failure("InvalidSession"));
  });

  test("logs out", async () => {
    await using server = await openServer(engine);
    const { client } = await register(server);
    expect(await client.api.post("/auth/session/logout")).toBeNull();
    expect(await failureOf(client.account.fetchEmail())).toEqual(failure("InvalidSession"));
  });

  test("enables TOTP, logs in with it and with a recovery code, and disables it", async () => {
    await using server = await openServer(engine);
    toMiddleOfStep(server);
    const { client, email, userId } = await register(server);
    const secret = await turnOnAuthenticator(client, server);
    const mfa = await client.account.mfa();
    expect(mfa.availableMethods).toEqual(["Totp"]);
    const ticket = await mfa.createTicket({ totp_code: totp(secret, server) });
    const codes = await ticket.generateRecoveryCodes();
    expect(codes).toHaveLength(10);
    expect(mfa.availableMethods).toEqual(["Totp", "Recovery"]);

    const login = async (proof: { totp_code: string } | { recovery_code: string }) => {
      const stranger = new API({ baseURL: `${server.url}/api` });
      const challenge = await stranger.post("/auth/session/login", { email, password });
      if (challenge.result !== "MFA") throw new Error(`no second factor requested: ${challenge.result}`);
      expect(challenge.allowed_methods).toEqual(["Totp", "Recovery"]);
      return stranger.post("/auth/session/login", { mfa_ticket: challenge.ticket, mfa_response: proof });
    };
    expect(await login({ totp_code: totp(secret, server) })).toMatchObject({
      result: "Success",
      user_id: userId,
    });
    expect(await login({ recovery_code: codes[0] ?? "" })).toMatchObject({
      result: "Success",
      user_id: userId,
    });
    expect(await failureOf(login({ recovery_code: codes[0] ?? "" }))).toEqual(failure("InvalidToken"));

    const left = await (await mfa.createTicket({ totp_code: totp(secret, server) })).fetchRecoveryCodes();
    expect(left).toEqual(codes.slice(1));
    await (await mfa.createTicket({ totp_code: totp(secret, server) })).disableAuthenticator();
    expect((await client.account.mfa()).availableMethods).toEqual(["Password"]);
  });

  test("changes password and email, and disables the account", async () => {
    await using server = await openServer(engine);
    const { client, email } = await register(server);
    await client.account.changePassword(newPassword, password);
    const moved = newEmail();
    await client.account.changeEmail(moved, newPassword);
    expect(await client.account.fetchEmail()).toBe(moved);
    const api = new API({ baseURL: `${server.url}/api` });
    expect(await failureOf(api.post("/auth/session/login", { email, password: newPassword }))).toEqual(
      failure("InvalidCredentials"),
    );
    const mfa = await client.account.mfa();
    await (await mfa.createTicket({ password: newPassword })).disableAccount();
    expect(await api.post("/auth/session/login", { email: moved, password: newPassword })).toMatchObject({
      result: "Disabled",
    });
  });

  test("receives errors as typed objects", async () => {
    await using server = await openServer(engine);
    const { client } = await register(server);
    const stranger = newClient(server);
    const errors = {
      badAddress: await failureOf(stranger.account.create({ email: "nonsense", password })),
      shortPassword: await failureOf(stranger.account.create({ email: newEmail(), password: "short" })),
      wrongPassword: await failureOf(stranger.login({ email: newEmail(), password })),
      noSession: await failureOf(stranger.account.fetchEmail()),
      badCode: await failureOf(stranger.account.verify("nonsense")),
      badDeletion: await failureOf(stranger.account.confirmDelete("nonsense")),
      badReset: await failureOf(stranger.account.confirmPasswordReset("nonsense", newPassword, true)),
      noSuchSession: await failureOf(client.api.patch("/auth/session/nonsense", { friendly_name: "x" })),
      badName: await failureOf(client.api.post("/onboard/complete", { username: "admin" })),
      malformedName: await failureOf(client.api.post("/onboard/complete", { username: "a b" })),
    };
    expect(errors).toEqual({
      badAddress: failure("IncorrectData"),
      shortPassword: failure("ShortPassword"),
      wrongPassword: failure("InvalidCredentials"),
      noSession: failure("InvalidSession"),
      badCode: failure("InvalidToken"),
      badDeletion: failure("InvalidToken"),
      badReset: failure("InvalidToken"),
      noSuchSession: failure("UnknownUser"),
      badName: failure("InvalidUsername"),
      malformedName: failure("FailedValidation"),
    });
  });
}

describe.each(anyEngine.map((engine) => [engine]))("stoat.js on %s", scenarios);
