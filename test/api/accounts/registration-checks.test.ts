import { describe, expect, test } from "bun:test";
import { insertInvite } from "../../../src/domains/accounts/store/invites.ts";
import { logIn, newAccount, newEmail, password } from "../../support/accounts/people.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { openHttpStub } from "../../support/http/http-stub.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer } from "../../support/server/server.ts";

for (const engine of anyEngine) {
  describe(`checks of registration on ${engine}`, () => {
    test("run in this order: captcha, abuse filter, address, domain, password, invite", async () => {
      await using captcha = openHttpStub(({ body }) => ({ success: body.includes("response=right") }));
      await using shield = openHttpStub(({ body }) => ({ blocked: body.includes("bad.example") }));
      await using server = await openServer(engine, {
        config: {
          registration: "invite",
          captcha: { secret: "secret", verify_url: captcha.url },
          accounts: { shield_url: shield.url, blocked_mail_domains: ["blocked.example"] },
        },
      });
      await server.running.store.write((tx) =>
        insertInvite(tx, { code: "known", created_at: 0, max_uses: null }),
      );
      const attempt = async (body: object) => outcome(await server.client.post("/auth/account/create", body));

      let body: Record<string, string> = {
        email: "a space@bad.example",
        password: "short",
        captcha: "wrong",
      };
      expect(await attempt(body)).toBe("400 CaptchaFailed");
      body = { ...body, captcha: "right" };
      expect(await attempt(body)).toBe("400 BlockedByShield");
      body = { ...body, email: "a space@blocked.example" };
      expect(await attempt(body)).toBe("400 IncorrectData");
      body = { ...body, email: "somebody@blocked.example" };
      expect(await attempt(body)).toBe("401 DisallowedContactSupport");
      body = { ...body, email: newEmail() };
      expect(await attempt(body)).toBe("400 ShortPassword");
      body = { ...body, password: "12345678" };
      expect(await attempt(body)).toBe("400 CompromisedPassword");
      body = { ...body, password };
      expect(await attempt(body)).toBe("400 MissingInvite");
      body = { ...body, invite: "unknown" };
      expect(await attempt(body)).toBe("400 InvalidInvite");
      body = { ...body, invite: "known" };
      expect(await attempt(body)).toBe("204");
      // The shape of the body comes before all of them.
      expect(await attempt({ ...body, captcha: "wrong", email: 1 })).toBe("400 FailedValidation");
    });

    test("refuse blocked mail domains", async () => {
      await using server = await openServer(engine, {
        config: {
          accounts: {
            blocked_mail_domains: ["Blocked.Example", "gefängnis.example"],
            blocked_mail_note: "Ask us.",
          },
        },
      });
      const { client } = server;
      const person = await newAccount(server);
      const calls = [
        (email: string) => client.post("/auth/account/create", { email, password }),
        (email: string) => client.post("/auth/account/reverify", { email }),
        (email: string) => client.post("/auth/account/reset_password", { email }),
        (email: string) =>
          client.patch(
            "/auth/account/change/email",
            { email, current_password: password },
            { token: person.token },
          ),
      ];
      const blocked = [
        "one@blocked.example",
        "one@BLOCKED.EXAMPLE",
        "one@ｂlocked.example",
        "one@bloc\u00adked.example",
        "one@xn--gefngnis-2za.example",
      ];
      for (const call of calls) {
        for (const email of blocked) {
          expectFailure(await call(email), 401, "DisallowedContactSupport", { note: "Ask us." });
        }
        expectFailure(await call("one@"), 400, "IncorrectData", { with: "email" });
      }
      // Only the whole domain matches.
      for (const domain of ["sub.blocked.example", "notblocked.example", "blocked.example.com"]) {
        expect((await client.post("/auth/account/create", { email: `one@${domain}`, password })).status).toBe(
          204,
        );
      }
      expect((await logIn(server, person.email)).id).toBe(person.id);
    });
  });
}
