import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  type Mailing,
  mailsTo,
  newVerifiedAccount,
  openMailing,
  registerByMail,
  waitForCode,
} from "../../support/accounts/mailing.ts";
import { logIn, newEmail, password } from "../../support/accounts/people.ts";
import { nextCode, turnOnTotp } from "../../support/accounts/second-factor.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { hours } from "../../support/server/test-clock.ts";

const other = "quite another password";

for (const engine of anyEngine) {
  describe(`resetting the password on ${engine}`, () => {
    let mailing: Mailing;
    beforeAll(async () => {
      mailing = await openMailing(engine);
    });
    afterAll(() => mailing[Symbol.asyncDispose]());

    const requestReset = (email: string) =>
      mailing.server.client.post("/auth/account/reset_password", { email });
    const reset = (body: object) => mailing.server.client.patch("/auth/account/reset_password", body);
    const login = (email: string, secret = password) =>
      mailing.server.client.post("/auth/session/login", { email, password: secret });
    async function requestCode(email: string): Promise<string> {
      expect((await requestReset(email)).status).toBe(204);
      return waitForCode(mailing, email, "login/reset");
    }

    test("the mailed code sets a new password once; sessions stay if the caller says so", async () => {
      const { email, token: session, id } = await newVerifiedAccount(mailing);
      const token = await requestCode(email);
      expect((await login(email)).body.result).toBe("Success");
      const { status, body } = await reset({ token, password: other, remove_sessions: false });
      expect({ status, body }).toEqual({ status: 204, body: undefined });
      expectFailure(await login(email), 401, "InvalidCredentials");
      expect((await login(email, other)).body).toMatchObject({ result: "Success", user_id: id });
      expect((await mailing.server.client.get("/auth/account", { token: session })).status).toBe(200);
      expectFailure(await reset({ token, password: "a third password" }), 401, "InvalidToken");
      expect((await login(email, other)).body.result).toBe("Success");
    });

    test("checks the code before the password, and a refused password does not use up the code", async () => {
      const { email } = await newVerifiedAccount(mailing);
      const token = await requestCode(email);
      expectFailure(await reset({ password: other }), 400, "FailedValidation", { error: expect.any(String) });
      const withNull = { token, password: other, remove_sessions: null };
      expectFailure(await reset(withNull), 400, "FailedValidation", { error: expect.any(String) });
      expectFailure(await reset({ token: "unknown", password: "short" }), 401, "InvalidToken");
      expectFailure(await reset({ token, password: "short" }), 400, "ShortPassword");
      expectFailure(await reset({ token, password: "12345678" }), 400, "CompromisedPassword");
      expect((await reset({ token, password: other })).status).toBe(204);
    });

    test("ends all sessions by default and with remove_sessions, and all tickets", async () => {
      for (const options of [{}, { remove_sessions: true }]) {
        const person = await newVerifiedAccount(mailing);
        const elsewhere = await logIn(mailing.server, person.email);
        const secret = await turnOnTotp(mailing.server, person);
        const { ticket: mfa_ticket } = (await login(person.email)).body;
        const body = { token: await requestCode(person.email), password: other, ...options };
        expect((await reset(body)).status).toBe(204);
        for (const { token } of [person, elsewhere]) {
          expectFailure(await mailing.server.client.get("/auth/account", { token }), 401, "InvalidSession");
        }
        const mfa_response = { totp_code: nextCode(mailing.server, secret) };
        const ticketLogin = { mfa_ticket, mfa_response };
        expectFailure(
          await mailing.server.client.post("/auth/session/login", ticketLogin),
          401,
          "InvalidToken",
        );
      }
    });

    test("a code expires after a day", async () => {
      const [early, late] = [await newVerifiedAccount(mailing), await newVerifiedAccount(mailing)];
      const [first, second] = [await requestCode(early.email), await requestCode(late.email)];
      mailing.server.clock.advance(hours(23));
      expect((await reset({ token: first, password: other })).status).toBe(204);
      mailing.server.clock.advance(hours(1));
      expectFailure(await reset({ token: second, password: other }), 401, "InvalidToken");
      expect((await login(late.email)).body.result).toBe("Success");
    });

    test("a new code invalidates the one before", async () => {
      const { email } = await newVerifiedAccount(mailing);
      const [first, second] = [await requestCode(email), await requestCode(email)];
      expectFailure(await reset({ token: first, password: other }), 401, "InvalidToken");
      expect((await reset({ token: second, password: other })).status).toBe(204);
    });

    test("of many concurrent uses of one code, one succeeds", async () => {
      const { email } = await newVerifiedAccount(mailing);
      const token = await requestCode(email);
      const candidates = Array.from({ length: 5 }, (_, index) => `candidate number ${index}`);
      const responses = await Promise.all(
        candidates.map((candidate) => reset({ token, password: candidate })),
      );
      expect(responses.map(outcome).sort()).toEqual(["204", ...Array(4).fill("401 InvalidToken")]);
      const winner = candidates[responses.findIndex(({ status }) => status === 204)];
      expect((await login(email, winner)).body.result).toBe("Success");
    });

    test("lifts a lockout, and keeps TOTP enabled", async () => {
      const person = await newVerifiedAccount(mailing);
      await turnOnTotp(mailing.server, person);
      for (const _ of [1, 2, 3]) expectFailure(await login(person.email, other), 401, "InvalidCredentials");
      expectFailure(await login(person.email), 403, "LockedOut");
      await reset({ token: await requestCode(person.email), password: other });
      // The count is reset as well: these are the first two.
      for (const _ of [1, 2]) expectFailure(await login(person.email), 401, "InvalidCredentials");
      expect((await login(person.email, other)).body.result).toBe("MFA");
    });

    test("the reply does not reveal whether an account exists", async () => {
      const stranger = newEmail();
      const pending = await registerByMail(mailing);
      for (const email of [stranger, pending.email]) {
        const { status, body } = await requestReset(email);
        expect({ status, body }).toEqual({ status: 204, body: undefined });
      }
      expect(await mailsTo(mailing, stranger)).toEqual([]);
      expect(await mailsTo(mailing, pending.email)).toHaveLength(1);
      expectFailure(await requestReset("nowhere"), 400, "IncorrectData", { with: "email" });
    });

    test("codes for one purpose do not work for another", async () => {
      const { email, code } = await registerByMail(mailing);
      expectFailure(await reset({ token: code, password: other }), 401, "InvalidToken");
      await mailing.server.client.post(`/auth/account/verify/${code}`);
      const token = await requestCode(email);
      expectFailure(await mailing.server.client.post(`/auth/account/verify/${token}`), 401, "InvalidToken");
      expectFailure(await mailing.server.client.put("/auth/account/delete", { token }), 401, "InvalidToken");
    });
  });
}
