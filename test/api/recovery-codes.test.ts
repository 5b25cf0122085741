import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Client } from "../support/client.ts";
import { engines } from "../support/engines.ts";
import { expectFailure, outcome } from "../support/expect-failure.ts";
import { newAccount, newTicket, type Person, password } from "../support/people.ts";
import { newRecoveryCodes, newTotpTicket, turnOnTotp } from "../support/second-factor.ts";
import { openServer, type TestServer } from "../support/server.ts";

for (const engine of engines) {
  describe(`recovery codes on ${engine}`, () => {
    let server: TestServer;
    let client: Client;
    beforeAll(async () => {
      server = await openServer(engine);
      client = server.client;
    });
    afterAll(() => server[Symbol.asyncDispose]());

    const shown = async ({ token }: Person, ticket: string) =>
      client.post("/auth/mfa/recovery", {}, { token, ticket });
    const methods = async ({ token }: Person) => (await client.get("/auth/mfa/methods", { token })).body;
    const isActive = async ({ token }: Person) =>
      (await client.get("/auth/mfa", { token })).body.recovery_active;
    const prove = ({ token }: Person, recovery_code: string) =>
      client.put("/auth/mfa/ticket", { recovery_code }, { token });
    const login = (body: object) => client.post("/auth/session/login", body);

    /** Somebody with TOTP on and ten codes. */
    async function newGuarded(): Promise<{
      person: Person;
      secret: string;
      codes: [string, string, string, ...string[]];
    }> {
      const person = await newAccount(server);
      const codes = await newRecoveryCodes(server, person, await newTicket(server, person));
      const secret = await turnOnTotp(server, person);
      return { person, secret, codes: codes as [string, string, string, ...string[]] };
    }

    test("there are none at first; ten are made, and shown again on demand", async () => {
      const person = await newAccount(server);
      const none = await shown(person, await newTicket(server, person));
      expect({ status: none.status, body: none.body }).toEqual({ status: 200, body: [] });
      expect(await isActive(person)).toBe(false);

      const { token } = person;
      const made = await client.patch(
        "/auth/mfa/recovery",
        {},
        { token, ticket: await newTicket(server, person) },
      );
      expect(made.status).toBe(200);
      expect(made.body).toEqual(
        Array(10).fill(expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/)),
      );
      expect(new Set(made.body).size).toBe(10);
      expect((await shown(person, await newTicket(server, person))).body).toEqual(made.body);
      expect(await isActive(person)).toBe(true);
    });

    test("they serve only where TOTP is on", async () => {
      const person = await newAccount(server);
      const [code = ""] = await newRecoveryCodes(server, person, await newTicket(server, person));
      expect(await methods(person)).toEqual(["Password"]);
      expectFailure(await prove(person, code), 400, "DisallowedMFAMethod");
      expect((await login({ email: person.email, password })).body.result).toBe("Success");
      const secret = await turnOnTotp(server, person);
      expect(await methods(person)).toEqual(["Totp", "Recovery"]);
      expect((await shown(person, await newTotpTicket(server, person, secret))).body).toContain(code);
    });

    test("switching TOTP on makes none, and without any they are no method", async () => {
      const person = await newAccount(server);
      await turnOnTotp(server, person);
      expect(await isActive(person)).toBe(false);
      expect(await methods(person)).toEqual(["Totp"]);
      expectFailure(await prove(person, "00000-00000"), 400, "DisallowedMFAMethod");
    });

    test("each logs in once", async () => {
      const { person, secret, codes } = await newGuarded();
      const { body } = await login({ email: person.email, password });
      expect(body).toMatchObject({ result: "MFA", allowed_methods: ["Totp", "Recovery"] });
      const respond = (recovery_code: string) =>
        login({ mfa_ticket: body.ticket, mfa_response: { recovery_code } });
      expectFailure(await respond("00000-00000"), 401, "InvalidToken");
      expectFailure(await respond(`${codes[0]} `), 401, "InvalidToken");
      expect((await respond(codes[0])).body).toMatchObject({ result: "Success", user_id: person.id });
      expectFailure(await respond(codes[0]), 401, "InvalidToken");
      expect((await respond(codes[1])).body.result).toBe("Success");
      const left = await shown(person, await newTotpTicket(server, person, secret));
      expect(left.body).toEqual(codes.slice(2));
    });

    test("each makes one ticket", async () => {
      const { person, codes } = await newGuarded();
      expectFailure(await prove(person, "00000-00000"), 401, "InvalidToken");
      const { status, body } = await prove(person, codes[0]);
      expect({ status, validated: body.validated }).toEqual({ status: 200, validated: true });
      expectFailure(await prove(person, codes[0]), 401, "InvalidToken");
      expect((await shown(person, body.token)).body).toEqual(codes.slice(1));

      const answers = await Promise.all(Array.from({ length: 8 }, () => prove(person, codes[1])));
      expect(answers.map(outcome).sort()).toEqual(["200", ...Array(7).fill("401 InvalidToken")]);
      const different = await Promise.all(codes.slice(2).map((code) => prove(person, code)));
      expect(different.map(outcome)).toEqual(Array(8).fill("200"));
      expect(await isActive(person)).toBe(false);
      expect(await methods(person)).toEqual(["Totp"]);
    });

    test("new ones are the end of the old", async () => {
      const { person, secret, codes } = await newGuarded();
      const fresh = await newRecoveryCodes(server, person, await newTotpTicket(server, person, secret));
      expect(fresh).toHaveLength(10);
      expect(fresh.filter((code) => codes.includes(code))).toEqual([]);
      expectFailure(await prove(person, codes[0]), 401, "InvalidToken");
      expect((await prove(person, fresh[0] ?? "")).status).toBe(200);
    });

    test("one's codes are no use to another", async () => {
      const [one, two] = [await newGuarded(), await newGuarded()];
      expectFailure(await prove(two.person, one.codes[0]), 401, "InvalidToken");
      expect((await prove(one.person, one.codes[0])).status).toBe(200);
    });

    test("they are kept when TOTP goes off", async () => {
      const { person, secret, codes } = await newGuarded();
      const ticket = await newTotpTicket(server, person, secret);
      expect((await client.delete("/auth/mfa/totp", {}, { token: person.token, ticket })).status).toBe(204);
      expect(await isActive(person)).toBe(true);
      expect(await methods(person)).toEqual(["Password"]);
      expect((await shown(person, await newTicket(server, person))).body).toEqual(codes);
      await turnOnTotp(server, person);
      expect((await prove(person, codes[0])).status).toBe(200);
    });

    test("one of them switches TOTP off for who lost the device", async () => {
      const { person, codes } = await newGuarded();
      const { body } = await login({ email: person.email, password });
      const entered = await login({ mfa_ticket: body.ticket, mfa_response: { recovery_code: codes[0] } });
      const { token } = entered.body;
      const ticket = (await client.put("/auth/mfa/ticket", { recovery_code: codes[1] }, { token })).body
        .token;
      expect((await client.delete("/auth/mfa/totp", {}, { token, ticket })).status).toBe(204);
      expect((await login({ email: person.email, password })).body.result).toBe("Success");
    });
  });
}
