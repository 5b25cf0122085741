import { beforeAll, expect, test } from "bun:test";
import { newAccount, newTicket, type Person, password } from "../../support/accounts/people.ts";
import { nextCode, toMiddleOfStep, turnOnTotp } from "../../support/accounts/second-factor.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import type { Authenticator } from "../../support/passkeys/authenticator.ts";
import { addPasskey, answerFor, newPasskey, newPasskeyTicket } from "../../support/passkeys/passkeys.ts";
import { preferPostgres } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";

const config = { public_url: "https://chat.example.org" };

describeServer("passkeys as second factor", preferPostgres, { config }, (server) => {
  beforeAll(async () => {
    toMiddleOfStep(server);
  });

  const logIn = async ({ email }: Person) =>
    (await server.client.post("/auth/session/login", { email, password })).body;
  const respond = (mfa_ticket: string, mfa_response: object) =>
    server.client.post("/auth/session/login", { mfa_ticket, mfa_response });
  const answer = async (ticket: string, authenticator: Authenticator) =>
    respond(ticket, await answerFor(server, { ticket }, authenticator));
  const status = async ({ token }: Person) => (await server.client.get("/auth/mfa/", { token })).body;

  test("the first one gives recovery codes, and the password alone is not enough any more", async () => {
    const owner = await newAccount(server);
    const { authenticator, codes } = await newPasskey(server, owner, { second_factor: true });
    expect(codes).toHaveLength(10);
    expect(await status(owner)).toMatchObject({
      totp_mfa: false,
      security_key_mfa: true,
      recovery_active: true,
    });
    const first = await logIn(owner);
    // Methods that the protocol does not know are not in its list: some clients fail on them.
    expect(first).toEqual({
      result: "MFA",
      ticket: expect.any(String),
      allowed_methods: ["Recovery"],
      passkey: true,
    });
    expectFailure(await respond(first.ticket, { password }), 400, "DisallowedMFAMethod");
    expectFailure(
      await server.client.post("/auth/session/login", { mfa_ticket: first.ticket }),
      401,
      "InvalidToken",
    );
    const second = await answer(first.ticket, authenticator);
    expect(second.body).toMatchObject({ result: "Success", user_id: owner.id });
    // A login uses up the ticket.
    const { ticket } = first;
    expectFailure(await server.client.post("/auth/passkeys/proof", {}, { ticket }), 401, "InvalidToken");
    // A second passkey gives no new codes.
    const again = await newPasskeyTicket(server, owner, authenticator);
    const added = await addPasskey(server, owner, { ticket: again, second_factor: true });
    expect(added.body.recovery_codes).toEqual([]);
  });

  test("recovery codes are the way back", async () => {
    const owner = await newAccount(server);
    const { id, codes } = await newPasskey(server, owner, { second_factor: true });
    const [first = "", second = ""] = codes;
    const login = await logIn(owner);
    const { body: session } = await respond(login.ticket, { recovery_code: first });
    expect(session.result).toBe("Success");
    const { body: proof } = await server.client.put(
      "/auth/mfa/ticket",
      { recovery_code: second },
      { token: session.token },
    );
    const as = { token: session.token, ticket: proof.token };
    expect((await server.client.delete(`/auth/passkeys/${id}`, {}, as)).status).toBe(204);
    expect((await logIn(owner)).result).toBe("Success");
    expect((await status(owner)).security_key_mfa).toBe(false);
  });

  test("next to an authenticator app, either is enough, and other clients see what they saw", async () => {
    const owner = await newAccount(server);
    const { authenticator } = await newPasskey(server, owner);
    const secret = await turnOnTotp(server, owner);
    const [one, other] = [await logIn(owner), await logIn(owner)];
    expect(one).toMatchObject({ allowed_methods: ["Totp"], passkey: true });
    expect((await server.client.get("/auth/mfa/methods", owner)).body).toEqual(["Totp"]);
    expect((await answer(one.ticket, authenticator)).body.result).toBe("Success");
    const code = { totp_code: nextCode(server, secret) };
    expect((await respond(other.ticket, code)).body.result).toBe("Success");
  });

  test("is turned on and off with a proof, and off it leaves the password alone", async () => {
    const owner = await newAccount(server);
    const set = (enabled: boolean, ticket?: string) =>
      server.client.put(
        "/auth/passkeys/second_factor",
        { enabled },
        { token: owner.token, ...(ticket !== undefined && { ticket }) },
      );
    expectFailure(await set(true, await newTicket(server, owner)), 400, "InvalidOperation");
    const { authenticator } = await newPasskey(server, owner);
    expectFailure(await set(true), 401, "InvalidToken");
    expect((await logIn(owner)).result).toBe("Success");
    const { body } = await set(true, await newTicket(server, owner));
    expect(body.recovery_codes).toHaveLength(10);
    expect((await logIn(owner)).result).toBe("MFA");
    // From now on the password proves nothing.
    expect(outcome(await server.client.put("/auth/mfa/ticket", { password }, owner))).toBe(
      "400 DisallowedMFAMethod",
    );
    const ticket = await newPasskeyTicket(server, owner, authenticator);
    expect((await set(false, ticket)).body).toEqual({ recovery_codes: [] });
    expect((await logIn(owner)).result).toBe("Success");
  });

  test("an account without passkeys cannot begin, and nobody can without a session or a ticket", async () => {
    const owner = await newAccount(server);
    const begin = (as: object) => server.client.post("/auth/passkeys/proof", {}, as);
    expectFailure(await begin(owner), 400, "DisallowedMFAMethod");
    expectFailure(await begin({}), 401, "InvalidToken");
    expectFailure(await begin({ ticket: "unknown" }), 401, "InvalidToken");
    await newPasskey(server, owner);
    expectFailure(await begin({ ticket: await newTicket(server, owner) }), 401, "InvalidToken");
  });

  test("five wrong answers use a ticket up, and an answer to no challenge counts for nothing", async () => {
    const owner = await newAccount(server);
    const { authenticator } = await newPasskey(server, owner, { second_factor: true });
    const { ticket } = await logIn(owner);
    const stale = await answerFor(server, { ticket }, authenticator, { isForged: true });
    expectFailure(await respond(ticket, stale), 401, "InvalidToken");
    for (let count = 0; count < 10; count++) expectFailure(await respond(ticket, stale), 401, "InvalidToken");
    expect((await answer(ticket, authenticator)).body.result).toBe("Success");
    const { ticket: next } = await logIn(owner);
    for (let count = 0; count < 5; count++)
      await respond(next, await answerFor(server, { ticket: next }, authenticator, { isForged: true }));
    expectFailure(
      await server.client.post("/auth/passkeys/proof", {}, { ticket: next }),
      401,
      "InvalidToken",
    );
  });
});
