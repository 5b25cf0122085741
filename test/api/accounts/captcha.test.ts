import { describe, expect, test } from "bun:test";
import { newEmail, password } from "../../support/accounts/people.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { openHttpStub, unreachableUrl } from "../../support/http/http-stub.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";

const guarded = ["/auth/account/create", "/auth/account/reverify", "/auth/account/reset_password"];

async function postAll({ client }: TestServer, captcha?: string | null) {
  const body = { email: newEmail(), password, captcha };
  return Promise.all(guarded.map((path) => client.post(path, body)));
}

for (const engine of anyEngine) {
  describe(`captcha on ${engine}`, () => {
    const settings = (verify_url: string) => ({
      config: { captcha: { secret: "the secret", site_key: "the key", verify_url } },
    });

    test("is required for registration and mail requests only", async () => {
      await using hcaptcha = openHttpStub(({ body }) => ({
        success: new URLSearchParams(body).get("response") === "right",
      }));
      await using server = await openServer(engine, settings(hcaptcha.url));

      for (const missing of [undefined, null, ""]) {
        for (const response of await postAll(server, missing)) expectFailure(response, 400, "CaptchaFailed");
      }
      expect(hcaptcha.requests).toEqual([]);

      for (const response of await postAll(server, "wrong")) expectFailure(response, 400, "CaptchaFailed");
      for (const response of await postAll(server, "right")) expect(response.status).toBe(204);
      expect(hcaptcha.requests).toHaveLength(6);
      for (const { method, body } of hcaptcha.requests) {
        expect(method).toBe("POST");
        expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
          secret: "the secret",
          sitekey: "the key",
          response: expect.stringMatching(/^(right|wrong)$/),
        });
      }

      const email = newEmail();
      await server.client.post("/auth/account/create", { email, password, captcha: "right" });
      const { body } = await server.client.post("/auth/session/login", { email, password });
      expect(body.result).toBe("Success");
    });

    test("is checked before the address", async () => {
      await using hcaptcha = openHttpStub(() => ({ success: true }));
      await using server = await openServer(engine, settings(hcaptcha.url));
      for (const path of guarded) {
        const body = { email: "nowhere", password };
        expectFailure(await server.client.post(path, body), 400, "CaptchaFailed");
        expectFailure(await server.client.post(path, { ...body, captcha: "x" }), 400, "IncorrectData", {
          with: "email",
        });
      }
    });

    test("refuses all requests while the service is down or replies with nonsense", async () => {
      await using down = await openServer(engine, settings(await unreachableUrl()));
      for (const response of await postAll(down, "right")) expectFailure(response, 400, "CaptchaFailed");

      await using odd = openHttpStub(() => "<html>");
      await using server = await openServer(engine, settings(odd.url));
      for (const reply of ["<html>", null, [], {}, { success: "true" }, { success: 1 }]) {
        odd.respondWith(() => reply);
        for (const response of await postAll(server, "right")) expectFailure(response, 400, "CaptchaFailed");
      }
    });

    test("is not required unless configured", async () => {
      await using hcaptcha = openHttpStub(() => ({ success: false }));
      await using server = await openServer(engine, { config: { captcha: { verify_url: hcaptcha.url } } });
      for (const response of await postAll(server, "anything")) expect(response.status).toBe(204);
      expect(hcaptcha.requests).toEqual([]);
    });
  });
}
