import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { AccountsTables } from "../../../src/domains/accounts/tables.ts";
import {
  type Mailing,
  newVerifiedAccount,
  openMailing,
  waitForCode,
} from "../../support/accounts/mailing.ts";
import { newAccount, newEmail, password } from "../../support/accounts/people.ts";
import { nextCode, totpCode, turnOnTotp, wrongCode } from "../../support/accounts/second-factor.ts";
import type { CallOptions } from "../../support/http/client.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { preferPostgres } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { hours, seconds } from "../../support/server/test-clock.ts";

const config = { trusted_proxies: ["127.0.0.1"] };
const from = (address: string): CallOptions => ({ headers: { "x-forwarded-for": address } });

for (const engine of preferPostgres) {
  describe(`lockout on ${engine}`, () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await openServer(engine, { config });
    });
    afterAll(() => server[Symbol.asyncDispose]());

    const attempt = (email: string, secret: string, options?: CallOptions) =>
      server.client.post("/auth/session/login", { email, password: secret }, options);
    const guess = async (email: string, options?: CallOptions) =>
      outcome(await attempt(email, "not the password", options));
    const loginOutcome = async (email: string, options?: CallOptions) =>
      outcome(await attempt(email, password, options));
    const guessTimes = async (count: number, email: string, options?: CallOptions) => {
      for (let made = 0; made < count; made++)
        expect(await guess(email, options)).toBe("401 InvalidCredentials");
    };

    test("three wrong passwords lock for a minute, a fourth for five, each further one for an hour", async () => {
      const { email } = await newAccount(server);
      await guessTimes(3, email);
      for (const lock of [60, 300, 3600, 3600, 3600]) {
        await guessTimes(1, email);
        server.clock.advance(seconds(lock - 10));
        expect(await loginOutcome(email)).toBe("403 LockedOut");
        server.clock.advance(seconds(10));
        await guessTimes(1, email);
      }
    });

    test("the correct password resets the count", async () => {
      const { email } = await newAccount(server);
      await guessTimes(3, email);
      server.clock.advance(seconds(60));
      expect(await loginOutcome(email)).toBe("200");
      await guessTimes(2, email);
      expect(await loginOutcome(email)).toBe("200");
      await guessTimes(3, email);
      expectFailure(await attempt(email, password), 403, "LockedOut");
      server.clock.advance(seconds(60));
      expect(await loginOutcome(email)).toBe("200");
    });

    test("a wrong password gets the same replies as an unknown address, before and during a lockout", async () => {
      const { email } = await newAccount(server);
      for (const address of [email, newEmail()]) {
        await guessTimes(8, address);
        expectFailure(await attempt(address, "short"), 400, "ShortPassword");
        expectFailure(await attempt(address, "12345678"), 400, "CompromisedPassword");
      }
    });

    test("violations of the password rules come first and do not count", async () => {
      const { email } = await newAccount(server);
      for (const _ of [1, 2, 3, 4]) expectFailure(await attempt(email, "short"), 400, "ShortPassword");
      await guessTimes(2, email);
      expectFailure(await attempt(email, "short"), 400, "ShortPassword");
      expectFailure(await attempt(email, "12345678"), 400, "CompromisedPassword");
      expect(await loginOutcome(email)).toBe("200");
    });

    test("attempts during a lockout neither count nor prolong it", async () => {
      const { email } = await newAccount(server);
      await guessTimes(8, email);
      expect(await loginOutcome(email)).toBe("403 LockedOut");
      server.clock.advance(seconds(60));
      expect(await loginOutcome(email)).toBe("200");
    });

    test("a lockout tells ten attempts whether they were right, so that further guessing learns nothing", async () => {
      const { email } = await newAccount(server);
      await guessTimes(3 + 9, email);
      expect(await loginOutcome(email)).toBe("403 LockedOut");
      for (const _ of [1, 2]) expect(await loginOutcome(email)).toBe("401 InvalidCredentials");
      server.clock.advance(seconds(60));
      expect(await loginOutcome(email)).toBe("200");
    });

    test("affects only logins to the account, not other accounts or open sessions", async () => {
      const [one, two] = [await newAccount(server), await newAccount(server)];
      await guessTimes(3, one.email);
      expect(await loginOutcome(two.email)).toBe("200");
      expect((await server.client.get("/auth/account", { token: one.token })).status).toBe(200);
      expect((await server.client.put("/auth/mfa/ticket", { password }, { token: one.token })).status).toBe(
        200,
      );
    });

    test("a stranger locks out the own network alone, for IPv6 the /64", async () => {
      const { email } = await newAccount(server);
      const networks = [
        { stranger: "203.0.113.9", same: "203.0.113.9", owner: "203.0.113.10" },
        { stranger: "2001:db8:1:1::1", same: "2001:db8:1:1:ffff::2", owner: "2001:db8:1:2::1" },
      ];
      for (const { stranger, same, owner } of networks) {
        await guessTimes(6, email, from(stranger));
        expect(await loginOutcome(email, from(same))).toBe("403 LockedOut");
        expect(await loginOutcome(email, from(owner))).toBe("200");
        // The owner's login does not lift the stranger's lockout.
        expect(await loginOutcome(email, from(stranger))).toBe("403 LockedOut");
      }
    });

    test("a device with a session of the account is locked out by its own failures alone", async () => {
      const [person, other] = [await newAccount(server), await newAccount(server)];
      const { email, token } = person;
      await guessTimes(3, email);
      expect(await loginOutcome(email, { token: other.token })).toBe("403 LockedOut");
      expect(await loginOutcome(email, { token })).toBe("200");
      await guessTimes(3, email, { token });
      expect(await loginOutcome(email, { token })).toBe("403 LockedOut");
    });

    test("a code of the second factor that was used already is refused and does not count", async () => {
      const person = await newAccount(server);
      const { email, token } = person;
      const secret = await turnOnTotp(server, person);
      const used = { totp_code: totpCode(secret, server.clock.now()) };
      const begin = async (): Promise<string> => (await attempt(email, password)).body.ticket;
      const respond = (mfa_ticket: string, mfa_response: object) =>
        server.client.post("/auth/session/login", { mfa_ticket, mfa_response });
      const patient = await begin();
      for (let made = 0; made < 6; made++) {
        expectFailure(await server.client.put("/auth/mfa/totp", used, { token }), 401, "InvalidToken");
        expectFailure(await server.client.put("/auth/mfa/ticket", used, { token }), 401, "InvalidToken");
        expectFailure(await respond(patient, used), 401, "InvalidToken");
      }
      const next = { totp_code: nextCode(server, secret) };
      const clicks = [1, 2, 3, 4].map(() => server.client.put("/auth/mfa/ticket", next, { token }));
      const refused = Array(3).fill("401 InvalidToken");
      expect((await Promise.all(clicks)).map(outcome).sort()).toEqual(["200", ...refused]);
      expect(outcome(await respond(patient, { totp_code: nextCode(server, secret) }))).toBe("200");

      // Wrong codes still count, between replays too.
      const wrong = { totp_code: wrongCode(secret, server.clock.now()) };
      for (const code of [wrong, next, wrong, next, wrong])
        expectFailure(await server.client.put("/auth/mfa/ticket", code, { token }), 401, "InvalidToken");
      const right = { totp_code: nextCode(server, secret) };
      expectFailure(await server.client.put("/auth/mfa/ticket", right, { token }), 403, "LockedOut");
    });

    test("wrong proofs for a ticket, a new password and a new address count", async () => {
      const calls = [
        (token: string) => server.client.put("/auth/mfa/ticket", { password: "not the password" }, { token }),
        (token: string) =>
          server.client.patch(
            "/auth/account/change/password",
            { password: "another password", current_password: "not the password" },
            { token },
          ),
        (token: string) =>
          server.client.patch(
            "/auth/account/change/email",
            { email: newEmail(), current_password: "not the password" },
            { token },
          ),
      ];
      for (const call of calls) {
        const { email, token } = await newAccount(server);
        for (const _ of [1, 2, 3]) expectFailure(await call(token), 401, "InvalidCredentials");
        const proof = await server.client.put("/auth/mfa/ticket", { password }, { token });
        expectFailure(proof, 403, "LockedOut");
        expect(await loginOutcome(email)).toBe("403 LockedOut");
        server.clock.advance(seconds(60));
        expect(await loginOutcome(email)).toBe("200");
      }
    });

    test("wrong second factors count, and only a whole login resets the count", async () => {
      const person = await newAccount(server);
      const { email } = person;
      const secret = await turnOnTotp(server, person);
      const newTicket = async () => (await attempt(email, password)).body.ticket as string;
      const respond = (mfa_ticket: string, totp_code: string) =>
        server.client.post("/auth/session/login", { mfa_ticket, mfa_response: { totp_code } });
      const wrong = () => wrongCode(secret, server.clock.now());
      let ticket = "";
      for (const _ of [1, 2, 3]) {
        ticket = await newTicket();
        expectFailure(await respond(ticket, wrong()), 401, "InvalidToken");
      }
      expect(await loginOutcome(email)).toBe("403 LockedOut");
      const code = nextCode(server, secret);
      expectFailure(await respond(ticket, code), 403, "LockedOut");
      server.clock.advance(seconds(30));
      // The refused code was not used up; it is that of the step before.
      expect(outcome(await respond(ticket, code))).toBe("200");
      ticket = await newTicket();
      for (const _ of [1, 2]) expectFailure(await respond(ticket, wrong()), 401, "InvalidToken");
      expect(outcome(await respond(ticket, nextCode(server, secret)))).toBe("200");
    });

    test("wrong second factors of an unvalidated ticket count", async () => {
      const person = await newAccount(server);
      const secret = await turnOnTotp(server, person);
      for (const _ of [1, 2, 3]) {
        const { ticket } = (await attempt(person.email, password)).body;
        const code = { totp_code: wrongCode(secret, server.clock.now()) };
        expectFailure(await server.client.put("/auth/mfa/ticket", code, { ticket }), 401, "InvalidToken");
      }
      expect(await loginOutcome(person.email)).toBe("403 LockedOut");
    });

    test("lockouts are deleted a day after the last attempt", async () => {
      const { email } = await newAccount(server);
      const { store } = server.running;
      const countLockouts = async () =>
        (await store.read((db) => db.sql<AccountsTables>().selectFrom("lockouts").selectAll().execute()))
          .length;
      await guessTimes(3, email);
      server.clock.advance(hours(23));
      await server.drain();
      expect(await countLockouts()).toBeGreaterThan(0);
      server.clock.advance(hours(1));
      await server.drain();
      expect(await countLockouts()).toBe(0);
    });

    test("of thirty concurrent guesses, three count", async () => {
      const { email } = await newAccount(server);
      const outcomes = await Promise.all(Array.from({ length: 30 }, () => guess(email)));
      expect(outcomes).toEqual(Array(30).fill("401 InvalidCredentials"));
      // If fewer had counted, there would be no lockout; if more, it would last longer.
      server.clock.advance(seconds(30));
      expect(await loginOutcome(email)).toBe("401 InvalidCredentials");
      server.clock.advance(seconds(30));
      expect(await loginOutcome(email)).toBe("200");
    });

    test("of many concurrent attempts, the correct one succeeds or is locked out", async () => {
      const { email } = await newAccount(server);
      const secrets = ["wrong pass 1", "wrong pass 2", password, "wrong pass 3", "wrong pass 4"];
      const outcomes = (await Promise.all(secrets.map((secret) => attempt(email, secret)))).map(outcome);
      expect(["200", "403 LockedOut"]).toContain(outcomes[2] ?? "");
      for (const result of outcomes.toSpliced(2, 1)) expect(result).toBe("401 InvalidCredentials");
    });
  });

  describe(`lockout with mail on ${engine}`, () => {
    let mailing: Mailing;
    beforeAll(async () => {
      mailing = await openMailing(engine);
    });
    afterAll(() => mailing[Symbol.asyncDispose]());

    test("a mailed link lets the owner in", async () => {
      const { client } = mailing.server;
      const { email } = await newVerifiedAccount(mailing);
      const login = async (secret: string) =>
        outcome(await client.post("/auth/session/login", { email, password: secret }));
      for (const _ of [1, 2, 3]) await login("not the password");
      expect(await login(password)).toBe("403 LockedOut");
      await client.post("/auth/account/reset_password", { email });
      const token = await waitForCode(mailing, email, "login/reset");
      await client.patch("/auth/account/reset_password", { token, password: "quite another password" });
      expect(await login("quite another password")).toBe("200");
    });
  });
}
