import { describe, expect, test } from "bun:test";
import { TOTP } from "otpauth";
import { Client } from "revolt.js";
import { newEmail, password } from "../support/accounts/people.ts";
import { toMiddleOfStep } from "../support/accounts/second-factor.ts";
import { anyEngine } from "../support/run/thorough.ts";
import type { Engine } from "../support/server/engines.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { seconds } from "../support/server/test-clock.ts";

/** The older library parses every response as JSON. With this option it accepts an empty response. */
const empty = { responseType: "text" } as const;

async function register({ url }: TestServer): Promise<{ client: Client; email: string }> {
  const client = new Client({ baseURL: `${url}/api/0.8`, autoReconnect: false });
  const email = newEmail();
  expect(String(await client.api.post("/auth/account/create", { email, password }, empty))).toBe("");
  const session = await client.api.post("/auth/session/login", { email, password, friendly_name: "old" });
  if (session.result !== "Success") throw new Error(`no session: ${session.result}`);
  client.useExistingSession(session);
  return { client, email };
}

/** The library ignores the status: it returns an error like any response. */
const failure = (type: string): unknown => ({ type, location: expect.any(String) });

function scenarios(engine: Engine): void {
  test("registers, logs in, onboards and fetches its own user, at the older path", async () => {
    await using server = await openServer(engine);
    const { client, email } = await register(server);
    expect(await client.account.fetchEmail()).toBe(email);
    expect(await client.api.get("/onboard/hello")).toEqual({ onboarding: true });
    const made = await client.api.post("/onboard/complete", { username: "Polecat" });
    const self = await client.api.get("/users/@me");
    expect(self).toEqual(made);
    expect(client.users.getOrCreate(self._id, self).username).toBe("Polecat");

    const again = new Client({ baseURL: `${server.url}/api`, autoReconnect: false });
    await again.login({ email, password });
    expect(again.configuration?.revolt).toBe("0.11.5");
  });

  test("lists, renames and deletes sessions", async () => {
    await using server = await openServer(engine);
    const { client, email } = await register(server);
    const other = new Client({ baseURL: `${server.url}/api`, autoReconnect: false });
    await other.login({ email, password, friendly_name: "second" });
    const [first, second] = await client.sessions.fetch();
    if (!first || !second) throw new Error("a session is missing");
    expect([first.name, first.current, second.name, second.current]).toEqual(["old", true, "second", false]);
    await second.rename("renamed");
    expect(await client.api.get("/auth/session/all")).toEqual([
      { _id: first.id, name: "old" },
      { _id: second.id, name: "renamed" },
    ]);
    await client.api.delete(`/auth/session/${second.id}`, undefined, empty);
    expect(await client.api.get("/auth/session/all")).toEqual([{ _id: first.id, name: "old" }]);
  });

  test("enables TOTP and logs in with it", async () => {
    await using server = await openServer(engine);
    toMiddleOfStep(server);
    const { client, email } = await register(server);
    const mfa = await client.account.mfa();
    const secret = await (await mfa.createTicket({ password })).generateAuthenticatorSecret();
    const code = () => new TOTP({ secret }).generate({ timestamp: server.clock.now() });
    await client.api.put("/auth/mfa/totp", { totp_code: code() }, empty);
    expect((await client.account.mfa()).availableMethods).toEqual(["Totp"]);
    const challenge = await client.api.post("/auth/session/login", { email, password });
    if (challenge.result !== "MFA") throw new Error(`no second factor requested: ${challenge.result}`);
    // The code of each step works once.
    server.clock.advance(seconds(30));
    const login = { mfa_ticket: challenge.ticket, mfa_response: { totp_code: code() } };
    expect((await client.api.post("/auth/session/login", login)).result).toBe("Success");
  });

  test("receives errors as typed objects", async () => {
    await using server = await openServer(engine);
    const { client, email } = await register(server);
    const responses: unknown[] = [
      await client.api.post("/auth/session/login", { email, password: "a wrong password 9" }),
      await client.api.get("/users/@me"),
      await client.api.patch("/auth/session/nonsense", { friendly_name: "x" }),
      await client.account.create({ email: "nonsense", password }),
    ];
    expect(responses).toEqual([
      failure("InvalidCredentials"),
      failure("InvalidSession"),
      failure("UnknownUser"),
      { type: "IncorrectData", with: "email", location: expect.any(String) },
    ]);
  });
}

describe.each(anyEngine.map((engine) => [engine]))("revolt.js on %s", scenarios);
