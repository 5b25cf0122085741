import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import type { SystemTables } from "../../../src/store/system-tables.ts";
import {
  type Mailing,
  newVerifiedAccount,
  openMailing,
  registerByMail,
} from "../../support/accounts/mailing.ts";
import { newEmail } from "../../support/accounts/people.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";

for (const engine of anyEngine) {
  describe(`a request about an address without an account on ${engine}`, () => {
    let mailing: Mailing;
    beforeAll(async () => {
      mailing = await openMailing(engine);
    });
    afterAll(() => mailing[Symbol.asyncDispose]());

    /** The rows that stand in for the row of an account. */
    const readDecoys = () =>
      mailing.server.running.store.read((db) =>
        db.sql<SystemTables>().selectFrom("meta").selectAll().where("key", "like", "decoy:%").execute(),
      );
    /** How many passwords the server hashes and whether it writes a decoy row during the call. */
    async function observe(call: () => Promise<unknown>) {
      const before = await readDecoys();
      using verify = spyOn(Bun.password, "verify");
      await call();
      const decoyWritten = !Bun.deepEquals(before, await readDecoys());
      return { passwordsVerified: verify.mock.calls.length, decoyWritten };
    }
    const post = (path: string, body: object) => mailing.server.client.post(path, body);

    test("verifies a password at login, and writes as often as for a wrong password", async () => {
      const { email } = await newVerifiedAccount(mailing);
      const pending = await registerByMail(mailing);
      // An account that was registered twice has no password.
      await post("/auth/account/create", { email: pending.email, password: "another password" });
      const logIn = (address: string) => async () =>
        expectFailure(
          await post("/auth/session/login", { email: address, password: "not the password" }),
          401,
          "InvalidCredentials",
        );
      for (const address of [email, pending.email])
        expect(await observe(logIn(address))).toEqual({ passwordsVerified: 1, decoyWritten: false });
      expect(await observe(logIn(newEmail()))).toEqual({ passwordsVerified: 1, decoyWritten: true });
    });

    for (const path of ["reset_password", "reverify"]) {
      test(`writes at ${path}, as for an account`, async () => {
        const { email } = await newVerifiedAccount(mailing);
        const request = (address: string) => async () =>
          expect((await post(`/auth/account/${path}`, { email: address })).status).toBe(204);
        expect((await observe(request(email))).decoyWritten).toBe(false);
        expect((await observe(request(newEmail()))).decoyWritten).toBe(true);
      });
    }
  });
}
