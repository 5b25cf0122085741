import { afterEach, beforeAll, expect, test } from "bun:test";
import { maxHeadLength } from "../../../src/protocol/schema.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { expectError } from "../../support/http/expect-error.ts";
import { rawRequest, sendRaw } from "../../support/http/raw-http.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";

describeServer("requests that are wrong,", anyEngine, (server) => {
  let person: Person;
  const call = (method: string, path: string, init: RequestInit = {}) =>
    fetch(`${server.url}/api${path}`, {
      ...init,
      method,
      headers: { "x-session-token": person.token, ...init.headers },
    });

  beforeAll(async () => {
    person = await newUser(server);
  });
  afterEach(async () => {
    expect((await call("GET", "/users/@me")).status).toBe(200);
  });

  test.each([
    "/nowhere",
    "/users/@me/nowhere",
    "/auth",
    "/constructor",
    "/__proto__",
    "/%zz",
    "/../etc/passwd",
    "/*",
  ])("no route %p", async (path) => {
    await expectError(await call("GET", path), 404, "NotFound");
  });

  test.each([
    ["POST", "/users/@me"],
    ["GET", "/auth/session/login"],
    ["PUT", "/auth/session/logout"],
    ["DELETE", "/"],
    ["PURGE", "/users/@me"],
    ["TRACE", "/users/@me"],
  ])("%s is not a method of %p", async (method, path) => {
    const response = await sendRaw(
      server,
      rawRequest(`${method} /api${path}`, { "X-Session-Token": person.token }),
    );
    const headers = Object.fromEntries(response.headers);
    await expectError(new Response(response.body, { status: response.status, headers }), 404, "NotFound");
  });

  test.each(["%zz", "%", "%E0%A4%A", "%ED%A0%80", "%C0%80", "%00", "a%00b"])(
    "a path with %p",
    async (text) => {
      const body = JSON.stringify({ friendly_name: "x" });
      await expectError(await call("PATCH", `/auth/session/${text}`, { body }), 400, "FailedValidation");
      await expectError(await call("DELETE", `/auth/session/${text}`), 400, "FailedValidation");
      await expectError(await call("POST", `/auth/account/verify/${text}`), 400, "FailedValidation");
      const byStranger = call("DELETE", `/auth/session/${text}`, {
        headers: { "x-session-token": "wrong" },
      });
      await expectError(await byStranger, 401, "InvalidSession");
    },
  );

  test.each(["maybe", "1", "%00", "%ED%A0%80", "%zz", "truetrue", "constructor"])(
    "a query with %p",
    async (text) => {
      await expectError(
        await call("DELETE", `/auth/session/all?revoke_self=${text}`),
        400,
        "FailedValidation",
      );
      await expectError(
        await call("DELETE", `/auth/session/all?revoke_self=no&revoke_self=${text}`),
        400,
        "FailedValidation",
      );
    },
  );

  test.each(["\u00ed\u00a0\u0080", "\u00ff", "a,b", "' or 1=1 --", "x".repeat(8_000)])(
    "a header with %p",
    async (text) => {
      await expectError(
        await call("GET", "/users/@me", { headers: { "x-session-token": text } }),
        401,
        "InvalidSession",
      );
      await expectError(
        await call("GET", "/users/@me", { headers: { "x-bot-token": text } }),
        401,
        "InvalidSession",
      );
      await expectError(
        await call("DELETE", "/auth/mfa/totp", { headers: { "x-mfa-ticket": text } }),
        401,
        "InvalidToken",
      );
    },
  );

  test("a long path is not found", async () => {
    await expectError(await call("GET", `/${"a".repeat(8_000)}`), 404, "NotFound");
    await expectError(await call("GET", "/a".repeat(4_000)), 404, "NotFound");
    await expectError(await call("DELETE", `/auth/session/${"a".repeat(8_000)}`), 404, "UnknownUser");
  });

  /** The HTTP parser of the runtime refuses these, so the response is a status only. */
  test.each([
    ["a header with NUL", rawRequest("GET /api/", { "X-Session-Token": "a\0b" }), 400],
    ["headers without end", rawRequest("GET /api/", { "X-Session-Token": "x".repeat(100_000) }), 431],
    ["a path without end", rawRequest(`GET /api/${"a".repeat(100_000)}`), 431],
    ["a path longer than the published maximum", rawRequest(`GET /api/${"a".repeat(maxHeadLength)}`), 431],
    [
      "an invalid length",
      rawRequest("POST /api/auth/session/login", { "Content-Length": "many" }, "{}"),
      400,
    ],
    [
      "two kinds of length",
      rawRequest("POST /api/", { "Content-Length": "1", "Transfer-Encoding": "chunked" }, "0\r\n\r\n"),
      400,
    ],
    ["no HTTP", "hello\r\n\r\n", 400],
  ])("%s", async (_, request, status) => {
    const response = await sendRaw(server, request);
    expect([response.status, response.body]).toEqual([status, ""]);
  });

  test("an invalid host name causes no server error", async () => {
    for (const host of ["%%%", "a b", "", "[", "x:99999999"]) {
      const request = rawRequest("DELETE /api/auth/session/all", {
        Host: host,
        "X-Session-Token": person.token,
      });
      expect((await sendRaw(server, request)).status).toBeLessThan(500);
    }
  });

  test("HTTP/1.0 needs no host name", async () => {
    const response = await sendRaw(server, "GET /health HTTP/1.0\r\n\r\n");
    expect([response.status, response.body]).toEqual([200, '{"status":"ok"}']);
  });
});
