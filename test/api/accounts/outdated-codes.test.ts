import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { purgeIfDue } from "../../../src/domains/accounts/actions/purge-account.ts";
import { updateAccount } from "../../../src/domains/accounts/store/accounts.ts";
import {
  type Mailing,
  newVerifiedAccount,
  openMailing,
  waitForCode,
} from "../../support/accounts/mailing.ts";
import { logIn, newAccount, newEmail, newTicket, password } from "../../support/accounts/people.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer } from "../../support/server/server.ts";
import { days } from "../../support/server/test-clock.ts";

const other = "quite another password";

for (const engine of anyEngine) {
  describe(`outdated codes on ${engine}`, () => {
    let mailing: Mailing;
    beforeAll(async () => {
      mailing = await openMailing(engine);
    });
    afterAll(() => mailing[Symbol.asyncDispose]());

    const verify = (code: string) => mailing.server.client.post(`/auth/account/verify/${code}`);
    const confirm = (token: string) => mailing.server.client.put("/auth/account/delete", { token });
    const reset = (token: string) =>
      mailing.server.client.patch("/auth/account/reset_password", { token, password: other });
    async function resetCode(email: string): Promise<string> {
      await mailing.server.client.post("/auth/account/reset_password", { email });
      return waitForCode(mailing, email, "login/reset");
    }
    async function emailChangeCode(token: string, to: string): Promise<string> {
      const body = { email: to, current_password: password };
      expect((await mailing.server.client.patch("/auth/account/change/email", body, { token })).status).toBe(
        204,
      );
      return waitForCode(mailing, to, "login/verify");
    }

    test("a new password cancels a pending change of address", async () => {
      const { email, token } = await newVerifiedAccount(mailing);
      const stolen = await emailChangeCode(token, newEmail());
      expect((await reset(await resetCode(email))).status).toBe(204);
      expectFailure(await verify(stolen), 401, "InvalidToken");
      const body = { email, password: other };
      expect((await mailing.server.client.post("/auth/session/login", body)).body.result).toBe("Success");
    });

    test("a changed password cancels a requested deletion", async () => {
      const { email, token } = await newVerifiedAccount(mailing);
      const ticket = await newTicket(mailing.server, { token });
      expect((await mailing.server.client.post("/auth/account/delete", {}, { token, ticket })).status).toBe(
        204,
      );
      const stolen = await waitForCode(mailing, email, "delete");
      const body = { password: other, current_password: password };
      expect(
        (await mailing.server.client.patch("/auth/account/change/password", body, { token })).status,
      ).toBe(204);
      expectFailure(await confirm(stolen), 401, "InvalidToken");
    });

    test("a reset code sent to the old address does not work after a change of address", async () => {
      const { email, token } = await newVerifiedAccount(mailing);
      const old = await resetCode(email);
      const newAddress = newEmail();
      expect((await verify(await emailChangeCode(token, newAddress))).status).toBe(200);
      expectFailure(await reset(old), 401, "InvalidToken");
      expect((await logIn(mailing.server, newAddress)).email).toBe(newAddress);
    });
  });

  test(`a cancelled deletion is not carried out on ${engine}`, async () => {
    await using server = await openServer(engine);
    const { email, token, id } = await newAccount(server);
    const ticket = await newTicket(server, { token });
    await server.client.post("/auth/account/delete", {}, { token, ticket });
    server.clock.advance(days(8));
    // The operator enables the account after the job has read it and before it purges it.
    await server.running.store.write((tx) =>
      updateAccount(tx, id, { disabled: 0, deletion: null, deletion_time: null }),
    );
    await server.running.store.write((tx) => purgeIfDue(tx, id));
    expect((await logIn(server, email)).id).toBe(id);
  });
}
