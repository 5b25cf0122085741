import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  codeIn,
  type Mailing,
  mailsTo,
  newVerifiedAccount,
  openMailing,
  registerByMail,
  waitForCode,
} from "../../support/accounts/mailing.ts";
import { logIn, newEmail, password } from "../../support/accounts/people.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { days, hours } from "../../support/server/test-clock.ts";

for (const engine of anyEngine) {
  test(`without a limit (smtp.hourly_per_recipient = 0) one mailbox gets every mail, on ${engine}`, async () => {
    await using mailing = await openMailing(engine, { config: { smtp: { hourly_per_recipient: 0 } } });
    const { email } = await newVerifiedAccount(mailing);
    const many = 12;
    for (let count = 0; count < many; count++)
      expect((await mailing.server.client.post("/auth/account/reset_password", { email })).status).toBe(204);
    expect(await mailsTo(mailing, email)).toHaveLength(many);
  });

  describe(`verification by mail on ${engine}`, () => {
    let mailing: Mailing;
    beforeAll(async () => {
      mailing = await openMailing(engine);
    });
    afterAll(() => mailing[Symbol.asyncDispose]());

    const post = (path: string, body?: object) => mailing.server.client.post(path, body);
    const verify = (code: string) => post(`/auth/account/verify/${code}`);
    const login = (email: string) => post("/auth/session/login", { email, password });

    test("an account can log in once its address is verified", async () => {
      const email = newEmail();
      expect((await post("/auth/account/create", { email, password })).status).toBe(204);
      expectFailure(await login(email), 403, "UnverifiedAccount");
      const mail = await mailing.inbox.waitFor(email);
      expect(mail).toMatchObject({
        from: "Ermine <noreply@example.org>",
        subject: "Verify your e-mail address",
      });
      expect(await mailsTo(mailing, email)).toHaveLength(1);

      const code = /\/login\/verify\/(\S+)/.exec(mail.text)?.[1] ?? "";
      const { status, body } = await verify(code);
      expect(status).toBe(200);
      expect(body).toEqual({
        ticket: {
          _id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
          account_id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
          token: expect.stringMatching(/^[A-Za-z0-9_-]{64}$/),
          validated: false,
          authorised: true,
          last_totp_code: null,
        },
      });
      expect((await logIn(mailing.server, email)).id).toBe(body.ticket.account_id);
      expectFailure(await verify(code), 401, "InvalidToken");
    });

    test("the text and HTML versions of the mail have the same link", async () => {
      const { code } = await registerByMail(mailing);
      expect((await verify(code)).status).toBe(200);
    });

    test("invalid codes are refused", async () => {
      const { code } = await registerByMail(mailing);
      for (const other of ["unknown", code.slice(1), `${code}x`, code.toLowerCase(), "%00", "a%2Fb"]) {
        const { status } = await verify(other);
        expect([other, status]).toEqual([other, other === "%00" ? 400 : 401]);
      }
      expect((await verify(code)).status).toBe(200);
    });

    test("a code expires after seven days", async () => {
      const [early, late] = [await registerByMail(mailing), await registerByMail(mailing)];
      mailing.server.clock.advance(days(7) - hours(1));
      expect((await verify(early.code)).status).toBe(200);
      mailing.server.clock.advance(hours(1));
      expectFailure(await verify(late.code), 401, "InvalidToken");
      expectFailure(await login(late.email), 403, "UnverifiedAccount");
      await post("/auth/account/reverify", { email: late.email });
      expect((await verify(await waitForCode(mailing, late.email, "login/verify"))).status).toBe(200);
    });

    test("a new code invalidates the one before", async () => {
      const { email, code } = await registerByMail(mailing);
      const again = await post("/auth/account/reverify", { email: email.toUpperCase() });
      expect({ status: again.status, body: again.body }).toEqual({ status: 204, body: undefined });
      const second = await waitForCode(mailing, email, "login/verify");
      expectFailure(await verify(code), 401, "InvalidToken");
      expect((await verify(second)).status).toBe(200);
    });

    describe("an address that was registered more than once before it was verified", () => {
      const passwords = ["the victim's password", "the attacker's password"] as const;
      const loginWith = (email: string, secret: string) =>
        post("/auth/session/login", { email, password: secret });
      /** Registers twice, in two spellings, and returns the codes of both mails. */
      async function registerTwice() {
        const email = newEmail();
        const spelling = email.replace("@", "+attacker@");
        await post("/auth/account/create", { email, password: passwords[0] });
        const first = await waitForCode(mailing, email, "login/verify");
        await post("/auth/account/create", { email: spelling, password: passwords[1] });
        const second = await waitForCode(mailing, spelling, "login/verify");
        return { email, spelling, codes: [first, second] as const };
      }

      for (const index of [0, 1] as const) {
        test(`is verified by the code of mail ${index + 1}, which takes none of the passwords`, async () => {
          const { email, spelling, codes } = await registerTwice();
          for (const secret of passwords)
            expectFailure(await loginWith(email, secret), 401, "InvalidCredentials");
          const { status, body } = await verify(codes[index]);
          expect({ status, authorised: body.ticket.authorised }).toEqual({ status: 200, authorised: true });
          for (const secret of passwords)
            expectFailure(await loginWith(email, secret), 401, "InvalidCredentials");
          for (const code of codes) expectFailure(await verify(code), 401, "InvalidToken");
          const { token } = (await post("/auth/session/login", { mfa_ticket: body.ticket.token })).body;
          // Later mail goes where the followed mail went.
          const { body: account } = await mailing.server.client.get("/auth/account", { token });
          expect(account.email).toBe([email, spelling][index]);
        });
      }

      test("gets its password from the ticket of the verification", async () => {
        const { email, codes } = await registerTwice();
        const { ticket } = (await verify(codes[0])).body;
        const reset = (body: object) => mailing.server.client.patch("/auth/account/reset_password", body);
        expect((await reset({ token: ticket.token, password })).status).toBe(204);
        expect((await login(email)).body).toMatchObject({ result: "Success", user_id: ticket.account_id });
        expectFailure(
          await reset({ token: ticket.token, password: "a third password" }),
          401,
          "InvalidToken",
        );
      });

      test("gets its password from a reset by mail", async () => {
        const { email, codes } = await registerTwice();
        await verify(codes[0]);
        await post("/auth/account/reset_password", { email });
        const token = await waitForCode(mailing, email, "login/reset");
        await mailing.server.client.patch("/auth/account/reset_password", { token, password });
        expect((await login(email)).body.result).toBe("Success");
      });

      test("gets mails that say so", async () => {
        const { email, spelling, codes } = await registerTwice();
        expect((await mailsTo(mailing, email)).map(({ subject }) => subject)).toEqual([
          "Verify your e-mail address",
        ]);
        const again = "Your e-mail address was registered again";
        expect((await mailsTo(mailing, spelling)).map(({ subject }) => subject)).toEqual([again]);
        // A resend adds a code as well.
        await post("/auth/account/reverify", { email });
        expect((await mailsTo(mailing, spelling)).map(({ subject }) => subject)).toEqual([again, again]);
        expect((await verify(codes[0])).status).toBe(200);
      });
    });

    test("only the owner learns of a registration of a taken address", async () => {
      const { email, id } = await newVerifiedAccount(mailing);
      const spelling = email.replace("@", "+other@");
      const response = await post("/auth/account/create", { email: spelling, password: "somebody else's" });
      expect({ status: response.status, body: response.body }).toEqual({ status: 204, body: undefined });
      const mail = await mailing.inbox.waitFor(email, /already/);
      expect(await mailsTo(mailing, spelling)).toEqual([]);
      expect((await logIn(mailing.server, email)).id).toBe(id);
      // The mail allows a password reset.
      const token = /\/login\/reset\/(\S+)/.exec(mail.text)?.[1];
      expect(
        (await mailing.server.client.patch("/auth/account/reset_password", { token, password })).status,
      ).toBe(204);
    });

    test("a resend sends the reset mail for a verified account, and no mail for an unknown one", async () => {
      const { email } = await newVerifiedAccount(mailing);
      expect((await post("/auth/account/reverify", { email })).status).toBe(204);
      const token = await waitForCode(mailing, email, "login/reset");
      const reset = await mailing.server.client.patch("/auth/account/reset_password", { token, password });
      expect(reset.status).toBe(204);
      const stranger = newEmail();
      const unknown = await post("/auth/account/reverify", { email: stranger });
      expect({ status: unknown.status, body: unknown.body }).toEqual({ status: 204, body: undefined });
      expect(await mailsTo(mailing, stranger)).toEqual([]);
      expectFailure(await post("/auth/account/reverify", { email: "none" }), 400, "IncorrectData", {
        with: "email",
      });
      expectFailure(await post("/auth/account/reverify", {}), 400, "FailedValidation", {
        error: expect.any(String),
      });
    });

    test("a resend during a change of address sends nothing", async () => {
      const { email, token } = await newVerifiedAccount(mailing);
      const target = newEmail();
      const change = { email: target, current_password: password };
      await mailing.server.client.patch("/auth/account/change/email", change, { token });
      await waitForCode(mailing, target, "login/verify");
      for (const address of [email, target]) await post("/auth/account/reverify", { email: address });
      expect(await mailsTo(mailing, email)).toEqual([]);
      expect(await mailsTo(mailing, target)).toHaveLength(1);
    });

    test("one mailbox gets five mails of all kinds in an hour, and every request the same reply", async () => {
      const email = newEmail();
      const request = (path: string, body: object = {}) =>
        post(`/auth/account/${path}`, { email: email.replace("@", "+tag@"), ...body });
      expect((await request("create", { password })).status).toBe(204);
      expect((await request("create", { password })).status).toBe(204);
      const recipient = email.replace("@", "+tag@");
      const code = await waitForCode(mailing, recipient, "login/verify");
      expect((await verify(code)).status).toBe(200);
      for (const _ of [1, 2, 3, 4]) {
        for (const path of ["reset_password", "reverify"]) {
          const { status, body } = await request(path);
          expect({ status, body }).toEqual({ status: 204, body: undefined });
        }
      }
      expect((await request("create", { password })).status).toBe(204);
      const mails = await mailsTo(mailing, recipient);
      expect(mails).toHaveLength(5);
      // The code of the last mail that was sent still works.
      const last = mails.at(-1);
      const token = last && codeIn(last, "login/reset");
      const reset = await mailing.server.client.patch("/auth/account/reset_password", { token, password });
      expect(reset.status).toBe(204);
      mailing.server.clock.advance(hours(1));
      await request("reset_password");
      expect(await mailsTo(mailing, recipient)).toHaveLength(6);
    });

    test("a change of address whose mail is not sent changes nothing", async () => {
      const { token } = await newVerifiedAccount(mailing);
      const change = (email: string) =>
        mailing.server.client.patch(
          "/auth/account/change/email",
          { email, current_password: password },
          { token },
        );
      const [flooded, wanted] = [newEmail(), newEmail()];
      for (const _ of [1, 2, 3, 4, 5]) await change(flooded);
      await change(wanted);
      expect((await change(flooded)).status).toBe(204);
      expect(await mailsTo(mailing, flooded)).toHaveLength(5);
      expect((await verify(await waitForCode(mailing, wanted, "login/verify"))).status).toBe(200);
      expect((await mailing.server.client.get("/auth/account", { token })).body.email).toBe(wanted);
    });
  });
}
