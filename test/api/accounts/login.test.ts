import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Mailing, openMailing, registerByMail } from "../../support/accounts/mailing.ts";
import { newAccount, newEmail, newTicket, password } from "../../support/accounts/people.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { minutes } from "../../support/server/test-clock.ts";

const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

for (const engine of anyEngine) {
  describe(`login by password on ${engine}`, () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await openServer(engine);
    });
    afterAll(() => server[Symbol.asyncDispose]());
    const login = (body: object) => server.client.post("/auth/session/login", body);

    test("opens a session", async () => {
      const { email, id } = await newAccount(server);
      const { status, body } = await login({ email, password, friendly_name: "Kitchen 🍲" });
      expect(status).toBe(200);
      expect(body).toEqual({
        result: "Success",
        _id: expect.stringMatching(ulid),
        user_id: id,
        token: expect.stringMatching(/^[A-Za-z0-9_-]{64}$/),
        name: "Kitchen 🍲",
        last_seen: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      });
      expect(body._id).not.toBe(id);
      expect((await server.client.get("/auth/account", { token: body.token })).body._id).toBe(id);
    });

    test("names the host of the server if it has a public address", async () => {
      await using named = await openServer(engine, { config: { public_url: "https://chat.example.org" } });
      const { email } = await newAccount(named);
      const { body } = await named.client.post("/auth/session/login", { email, password });
      expect(body.origin).toBe("chat.example.org");
    });

    test("a session without a name is called Unknown, and a name has at most 512 characters", async () => {
      const { email } = await newAccount(server);
      expect((await login({ email, password })).body.name).toBe("Unknown");
      expect((await login({ email, password, friendly_name: null })).body.name).toBe("Unknown");
      expect((await login({ email, password, friendly_name: "" })).body.name).toBe("");
      const longest = "🦦".repeat(512);
      expect((await login({ email, password, friendly_name: longest })).body.name).toBe(longest);
      const tooLong = await login({ email, password, friendly_name: `${longest}x` });
      expectFailure(tooLong, 400, "FailedValidation", { error: expect.any(String) });
    });

    test("every login opens a new session", async () => {
      const { email, id } = await newAccount(server);
      const responses = await Promise.all(Array.from({ length: 10 }, () => login({ email, password })));
      expect(responses.map(({ body }) => [body.result, body.user_id])).toEqual(
        Array(10).fill(["Success", id]),
      );
      expect(new Set(responses.map(({ body }) => body.token)).size).toBe(10);
      expect(new Set(responses.map(({ body }) => body._id)).size).toBe(10);
      const { body } = await server.client.get("/auth/session/all", { token: responses[0]?.body.token });
      expect(body).toHaveLength(11);
    });

    test("an unknown address and a wrong password get the same reply", async () => {
      const { email } = await newAccount(server);
      const [unknown, wrong] = [
        await login({ email: newEmail(), password }),
        await login({ email, password: "not the password" }),
      ];
      expectFailure(unknown, 401, "InvalidCredentials");
      expectFailure(wrong, 401, "InvalidCredentials");
      for (const odd of [
        "",
        "no-at-sign",
        "@",
        "@example.com",
        "nobody@",
        "a@b@c",
        "a@b/c",
        "ö".repeat(300),
      ]) {
        expectFailure(await login({ email: odd, password }), 401, "InvalidCredentials");
      }
    });

    test("checks the password rules before it looks for the account", async () => {
      const { email } = await newAccount(server);
      for (const address of [email, newEmail()]) {
        expectFailure(await login({ email: address, password: "short" }), 400, "ShortPassword");
        expectFailure(await login({ email: address, password: "" }), 400, "ShortPassword");
        expectFailure(await login({ email: address, password: "12345678" }), 400, "CompromisedPassword");
      }
    });

    test("refuses bodies of neither shape", async () => {
      const { email } = await newAccount(server);
      const shapes = [
        {},
        { email },
        { password },
        { mfa_ticket: 1 },
        { email, password: 1 },
        { email, password, friendly_name: 1 },
        [],
      ];
      for (const body of shapes) {
        expectFailure(await login(body), 400, "FailedValidation", { error: expect.any(String) });
      }
      const response = { mfa_ticket: "x", mfa_response: { colour: "red" } };
      expectFailure(await login(response), 400, "FailedValidation", { error: expect.any(String) });
    });

    test("a body of both shapes is a login by password", async () => {
      const { email, id } = await newAccount(server);
      expect((await login({ email, password, mfa_ticket: "unknown" })).body).toMatchObject({
        result: "Success",
        user_id: id,
      });
      expectFailure(await login({ email, mfa_ticket: "unknown" }), 401, "InvalidToken");
    });

    test("a correct password of a disabled account gets Disabled", async () => {
      const person = await newAccount(server);
      const ticket = await newTicket(server, person);
      await server.client.post("/auth/account/disable", {}, { token: person.token, ticket });
      const { status, body } = await login({ email: person.email, password });
      expect({ status, body }).toEqual({ status: 200, body: { result: "Disabled", user_id: person.id } });
      expectFailure(
        await login({ email: person.email, password: "not the password" }),
        401,
        "InvalidCredentials",
      );
    });
  });

  describe(`login after verification on ${engine}`, () => {
    let mailing: Mailing;
    beforeAll(async () => {
      mailing = await openMailing(engine);
    });
    afterAll(() => mailing[Symbol.asyncDispose]());
    const login = (body: object) => mailing.server.client.post("/auth/session/login", body);
    async function verified() {
      const { email, code } = await registerByMail(mailing);
      const { body } = await mailing.server.client.post(`/auth/account/verify/${code}`);
      return { email, ticket: body.ticket };
    }

    test("only the right password learns that the account is not verified", async () => {
      const { email } = await registerByMail(mailing);
      expectFailure(await login({ email, password: "not the password" }), 401, "InvalidCredentials");
      expectFailure(await login({ email, password }), 403, "UnverifiedAccount");
    });

    test("the ticket of the verification logs in without a password, once and within five minutes", async () => {
      const [{ ticket }, late] = [await verified(), await verified()];
      mailing.server.clock.advance(minutes(4));
      const responses = await Promise.all(
        ["first", "second", "third"].map((friendly_name) =>
          login({ mfa_ticket: ticket.token, mfa_response: null, friendly_name }),
        ),
      );
      expect(responses.map(outcome).sort()).toEqual(["200", "401 InvalidToken", "401 InvalidToken"]);
      const { body } = responses.find(({ status }) => status === 200) ?? {};
      expect(body).toMatchObject({ result: "Success", user_id: ticket.account_id });
      mailing.server.clock.advance(minutes(1));
      expectFailure(await login({ mfa_ticket: late.ticket.token }), 401, "InvalidToken");
    });

    test("a response in addition to the ticket must be correct", async () => {
      const { ticket } = await verified();
      const attempt = (mfa_response: object) => login({ mfa_ticket: ticket.token, mfa_response });
      expectFailure(await attempt({ password: "not the password" }), 401, "InvalidCredentials");
      expectFailure(await attempt({ totp_code: "123456" }), 400, "DisallowedMFAMethod");
      expectFailure(await attempt({ recovery_code: "xxxxx-xxxxx" }), 400, "DisallowedMFAMethod");
      expect(outcome(await attempt({ password }))).toBe("200");
    });

    test("a ticket that is only validated does not log in", async () => {
      const { ticket } = await verified();
      const { token } = (await login({ mfa_ticket: ticket.token })).body;
      const validated = await newTicket(mailing.server, { token });
      expectFailure(await login({ mfa_ticket: validated }), 401, "InvalidToken");
      expectFailure(await login({ mfa_ticket: "unknown" }), 401, "InvalidToken");
      expectFailure(await login({ mfa_ticket: "unknown", mfa_response: { password } }), 401, "InvalidToken");
    });

    test("a ticket of a disabled account gets Disabled", async () => {
      const { email, ticket } = await verified();
      const { token } = (await login({ email, password })).body;
      await mailing.server.client.post(
        "/auth/account/disable",
        {},
        { token, ticket: await newTicket(mailing.server, { token }) },
      );
      const { status, body } = await login({ mfa_ticket: ticket.token });
      expect({ status, body }).toEqual({
        status: 200,
        body: { result: "Disabled", user_id: ticket.account_id },
      });
    });
  });
}
