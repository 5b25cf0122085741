import { describe, expect, test } from "bun:test";
import { openInbox } from "../../support/accounts/inbox.ts";
import {
  codeIn,
  mailSettings,
  mailsTo,
  newVerifiedAccount,
  openMailing,
  waitForCode,
} from "../../support/accounts/mailing.ts";
import { logIn, newEmail, newTicket, password } from "../../support/accounts/people.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { newHome } from "../../support/server/engines.ts";
import { openServer } from "../../support/server/server.ts";
import { seconds } from "../../support/server/test-clock.ts";

for (const engine of anyEngine) {
  describe(`a failing mail server on ${engine}`, () => {
    for (const code of [451, 550]) {
      test(`a mail that is refused with ${code} is sent later, and the account is kept`, async () => {
        await using mailing = await openMailing(engine);
        const { server, inbox } = mailing;
        const email = newEmail();
        inbox.refuseNext(2, code);
        expect((await server.client.post("/auth/account/create", { email, password })).status).toBe(204);
        expect(await mailsTo(mailing, email)).toEqual([]);
        expectFailure(
          await server.client.post("/auth/session/login", { email, password }),
          403,
          "UnverifiedAccount",
        );

        server.clock.advance(seconds(5));
        expect(await mailsTo(mailing, email)).toEqual([]);
        server.clock.advance(seconds(10));
        const [mail, ...more] = await mailsTo(mailing, email);
        if (!mail) throw new Error("the mail did not come");
        expect(more).toEqual([]);
        const verified = await server.client.post(`/auth/account/verify/${codeIn(mail, "login/verify")}`);
        expect(verified.status).toBe(200);
        await logIn(server, email);
      });
    }

    test("requests for mail get the usual reply while the mail server refuses mail", async () => {
      await using mailing = await openMailing(engine);
      const { server, inbox } = mailing;
      const person = await newVerifiedAccount(mailing);
      const { token, email } = person;
      const newAddress = newEmail();
      const ticket = await newTicket(server, person);
      await server.drain();
      inbox.refuseNext(4);
      const responses = [
        await server.client.post("/auth/account/reverify", { email }),
        await server.client.post("/auth/account/reset_password", { email }),
        await server.client.post("/auth/account/delete", {}, { token, ticket }),
        await server.client.patch(
          "/auth/account/change/email",
          { email: newAddress, current_password: password },
          { token },
        ),
      ];
      expect(responses.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
      await server.drain();
      server.clock.advance(seconds(5));
      await server.drain();
      const deletion = await waitForCode(mailing, email, "delete");
      await waitForCode(mailing, email, "login/reset");
      await waitForCode(mailing, email, "login/reset");
      expect(
        (
          await server.client.post(
            `/auth/account/verify/${await waitForCode(mailing, newAddress, "login/verify")}`,
          )
        ).status,
      ).toBe(200);
      expect((await server.client.put("/auth/account/delete", { token: deletion })).status).toBe(204);
    });

    test("a mail is sent after a restart if the mail server was down", async () => {
      const home = await newHome(engine);
      const closedInbox = await openInbox();
      await closedInbox[Symbol.asyncDispose]();
      const before = await openServer(engine, { home, config: mailSettings(closedInbox.port) });
      const email = newEmail();
      expect((await before.client.post("/auth/account/create", { email, password })).status).toBe(204);
      await before.stop();

      const mailing = await openMailing(engine, { home });
      mailing.server.clock.advance(seconds(60));
      const [mail] = await mailsTo(mailing, email);
      if (!mail) throw new Error("the mail did not come");
      const { client } = mailing.server;
      expect((await client.post(`/auth/account/verify/${codeIn(mail, "login/verify")}`)).status).toBe(200);
      await logIn(mailing.server, email);
      await mailing[Symbol.asyncDispose]();
      home.remove();
    });
  });
}
