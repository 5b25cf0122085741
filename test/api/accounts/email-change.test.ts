import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { updateAccount } from "../../../src/domains/accounts/store/accounts.ts";
import {
  type Mailing,
  mailsTo,
  newVerifiedAccount,
  openMailing,
  registerAndLogIn,
  waitForCode,
} from "../../support/accounts/mailing.ts";
import { logIn, newAccount, newEmail, password } from "../../support/accounts/people.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { days, hours } from "../../support/server/test-clock.ts";
import { recordEvents } from "../../support/stream/record-events.ts";

function change({ client }: TestServer, token: string, email: string, current_password = password) {
  return client.patch("/auth/account/change/email", { email, current_password }, { token });
}

async function addressOf({ client }: TestServer, token: string): Promise<string> {
  return (await client.get("/auth/account", { token })).body.email;
}

function login({ client }: TestServer, email: string) {
  return client.post("/auth/session/login", { email, password });
}

for (const engine of anyEngine) {
  describe(`changing the address without mail on ${engine}`, () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await openServer(engine);
    });
    afterAll(() => server[Symbol.asyncDispose]());

    test("takes effect immediately, ends no session and emits no event", async () => {
      await using all = await recordEvents(server, "all");
      const { email, token, id } = await newAccount(server);
      const next = "New.Address@Example.org";
      const { status, body } = await change(server, token, next);
      expect({ status, body }).toEqual({ status: 204, body: undefined });
      expect(await addressOf(server, token)).toBe(next);
      expect((await login(server, "newaddress@example.org")).body.user_id).toBe(id);
      expectFailure(await login(server, email), 401, "InvalidCredentials");
      expect((await newAccount(server, email)).id).not.toBe(id);
      expect(all.received).toEqual([]);
    });

    test("checks the session, the body, the address and the password, in this order", async () => {
      const { token, email } = await newAccount(server);
      expectFailure(await change(server, "none", "x"), 401, "InvalidSession");
      const shapeless = await server.client.patch("/auth/account/change/email", { email }, { token });
      expectFailure(shapeless, 400, "FailedValidation", { error: expect.any(String) });
      expectFailure(await change(server, token, "x", "wrong"), 400, "IncorrectData", { with: "email" });
      expectFailure(await change(server, token, newEmail(), "wrong"), 401, "InvalidCredentials");
      expect(await addressOf(server, token)).toBe(email);
    });

    test("a taken address is refused, another spelling of the current one is not", async () => {
      const [one, two] = [await newAccount(server), await newAccount(server)];
      expectFailure(await change(server, one.token, two.email), 400, "OperationFailed");
      expectFailure(await change(server, one.token, two.email.replace("@", "+x@")), 400, "OperationFailed");
      expect(await addressOf(server, one.token)).toBe(one.email);
      const spelling = one.email.replace("@", "+mine@");
      expect((await change(server, one.token, spelling)).status).toBe(204);
      expect(await addressOf(server, one.token)).toBe(spelling);
    });

    test("of many concurrent changes to one address, one succeeds", async () => {
      const people = await Promise.all(Array.from({ length: 5 }, () => newAccount(server)));
      const target = newEmail();
      const responses = await Promise.all(people.map(({ token }) => change(server, token, target)));
      expect(responses.map(outcome).sort()).toEqual(["204", ...Array(4).fill("400 OperationFailed")]);
    });

    test("an account with an unverified first address cannot change it", async () => {
      const { token, id } = await newAccount(server);
      await server.running.store.write((tx) => updateAccount(tx, id, { verification: "pending" }));
      expectFailure(await change(server, token, newEmail(), "wrong"), 401, "InvalidCredentials");
      expectFailure(await change(server, token, newEmail()), 403, "UnverifiedAccount");
    });
  });

  describe(`changing the address by mail on ${engine}`, () => {
    let mailing: Mailing;
    let server: TestServer;
    beforeAll(async () => {
      mailing = await openMailing(engine);
      server = mailing.server;
    });
    afterAll(() => mailing[Symbol.asyncDispose]());
    const verify = (code: string) => server.client.post(`/auth/account/verify/${code}`);

    test("the old address stays until the new one is verified", async () => {
      const { email, token, id } = await newVerifiedAccount(mailing);
      const target = newEmail();
      expect((await change(server, token, target)).status).toBe(204);
      const code = await waitForCode(mailing, target, "login/verify");
      expect(await mailsTo(mailing, email)).toEqual([]);
      expect(await addressOf(server, token)).toBe(email);
      expect((await login(server, email)).body.user_id).toBe(id);
      expectFailure(await login(server, target), 401, "InvalidCredentials");

      const { status, body } = await verify(code);
      expect({ status, body }).toEqual({ status: 200, body: null });
      expect(await addressOf(server, token)).toBe(target);
      expect((await logIn(server, target)).id).toBe(id);
      expectFailure(await login(server, email), 401, "InvalidCredentials");
      expectFailure(await verify(code), 401, "InvalidToken");
      expect((await registerAndLogIn(mailing, email)).id).not.toBe(id);
    });

    test("a code expires after seven days, and a new one invalidates the one before", async () => {
      const { token, email } = await newVerifiedAccount(mailing);
      const [first, second] = [newEmail(), newEmail()];
      await change(server, token, first);
      const old = await waitForCode(mailing, first, "login/verify");
      await change(server, token, second);
      const code = await waitForCode(mailing, second, "login/verify");
      expectFailure(await verify(old), 401, "InvalidToken");
      server.clock.advance(days(7));
      expectFailure(await verify(code), 401, "InvalidToken");
      expect(await addressOf(server, token)).toBe(email);

      await change(server, token, second);
      server.clock.advance(days(7) - hours(1));
      expect((await verify(await waitForCode(mailing, second, "login/verify"))).body).toBe(null);
      expect(await addressOf(server, token)).toBe(second);
    });

    test("changing to a taken address gets the same reply, and only its owner learns of it", async () => {
      const [caller, owner] = [await newVerifiedAccount(mailing), await newVerifiedAccount(mailing)];
      const { status, body } = await change(server, caller.token, owner.email);
      expect({ status, body }).toEqual({ status: 204, body: undefined });
      await mailing.inbox.waitFor(owner.email, /already/);
      expect(await mailsTo(mailing, caller.email)).toEqual([]);
      expect(await addressOf(server, caller.token)).toBe(caller.email);
      expect((await logIn(server, owner.email)).id).toBe(owner.id);
    });

    test("an address that another account took meanwhile is refused", async () => {
      const caller = await newVerifiedAccount(mailing);
      const target = newEmail();
      await change(server, caller.token, target);
      const code = await waitForCode(mailing, target, "login/verify");
      const owner = await registerAndLogIn(mailing, target);
      expectFailure(await verify(code), 401, "InvalidToken");
      expect(await addressOf(server, caller.token)).toBe(caller.email);
      expect((await logIn(server, target)).id).toBe(owner.id);
    });
  });
}
