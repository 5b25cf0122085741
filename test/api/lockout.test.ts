import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { engines } from "../support/engines.ts";
import { expectFailure, outcome } from "../support/expect-failure.ts";
import { newAccount, password } from "../support/people.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { seconds } from "../support/test-clock.ts";

for (const engine of engines) {
  describe(`lockout on ${engine}`, () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await openServer(engine);
    });
    afterAll(() => server[Symbol.asyncDispose]());

    const attempt = (email: string, secret: string) =>
      server.client.post("/auth/session/login", { email, password: secret });
    const guess = async (email: string) => outcome(await attempt(email, "not the password"));
    const loginOutcome = async (email: string) => outcome(await attempt(email, password));

    test("three wrong passwords lock for a minute, a fourth for five, each further one for an hour", async () => {
      const { email } = await newAccount(server);
      for (const _ of [1, 2, 3]) expect(await guess(email)).toBe("401 InvalidCredentials");
      for (const lock of [60, 300, 3600, 3600, 3600]) {
        expect(await guess(email)).toBe("403 LockedOut");
        server.clock.advance(seconds(lock - 10));
        expect(await loginOutcome(email)).toBe("403 LockedOut");
        server.clock.advance(seconds(10));
        expect(await guess(email)).toBe("401 InvalidCredentials");
      }
    });

    test("the correct password resets the count", async () => {
      const { email } = await newAccount(server);
      for (const _ of [1, 2, 3]) await guess(email);
      server.clock.advance(seconds(60));
      expect(await loginOutcome(email)).toBe("200");
      for (const _ of [1, 2]) expect(await guess(email)).toBe("401 InvalidCredentials");
      expect(await loginOutcome(email)).toBe("200");
      for (const _ of [1, 2, 3]) expect(await guess(email)).toBe("401 InvalidCredentials");
      expectFailure(await attempt(email, password), 403, "LockedOut");
      server.clock.advance(seconds(60));
      expect(await loginOutcome(email)).toBe("200");
    });

    test("violations of the password rules come first and do not count", async () => {
      const { email } = await newAccount(server);
      for (const _ of [1, 2, 3, 4]) expectFailure(await attempt(email, "short"), 400, "ShortPassword");
      for (const _ of [1, 2, 3]) expect(await guess(email)).toBe("401 InvalidCredentials");
      expectFailure(await attempt(email, "short"), 400, "ShortPassword");
      expectFailure(await attempt(email, "12345678"), 400, "CompromisedPassword");
      expect(await guess(email)).toBe("403 LockedOut");
    });

    test("attempts during a lockout neither count nor prolong it", async () => {
      const { email } = await newAccount(server);
      for (const _ of [1, 2, 3]) await guess(email);
      for (const _ of [1, 2, 3, 4, 5]) expect(await guess(email)).toBe("403 LockedOut");
      server.clock.advance(seconds(60));
      expect(await loginOutcome(email)).toBe("200");
    });

    test("affects only logins to the account, not other accounts or open sessions", async () => {
      const [one, two] = [await newAccount(server), await newAccount(server)];
      for (const _ of [1, 2, 3]) await guess(one.email);
      expect(await loginOutcome(two.email)).toBe("200");
      expect((await server.client.get("/auth/account", { token: one.token })).status).toBe(200);
      expect((await server.client.put("/auth/mfa/ticket", { password }, { token: one.token })).status).toBe(
        200,
      );
    });

    test("of thirty concurrent guesses, three are checked", async () => {
      const { email } = await newAccount(server);
      const outcomes = await Promise.all(Array.from({ length: 30 }, () => guess(email)));
      expect(outcomes.sort()).toEqual([
        ...Array(3).fill("401 InvalidCredentials"),
        ...Array(27).fill("403 LockedOut"),
      ]);
      // If more of them had counted, the lockout would last an hour.
      server.clock.advance(seconds(60));
      expect(await loginOutcome(email)).toBe("200");
    });

    test("of many concurrent attempts, the correct one succeeds or is locked out", async () => {
      const { email } = await newAccount(server);
      const secrets = ["wrong pass 1", "wrong pass 2", password, "wrong pass 3", "wrong pass 4"];
      const outcomes = (await Promise.all(secrets.map((secret) => attempt(email, secret)))).map(outcome);
      expect(["200", "403 LockedOut"]).toContain(outcomes[2] ?? "");
      for (const result of outcomes.toSpliced(2, 1))
        expect(["401 InvalidCredentials", "403 LockedOut"]).toContain(result);
    });
  });
}
