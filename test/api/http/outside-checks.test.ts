import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { logIn, newAccount, newEmail, password } from "../../support/accounts/people.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { openHttpStub, unreachableUrl } from "../../support/http/http-stub.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";

const leaked = "qwertyuiop";

async function register({ client }: TestServer, secret = password) {
  const email = newEmail();
  return { email, response: await client.post("/auth/account/create", { email, password: secret }) };
}

for (const engine of anyEngine) {
  describe(`the abuse filter on ${engine}`, () => {
    test("receives the e-mail address and IP, and can refuse them", async () => {
      await using shield = openHttpStub(() => ({ blocked: true }));
      await using server = await openServer(engine, {
        config: { accounts: { shield_url: `${shield.url}/validate`, shield_key: "the key" } },
      });
      const refused = await register(server);
      expectFailure(refused.response, 400, "BlockedByShield");
      expect(shield.requests).toEqual([
        { method: "POST", path: "/validate", authorization: "Bearer the key", body: expect.any(String) },
      ]);
      expect(JSON.parse(shield.requests[0]?.body ?? "")).toEqual({ email: refused.email, ip: "127.0.0.1" });

      shield.respondWith(() => ({ blocked: false }));
      const accepted = await register(server);
      expect(accepted.response.status).toBe(204);
      // Only registration uses it.
      const { token } = await logIn(server, accepted.email);
      await server.client.post("/auth/account/reverify", { email: accepted.email });
      await server.client.post("/auth/account/reset_password", { email: accepted.email });
      const change = { email: newEmail(), current_password: password };
      expect((await server.client.patch("/auth/account/change/email", change, { token })).status).toBe(204);
      expect(shield.requests).toHaveLength(2);
    });

    test("refuses no one while it is down or replies with nonsense", async () => {
      await using down = await openServer(engine, {
        config: { accounts: { shield_url: await unreachableUrl() } },
      });
      expect((await register(down)).response.status).toBe(204);

      await using shield = openHttpStub(() => "not JSON");
      await using server = await openServer(engine, { config: { accounts: { shield_url: shield.url } } });
      for (const reply of ["not JSON", null, [], { blocked: "yes" }]) {
        shield.respondWith(() => reply);
        expect((await register(server)).response.status).toBe(204);
      }
    });
  });

  describe(`the breach service on ${engine}`, () => {
    const sha1 = (text: string) => createHash("sha1").update(text).digest("hex").toUpperCase();

    test("receives a digest, and can accept a password", async () => {
      await using service = openHttpStub(() => ({ secure: true }));
      await using server = await openServer(engine, {
        config: { accounts: { breach_check_url: `${service.url}/check` } },
      });
      const { email, response } = await register(server, leaked);
      expect(response.status).toBe(204);
      expect(service.requests).toEqual([
        { method: "GET", path: `/check/${sha1(leaked)}`, authorization: null, body: "" },
      ]);
      const login = await server.client.post("/auth/session/login", { email, password: leaked });
      expect(login.body.result).toBe("Success");
      const change = { password: "12345678", current_password: leaked };
      const changed = await server.client.patch("/auth/account/change/password", change, {
        token: login.body.token,
      });
      expect(changed.status).toBe(204);
      expect(service.requests.map(({ path }) => path)).toEqual(
        [leaked, leaked, "12345678"].map((text) => `/check/${sha1(text)}`),
      );
      // The service cannot override the minimum length.
      expectFailure((await register(server, "short")).response, 400, "ShortPassword");
      expect(service.requests).toHaveLength(3);
    });

    test("leaves the decision to the built-in list otherwise", async () => {
      await using service = openHttpStub(() => ({ secure: false }));
      await using server = await openServer(engine, {
        config: { accounts: { breach_check_url: service.url } },
      });
      for (const reply of [{ secure: false }, {}, null, "not JSON", { secure: "true" }]) {
        service.respondWith(() => reply);
        expect(outcome((await register(server)).response)).toBe("204");
        expectFailure((await register(server, leaked)).response, 400, "CompromisedPassword");
      }
      await using down = await openServer(engine, {
        config: { accounts: { breach_check_url: await unreachableUrl() } },
      });
      await newAccount(down);
      expectFailure((await register(down, leaked)).response, 400, "CompromisedPassword");
    });
  });
}
