import { beforeAll, expect, test } from "bun:test";
import { updateAccount } from "../../../src/domains/accounts/store/accounts.ts";
import { newAccount, newTicket, type Person, password } from "../../support/accounts/people.ts";
import {
  newTotpTicket,
  nextCode,
  toMiddleOfStep,
  totpCode,
  turnOnTotp,
  wrongCode,
} from "../../support/accounts/second-factor.ts";
import type { Client } from "../../support/http/client.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { minutes, seconds } from "../../support/server/test-clock.ts";
import { recordEvents } from "../../support/stream/record-events.ts";

describeServer("TOTP", anyEngine, (server) => {
  let client: Client;
  beforeAll(async () => {
    client = server.client;
    toMiddleOfStep(server);
  });

  const codeAt = (secret: string, offset = 0) => totpCode(secret, server.clock.now() + offset);
  const login = (body: object) => client.post("/auth/session/login", body);
  const enable = ({ token }: Person, body: object) => client.put("/auth/mfa/totp", body, { token });
  const methods = async ({ token }: Person) => (await client.get("/auth/mfa/methods", { token })).body;
  const status = async ({ token }: Person) => (await client.get("/auth/mfa/", { token })).body;
  const off = {
    email_otp: false,
    trusted_handover: false,
    email_mfa: false,
    totp_mfa: false,
    security_key_mfa: false,
    recovery_active: false,
    has_password: true,
  };

  async function newSecret(person: Person): Promise<string> {
    const { token } = person;
    const generated = await client.post(
      "/auth/mfa/totp",
      {},
      { token, ticket: await newTicket(server, person) },
    );
    expect({ status: generated.status, body: generated.body }).toEqual({
      status: 200,
      body: { secret: expect.stringMatching(/^[A-Z2-7]{32}$/) },
    });
    return generated.body.secret;
  }

  test("is off at first; a new secret takes effect with its first valid code", async () => {
    await using all = await recordEvents(server, "all");
    const person = await newAccount(server);
    expect(await status(person)).toEqual(off);
    expect(await methods(person)).toEqual(["Password"]);
    expectFailure(await enable(person, { totp_code: "123456" }), 400, "OperationFailed");

    const secret = await newSecret(person);
    expect(await status(person)).toEqual(off);
    expect((await login({ email: person.email, password })).body.result).toBe("Success");
    expectFailure(
      await enable(person, { totp_code: wrongCode(secret, server.clock.now()) }),
      401,
      "InvalidToken",
    );
    for (const malformed of ["", "12345", "1234567", " 23456", "１２３４５６"]) {
      expectFailure(await enable(person, { totp_code: malformed }), 401, "InvalidToken");
    }
    expectFailure(await enable(person, { password }), 401, "InvalidToken");
    expectFailure(await enable(person, { recovery_code: "00000-00000" }), 401, "InvalidToken");
    expectFailure(await enable(person, {}), 400, "FailedValidation", { error: expect.any(String) });

    const on = await enable(person, { totp_code: codeAt(secret) });
    expect({ status: on.status, body: on.body }).toEqual({ status: 204, body: undefined });
    expect(await status(person)).toEqual({ ...off, totp_mfa: true });
    expect(await methods(person)).toEqual(["Totp"]);
    expect(all.received).toEqual([]);
  });

  test("a second secret replaces an unconfirmed first one", async () => {
    const person = await newAccount(server);
    const [first, second] = [await newSecret(person), await newSecret(person)];
    expect(first).not.toBe(second);
    expectFailure(await enable(person, { totp_code: codeAt(first) }), 401, "InvalidToken");
    expect((await enable(person, { totp_code: codeAt(second) })).status).toBe(204);
  });

  test("cannot be set up again while it is enabled", async () => {
    const person = await newAccount(server);
    const secret = await turnOnTotp(server, person);
    expectFailure(
      await enable(person, { totp_code: wrongCode(secret, server.clock.now()) }),
      401,
      "InvalidToken",
    );
    expectFailure(await enable(person, { totp_code: nextCode(server, secret) }), 400, "OperationFailed");
    const ticket = await newTotpTicket(server, person, secret);
    expectFailure(
      await client.post("/auth/mfa/totp", {}, { token: person.token, ticket }),
      400,
      "OperationFailed",
    );
    const { body } = await login({ email: person.email, password });
    const mfa_response = { totp_code: nextCode(server, secret) };
    expect((await login({ mfa_ticket: body.ticket, mfa_response })).body.result).toBe("Success");
  });

  test("is required by the login", async () => {
    const person = await newAccount(server);
    const secret = await turnOnTotp(server, person);
    const first = await login({ email: person.email, password });
    expect({ status: first.status, body: first.body }).toEqual({
      status: 200,
      body: {
        result: "MFA",
        ticket: expect.stringMatching(/^[A-Za-z0-9_-]{64}$/),
        allowed_methods: ["Totp"],
      },
    });
    const mfa_ticket = first.body.ticket;
    const respond = (mfa_response: object) => login({ mfa_ticket, mfa_response, friendly_name: "second" });
    expectFailure(await login({ mfa_ticket }), 401, "InvalidToken");
    expectFailure(await respond({ totp_code: wrongCode(secret, server.clock.now()) }), 401, "InvalidToken");
    expectFailure(await respond({ password }), 400, "DisallowedMFAMethod");
    expectFailure(await respond({ recovery_code: "00000-00000" }), 400, "DisallowedMFAMethod");
    const second = await respond({ totp_code: nextCode(server, secret) });
    expect(second.body).toMatchObject({ result: "Success", user_id: person.id, name: "second" });
    // A login uses up the ticket.
    expectFailure(await respond({ totp_code: nextCode(server, secret) }), 401, "InvalidToken");
  });

  test("the ticket of one account does not work with the code of another", async () => {
    const [one, two] = [await newAccount(server), await newAccount(server)];
    await turnOnTotp(server, one);
    const secret = await turnOnTotp(server, two);
    const { body } = await login({ email: one.email, password });
    expectFailure(
      await login({ mfa_ticket: body.ticket, mfa_response: { totp_code: codeAt(secret) } }),
      401,
      "InvalidToken",
    );
  });

  test("only codes of the current step and its neighbours are valid", async () => {
    const person = await newAccount(server);
    const secret = await turnOnTotp(server, person);
    server.clock.advance(minutes(2));
    const offsets = [
      [-60, false],
      [-30, true],
      [0, true],
      [30, true],
      [60, false],
    ] as const;
    for (const [offset, good] of offsets) {
      const response = { totp_code: codeAt(secret, seconds(offset)) };
      const proof = await client.put("/auth/mfa/ticket", response, { token: person.token });
      expect([offset, proof.status]).toEqual([offset, good ? 200 : 401]);
    }
    // The same for logins, each with a ticket of this time.
    server.clock.advance(minutes(3));
    for (const [offset, good] of offsets) {
      const { body } = await login({ email: person.email, password });
      const mfa_response = { totp_code: codeAt(secret, seconds(offset)) };
      const response = await login({ mfa_ticket: body.ticket, mfa_response });
      expect([offset, response.status]).toEqual([offset, good ? 200 : 401]);
    }
    const fresh = await newAccount(server);
    const pending = await newSecret(fresh);
    for (const offset of [-60, 60]) {
      expectFailure(
        await enable(fresh, { totp_code: codeAt(pending, seconds(offset)) }),
        401,
        "InvalidToken",
      );
    }
    expect((await enable(fresh, { totp_code: codeAt(pending, seconds(-30)) })).status).toBe(204);
  });

  test("only a login accepts the code of the time at which its ticket was created", async () => {
    const person = await newAccount(server);
    const secret = await turnOnTotp(server, person);
    const response = { totp_code: nextCode(server, secret) };
    const { body } = await login({ email: person.email, password });
    server.clock.advance(minutes(4));
    expectFailure(
      await client.put("/auth/mfa/ticket", response, { token: person.token }),
      401,
      "InvalidToken",
    );
    expect((await login({ mfa_ticket: body.ticket, mfa_response: response })).body.result).toBe("Success");
    const later = await login({ email: person.email, password });
    expectFailure(
      await login({ mfa_ticket: later.body.ticket, mfa_response: response }),
      401,
      "InvalidToken",
    );
    expectFailure(
      await client.put("/auth/mfa/ticket", response, { ticket: later.body.ticket }),
      401,
      "InvalidToken",
    );
  });

  test("the code of each step works once, wherever it is used", async () => {
    const person = await newAccount(server);
    const secret = await newSecret(person);
    const newLogin = async () => (await login({ email: person.email, password })).body.ticket;
    const [first, second] = [{ totp_code: codeAt(secret) }, { totp_code: codeAt(secret, seconds(30)) }];
    expect((await enable(person, first)).status).toBe(204);
    expectFailure(await login({ mfa_ticket: await newLogin(), mfa_response: first }), 401, "InvalidToken");
    expectFailure(await client.put("/auth/mfa/ticket", first, { token: person.token }), 401, "InvalidToken");

    server.clock.advance(seconds(30));
    const tickets = [await newLogin(), await newLogin(), await newLogin()];
    const responses = await Promise.all(
      tickets.map((mfa_ticket) => login({ mfa_ticket, mfa_response: second })),
    );
    expect(responses.map(outcome).sort()).toEqual(["200", "401 InvalidToken", "401 InvalidToken"]);
    // An earlier step is used up as well.
    expectFailure(await login({ mfa_ticket: await newLogin(), mfa_response: first }), 401, "InvalidToken");
    const next = { totp_code: nextCode(server, secret) };
    expect((await client.put("/auth/mfa/ticket", next, { token: person.token })).status).toBe(200);
  });

  test("a secret of 80 bits, as it was made before, still works", async () => {
    const person = await newAccount(server);
    await turnOnTotp(server, person);
    const old = "GEZDGNBVGY3TQOJQ";
    const { store, services } = server.running;
    const totp_secret_sealed = services.vault.seal(old, `totp:${person.id}`);
    await store.write((tx) => updateAccount(tx, person.id, { totp_secret_sealed }));
    const code = { totp_code: nextCode(server, old) };
    expect((await client.put("/auth/mfa/ticket", code, { token: person.token })).status).toBe(200);
  });

  test("can be disabled, and set up again with another secret", async () => {
    const person = await newAccount(server);
    const secret = await turnOnTotp(server, person);
    const ticket = await newTotpTicket(server, person, secret);
    const disabled = await client.delete("/auth/mfa/totp", {}, { token: person.token, ticket });
    expect({ status: disabled.status, body: disabled.body }).toEqual({ status: 204, body: undefined });
    expect(await status(person)).toEqual(off);
    expect(await methods(person)).toEqual(["Password"]);
    expect((await login({ email: person.email, password })).body.result).toBe("Success");
    expectFailure(await enable(person, { totp_code: codeAt(secret) }), 400, "OperationFailed");
    expect(await turnOnTotp(server, person)).not.toBe(secret);
  });

  test("a disabled account with TOTP gets Disabled after the second factor", async () => {
    const person = await newAccount(server);
    const secret = await turnOnTotp(server, person);
    const ticket = await newTotpTicket(server, person, secret);
    await client.post("/auth/account/disable", {}, { token: person.token, ticket });
    const { body } = await login({ email: person.email, password });
    expect(body.result).toBe("MFA");
    const mfa_response = { totp_code: nextCode(server, secret) };
    const response = await login({ mfa_ticket: body.ticket, mfa_response });
    expect({ status: response.status, body: response.body }).toEqual({
      status: 200,
      body: { result: "Disabled", user_id: person.id },
    });
  });
});
