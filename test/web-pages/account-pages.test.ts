import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  type Mailing,
  moveAddress,
  newVerifiedAccount,
  openMailing,
  registerByMail,
  waitForCode,
} from "../support/accounts/mailing.ts";
import { logIn, newTicket, password } from "../support/accounts/people.ts";
import { anyEngine } from "../support/run/thorough.ts";

const other = "quite another password";

for (const engine of anyEngine) {
  describe(`the pages that mails lead to, on ${engine}`, () => {
    let mailing: Mailing;
    beforeAll(async () => {
      mailing = await openMailing(engine, { config: { web: { enabled: false } } });
    });
    afterAll(() => mailing[Symbol.asyncDispose]());

    const read = async (response: Response) => {
      const text = await response.text();
      expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(response.headers.get("content-security-policy")).toContain(
        "default-src 'none'; style-src 'sha256-",
      );
      expect(response.headers.get("content-security-policy")).toContain("form-action 'self'");
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(text).not.toMatch(/<script|onclick|javascript:/i);
      return { status: response.status, text };
    };
    const open = async (path: string) => read(await fetch(mailing.server.url + path));
    const submit = async (path: string, fields: Record<string, string> = {}) =>
      read(await fetch(mailing.server.url + path, { method: "POST", body: new URLSearchParams(fields) }));
    const login = (email: string, secret = password) =>
      mailing.server.client.post("/auth/session/login", { email, password: secret });
    const requestReset = async (email: string) => {
      await mailing.server.client.post("/auth/account/reset_password", { email });
      return waitForCode(mailing, email, "login/reset");
    };
    const unknown = "x".repeat(32);

    test("verify an address by their form, and not by being opened", async () => {
      const { email, code } = await registerByMail(mailing);
      const { status, text } = await open(`/login/verify/${code}`);
      expect(status).toBe(200);
      expect(text).toContain('<form method="post">');
      await fetch(`${mailing.server.url}/login/verify/${code}`, { method: "HEAD" });
      expect((await login(email)).body.type).toBe("UnverifiedAccount");
      const done = await submit(`/login/verify/${code}`);
      expect(done.status).toBe(200);
      expect(done.text).toContain("Your address is verified");
      expect((await login(email)).body.result).toBe("Success");
      const again = await submit(`/login/verify/${code}`);
      expect(again.status).toBe(401);
      expect(again.text).toContain("This link does not work");
    });

    test("set a new password that is entered twice", async () => {
      const { email, token } = await newVerifiedAccount(mailing);
      const path = `/login/reset/${await requestReset(email)}`;
      const { text } = await open(path);
      expect(text.match(/type="password"/g)).toHaveLength(2);
      const refusals: [Record<string, string>, number, string][] = [
        [{ password: other, repeated: "another" }, 400, "The two passwords differ"],
        [{ password: other }, 400, "The two passwords differ"],
        [{ password: "short", repeated: "short" }, 400, "This password is too short"],
        [{ password: "12345678", repeated: "12345678" }, 400, "known from leaks"],
        [{ password: "x".repeat(20_000), repeated: "x".repeat(20_000) }, 400, "password too long"],
      ];
      for (const [fields, status, words] of refusals) {
        const refused = await submit(path, fields);
        expect([refused.status, refused.text.includes(words)], words).toEqual([status, true]);
        expect(refused.text).toContain('<form method="post">');
      }
      expect((await login(email)).body.result).toBe("Success");
      const done = await submit(path, { password: other, repeated: other });
      expect([done.status, done.text.includes("Your password is changed")]).toEqual([200, true]);
      expect((await login(email, other)).body.result).toBe("Success");
      expect((await mailing.server.client.get("/auth/account", { token })).status).toBe(401);
      expect((await submit(path, { password: other, repeated: other })).status).toBe(401);
    });

    test("undo a change of the address with a new password, and not by being opened", async () => {
      const person = await newVerifiedAccount(mailing);
      const { email, undo } = await moveAddress(mailing, person);
      const path = `/login/undo/${undo}`;
      expect((await open(path)).text.match(/type="password"/g)).toHaveLength(2);
      expect((await login(email)).body.result).toBe("Success");
      expect((await submit(path, { password: other, repeated: password })).status).toBe(400);
      const done = await submit(path, { password: other, repeated: other });
      expect([done.status, done.text.includes("Your account has its old address")]).toEqual([200, true]);
      expect((await login(person.email, other)).body.user_id).toBe(person.id);
      expect((await submit(path, { password: other, repeated: other })).status).toBe(401);
    });

    test("say that another account has the address by now", async () => {
      const person = await newVerifiedAccount(mailing);
      const { undo } = await moveAddress(mailing, person);
      await newVerifiedAccount(mailing, person.email);
      const refused = await submit(`/login/undo/${undo}`, { password: other, repeated: other });
      expect(refused.text).toContain("Ask the operators of this server for help.");
    });

    test("delete an account by their form, and not by being opened", async () => {
      const person = await newVerifiedAccount(mailing);
      const ticket = await newTicket(mailing.server, person);
      await mailing.server.client.post("/auth/account/delete", {}, { token: person.token, ticket });
      const path = `/delete/${await waitForCode(mailing, person.email, "delete")}`;
      const { text } = await open(path);
      expect(text).toContain("deleted 7 days later");
      await logIn(mailing.server, person.email);
      const done = await submit(path);
      expect([done.status, done.text.includes("Your account is disabled")]).toEqual([200, true]);
      expect((await login(person.email)).body.result).toBe("Disabled");
    });

    test("refuse codes that were never sent, and show nothing of them", async () => {
      const hostile = encodeURIComponent("\"><img src=x onerror=alert(1)>/'&");
      for (const code of [unknown, hostile, "x".repeat(5_000)])
        for (const path of [
          `/login/verify/${code}`,
          `/login/reset/${code}`,
          `/login/undo/${code}`,
          `/delete/${code}`,
        ]) {
          expect((await open(path)).text).not.toContain("onerror");
          const { status, text } = await submit(path, { password: other, repeated: other });
          expect([400, 401]).toContain(status);
          expect(text).toContain('<p class="note error" role="alert">');
          expect(text).not.toContain("onerror");
        }
    });
  });
}

describe("the forms of these pages", () => {
  test("count like the calls that they make", async () => {
    await using mailing = await openMailing("sqlite", { config: { ratelimits: { enabled: true } } });
    const path = `${mailing.server.url}/login/verify/${"x".repeat(32)}`;
    const statuses: number[] = [];
    for (let count = 0; count < 4; count++) statuses.push((await fetch(path, { method: "POST" })).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
    const refused = await fetch(path, { method: "POST" });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.text()).toContain("Too many attempts. Try again in");
    // Reading costs nothing.
    for (let count = 0; count < 30; count++) expect((await fetch(path)).status).toBe(200);
    const call = await mailing.server.client.post("/auth/account/verify/x");
    expect(call.status).toBe(429);
  });

  test("count for the visitor behind a trusted proxy", async () => {
    const config = { ratelimits: { enabled: true }, trusted_proxies: ["127.0.0.1"] };
    await using mailing = await openMailing("sqlite", { config });
    const submit = (address: string) =>
      fetch(`${mailing.server.url}/login/verify/${"x".repeat(32)}`, {
        method: "POST",
        headers: { "x-forwarded-for": address },
      });
    for (let count = 0; count < 4; count++) await submit("203.0.113.1");
    expect((await submit("203.0.113.1")).status).toBe(429);
    expect((await submit("203.0.113.2")).status).toBe(401);
  });
});
