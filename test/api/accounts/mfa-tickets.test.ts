import { beforeAll, expect, test } from "bun:test";
import { newAccount, newTicket, type Person, password } from "../../support/accounts/people.ts";
import {
  newRecoveryCodes,
  newTotpTicket,
  nextCode,
  toMiddleOfStep,
  totpCode,
  turnOnTotp,
  wrongCode,
} from "../../support/accounts/second-factor.ts";
import type { CallOptions, Client } from "../../support/http/client.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { minutes, seconds } from "../../support/server/test-clock.ts";

/** The routes that need a validated ticket. */
const sensitive: readonly ((client: Client, options: CallOptions) => ReturnType<Client["post"]>)[] = [
  (client, options) => client.post("/auth/mfa/recovery", {}, options),
  (client, options) => client.patch("/auth/mfa/recovery", {}, options),
  (client, options) => client.post("/auth/mfa/totp", {}, options),
  (client, options) => client.delete("/auth/mfa/totp", {}, options),
  (client, options) => client.post("/auth/account/delete", {}, options),
  (client, options) => client.post("/auth/account/disable", {}, options),
];

describeServer("MFA tickets", anyEngine, (server) => {
  let client: Client;
  beforeAll(async () => {
    client = server.client;
  });

  const requestTicket = (body: object, options?: CallOptions) =>
    client.put("/auth/mfa/ticket", body, options);
  const useOnce = (options: CallOptions) => client.post("/auth/mfa/recovery", {}, options);
  /** The unvalidated ticket of a login with TOTP. */
  async function newUnvalidatedTicket(person: Person): Promise<string> {
    const { body } = await client.post("/auth/session/login", { email: person.email, password });
    expect(body.result).toBe("MFA");
    return body.ticket;
  }

  test("a session and a proof create a validated ticket", async () => {
    const { token, id } = await newAccount(server);
    const { status, body } = await requestTicket({ password }, { token });
    expect(status).toBe(200);
    expect(body).toEqual({
      _id: expect.stringMatching(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
      account_id: id,
      token: expect.stringMatching(/^[A-Za-z0-9_-]{64}$/),
      validated: true,
      authorised: false,
      last_totp_code: null,
    });
    expect((await useOnce({ token, ticket: body.token })).status).toBe(200);
  });

  test("wrong proofs create no ticket", async () => {
    const { token } = await newAccount(server);
    expectFailure(
      await requestTicket({ password: "not the password" }, { token }),
      401,
      "InvalidCredentials",
    );
    expectFailure(await requestTicket({ password: "" }, { token }), 401, "InvalidCredentials");
    expectFailure(await requestTicket({ totp_code: "123456" }, { token }), 400, "DisallowedMFAMethod");
    expectFailure(
      await requestTicket({ recovery_code: "00000-00000" }, { token }),
      400,
      "DisallowedMFAMethod",
    );
    expectFailure(await requestTicket({ colour: "red" }, { token }), 400, "FailedValidation", {
      error: expect.any(String),
    });
    // The first matching shape counts.
    expect(
      (await requestTicket({ totp_code: "123456", recovery_code: "x", password }, { token })).status,
    ).toBe(200);
  });

  test("without a valid session or ticket the request is refused", async () => {
    const person = await newAccount(server);
    const validated = await newTicket(server, person);
    for (const options of [{}, { token: "unknown" }, { ticket: "unknown" }, { ticket: validated }]) {
      expectFailure(await requestTicket({ password }, options), 401, "InvalidToken");
    }
    expect((await useOnce({ token: person.token, ticket: validated })).status).toBe(200);
  });

  test("an unvalidated ticket and a proof create a validated ticket, and use up the first", async () => {
    toMiddleOfStep(server);
    const person = await newAccount(server);
    const secret = await turnOnTotp(server, person);
    const code = () => ({ totp_code: nextCode(server, secret) });
    const pending = await newUnvalidatedTicket(person);
    const { status, body } = await requestTicket(code(), { ticket: pending });
    expect(status).toBe(200);
    expect(body).toMatchObject({ account_id: person.id, validated: true, authorised: false });
    expectFailure(await requestTicket(code(), { ticket: pending }), 401, "InvalidToken");
    expectFailure(
      await client.post("/auth/session/login", { mfa_ticket: pending, mfa_response: code() }),
      401,
      "InvalidToken",
    );
    expect((await useOnce({ token: person.token, ticket: body.token })).status).toBe(200);

    // A ticket allows one attempt, whatever the result.
    const second = await newUnvalidatedTicket(person);
    const wrong = { totp_code: wrongCode(secret, server.clock.now()) };
    expectFailure(await requestTicket(wrong, { ticket: second }), 401, "InvalidToken");
    expectFailure(await requestTicket(code(), { ticket: second }), 401, "InvalidToken");
    const third = await newUnvalidatedTicket(person);
    expectFailure(await requestTicket({ password }, { ticket: third }), 400, "DisallowedMFAMethod");
    expectFailure(await requestTicket(code(), { ticket: third }), 401, "InvalidToken");
  });

  test("of many concurrent attempts with one unvalidated ticket, one counts", async () => {
    toMiddleOfStep(server);
    const person = await newAccount(server);
    const secret = await turnOnTotp(server, person);
    const ticket = await newUnvalidatedTicket(person);
    const code = { totp_code: nextCode(server, secret) };
    const responses = await Promise.all(Array.from({ length: 8 }, () => requestTicket(code, { ticket })));
    expect(responses.map(outcome).sort()).toEqual(["200", ...Array(7).fill("401 InvalidToken")]);
  });

  test("five wrong responses burn the ticket of a login, also concurrent ones", async () => {
    const person = await newAccount(server);
    const secret = await turnOnTotp(server, person);
    const respond = (mfa_ticket: string, totp_code: string) =>
      client.post("/auth/session/login", { mfa_ticket, mfa_response: { totp_code } });
    const [kept, one, many] = [
      await newUnvalidatedTicket(person),
      await newUnvalidatedTicket(person),
      await newUnvalidatedTicket(person),
    ];
    const wrong = wrongCode(secret, server.clock.now());
    for (const _ of [1, 2, 3, 4]) expectFailure(await respond(kept, wrong), 401, "InvalidToken");
    for (const _ of [1, 2, 3, 4, 5]) expectFailure(await respond(one, wrong), 401, "InvalidToken");
    const responses = await Promise.all(Array.from({ length: 50 }, () => respond(many, wrong)));
    expect(responses.map(outcome)).toEqual(Array(50).fill("401 InvalidToken"));
    // The lockout ends before the tickets expire.
    server.clock.advance(minutes(1));
    for (const burnt of [one, many])
      expectFailure(await respond(burnt, nextCode(server, secret)), 401, "InvalidToken");
    expect((await respond(kept, nextCode(server, secret))).body.result).toBe("Success");
  });

  test("of many concurrent logins with one ticket, one opens a session", async () => {
    const person = await newAccount(server);
    const codes = await newRecoveryCodes(server, person, await newTicket(server, person));
    const secret = await turnOnTotp(server, person);
    const ticket = await newUnvalidatedTicket(person);
    const responses = await Promise.all(
      codes.map((recovery_code) =>
        client.post("/auth/session/login", { mfa_ticket: ticket, mfa_response: { recovery_code } }),
      ),
    );
    expect(responses.map(outcome).sort()).toEqual(["200", ...Array(9).fill("401 InvalidToken")]);
    const sessions = await client.get("/auth/session/all", { token: person.token });
    expect(sessions.body).toHaveLength(2);
    // The others used up no recovery code.
    const remaining = await useOnce({
      token: person.token,
      ticket: await newTotpTicket(server, person, secret),
    });
    expect(remaining.body).toHaveLength(9);
  });

  test("a session together with an unvalidated ticket is refused", async () => {
    const [person, other] = [await newAccount(server), await newAccount(server)];
    await turnOnTotp(server, person);
    const ticket = await newUnvalidatedTicket(person);
    for (const { token } of [person, other]) {
      expectFailure(await requestTicket({ password }, { token, ticket }), 400, "OperationFailed");
    }
  });

  test("sensitive routes need a validated ticket of the same account", async () => {
    const [person, other, guarded] = [
      await newAccount(server),
      await newAccount(server),
      await newAccount(server),
    ];
    await turnOnTotp(server, guarded);
    const { token } = person;
    const others = await newTicket(server, other);
    const pending = await newUnvalidatedTicket(guarded);
    for (const call of sensitive) {
      expectFailure(await call(client, { token }), 401, "InvalidToken");
      expectFailure(await call(client, { token, ticket: "unknown" }), 401, "InvalidToken");
      expectFailure(await call(client, { token, ticket: others }), 401, "InvalidToken");
      expectFailure(await call(client, { token, ticket: pending }), 401, "InvalidToken");
      expectFailure(await call(client, { token: guarded.token, ticket: pending }), 403, "InvalidToken");
      expectFailure(await call(client, { ticket: others }), 401, "InvalidSession");
    }
    // None of these attempts used up a ticket of another account.
    expect((await useOnce({ token: other.token, ticket: others })).status).toBe(200);
  });

  test("each can be used once", async () => {
    const person = await newAccount(server);
    const { token } = person;
    // The last two routes end the session.
    for (const call of sensitive.slice(0, 4)) {
      const ticket = await newTicket(server, person);
      expect((await call(client, { token, ticket })).status).toBeLessThan(300);
      expectFailure(await useOnce({ token, ticket }), 401, "InvalidToken");
    }
    const racer = await newAccount(server);
    const ticket = await newTicket(server, racer);
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => useOnce({ token: racer.token, ticket })),
    );
    expect(responses.map(outcome).sort()).toEqual(["200", ...Array(7).fill("401 InvalidToken")]);
  });

  test("a failed request uses up the ticket, and an unexpected body is ignored", async () => {
    toMiddleOfStep(server);
    const person = await newAccount(server);
    const { token } = person;
    const early = [await newTicket(server, person), await newTicket(server, person)] as const;
    await turnOnTotp(server, person);
    expectFailure(
      await client.post("/auth/mfa/totp", {}, { token, ticket: early[0] }),
      400,
      "OperationFailed",
    );
    expectFailure(await useOnce({ token, ticket: early[0] }), 401, "InvalidToken");
    expect((await client.post("/auth/mfa/recovery", "{ not JSON", { token, ticket: early[1] })).status).toBe(
      200,
    );
    expectFailure(await useOnce({ token, ticket: early[1] }), 401, "InvalidToken");
  });

  test("tickets expire after five minutes", async () => {
    toMiddleOfStep(server);
    const person = await newAccount(server);
    const { token } = person;
    const [early, late] = [await newTicket(server, person), await newTicket(server, person)];
    server.clock.advance(minutes(5) - seconds(20));
    expect((await useOnce({ token, ticket: early })).status).toBe(200);
    server.clock.advance(seconds(20));
    expectFailure(await useOnce({ token, ticket: late }), 401, "InvalidToken");

    const secret = await turnOnTotp(server, person);
    const pending = await newUnvalidatedTicket(person);
    server.clock.advance(minutes(5));
    const response = { totp_code: totpCode(secret, server.clock.now()) };
    expectFailure(await requestTicket(response, { ticket: pending }), 401, "InvalidToken");
    expectFailure(
      await client.post("/auth/session/login", { mfa_ticket: pending, mfa_response: response }),
      401,
      "InvalidToken",
    );
  });
});
