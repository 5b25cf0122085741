import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { requireAccount, updateAccount } from "../../../src/domains/accounts/store/accounts.ts";
import {
  type Mailing,
  mailsTo,
  newVerifiedAccount,
  openMailing,
  waitForCode,
} from "../../support/accounts/mailing.ts";
import { newEmail, newTicket, password } from "../../support/accounts/people.ts";
import { newRecoveryCodes, totpCode, turnOnTotp } from "../../support/accounts/second-factor.ts";
import { storedText } from "../../support/database/stored-text.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { allowLoggedErrors } from "../../support/log/test-log.ts";
import { preferPostgres } from "../../support/run/thorough.ts";
import type { TestServer } from "../../support/server/server.ts";
import { seconds } from "../../support/server/test-clock.ts";

for (const engine of preferPostgres) {
  describe(`a copy of the database on ${engine}`, () => {
    let mailing: Mailing;
    let server: TestServer;
    beforeAll(async () => {
      mailing = await openMailing(engine);
      server = mailing.server;
    });
    afterAll(() => mailing[Symbol.asyncDispose]());

    async function expectUnreadable(secrets: readonly string[]): Promise<void> {
      const text = await storedText(server);
      for (const secret of secrets) {
        expect(secret.length).toBeGreaterThan(10);
        expect(text.includes(secret)).toBe(false);
        for (const encoding of ["base64url", "base64", "hex"] as const) {
          expect(text.includes(Buffer.from(secret).toString(encoding))).toBe(false);
        }
      }
    }

    test("contains addresses, which shows that the search works", async () => {
      const { email, id, sessionId } = await newVerifiedAccount(mailing);
      const text = await storedText(server);
      for (const stored of [email, id, sessionId]) expect(text.includes(stored)).toBe(true);
    });

    test("contains no session token, ticket or password", async () => {
      const person = await newVerifiedAccount(mailing);
      const ticket = await newTicket(server, person);
      await expectUnreadable([person.token, ticket, password]);
    });

    test("contains no TOTP secret and no recovery code, before or after they take effect", async () => {
      const person = await newVerifiedAccount(mailing);
      const codes = await newRecoveryCodes(server, person, await newTicket(server, person));
      const generated = await server.client.post(
        "/auth/mfa/totp",
        {},
        { token: person.token, ticket: await newTicket(server, person) },
      );
      const { secret } = generated.body;
      await expectUnreadable([secret, ...codes]);
      const code = { totp_code: totpCode(secret, server.clock.now()) };
      expect((await server.client.put("/auth/mfa/totp", code, { token: person.token })).status).toBe(204);
      await expectUnreadable([secret, ...codes]);
      const login = await server.client.post("/auth/session/login", { email: person.email, password });
      await expectUnreadable([login.body.ticket]);
    });

    test("has sealed values that do not open in the row of another account", async () => {
      allowLoggedErrors(/a request failed/);
      const [one, two] = [await newVerifiedAccount(mailing), await newVerifiedAccount(mailing)];
      const [code = ""] = await newRecoveryCodes(server, one, await newTicket(server, one));
      const secret = await turnOnTotp(server, one);
      await newRecoveryCodes(server, two, await newTicket(server, two));
      await turnOnTotp(server, two);
      const proofs = [{ totp_code: totpCode(secret, server.clock.now()) }, { recovery_code: code }];
      const prove = (body: object) => server.client.put("/auth/mfa/ticket", body, { token: two.token });
      for (const body of proofs) expectFailure(await prove(body), 401, "InvalidToken");
      await server.running.store.write(async (tx) => {
        const { totp_secret_sealed, recovery_codes_sealed } = await requireAccount(tx, one.id);
        await updateAccount(tx, two.id, { totp_secret_sealed, recovery_codes_sealed });
      });
      for (const body of proofs) expectFailure(await prove(body), 500, "InternalError");
    });

    test("contains no mailed code, before or after the mail is sent", async () => {
      const person = await newVerifiedAccount(mailing);
      const { token, email } = person;
      const [fresh, moved] = [newEmail(), newEmail()];
      const { client, clock } = server;
      const ticket = await newTicket(server, person);
      await server.drain();
      mailing.inbox.refuseNext(4);
      await client.post("/auth/account/create", { email: fresh, password });
      await client.post("/auth/account/reset_password", { email });
      await client.post("/auth/account/delete", {}, { token, ticket });
      await client.patch(
        "/auth/account/change/email",
        { email: moved, current_password: password },
        { token },
      );
      expect(await mailsTo(mailing, fresh)).toEqual([]);
      const waiting = await storedText(server);
      expect(waiting.includes("send_mail")).toBe(true);

      clock.advance(seconds(5));
      await server.drain();
      const codes = [
        await waitForCode(mailing, fresh, "login/verify"),
        await waitForCode(mailing, email, "login/reset"),
        await waitForCode(mailing, email, "delete"),
        await waitForCode(mailing, moved, "login/verify"),
      ];
      expect(codes.filter((code) => waiting.includes(code))).toEqual([]);
      await expectUnreadable(codes);
      for (const code of [codes[0], codes[3]]) {
        expect((await client.post(`/auth/account/verify/${code}`)).status).toBe(200);
      }
    });
  });
}
