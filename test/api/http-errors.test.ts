import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { type ErrorName, type ErrorSpec, errorCatalogue } from "../../src/declare/error.ts";
import { engines } from "../support/engines.ts";
import { newEmail, newUser, type Person, password } from "../support/people.ts";
import { breakOff, rawRequest, sendRaw } from "../support/raw-http.ts";
import { openServer, type TestServer } from "../support/server.ts";

const bodyLimit = 1_048_576;

/** A failure as clients may see it: one Error object in JSON, and nothing of the program. */
async function expectError(response: Response, status: number, type: ErrorName): Promise<void> {
  const text = await response.text();
  expect(response.headers.get("content-type")).toStartWith("application/json");
  const body: unknown = JSON.parse(text);
  const spec: ErrorSpec = errorCatalogue[type];
  const extra = Object.keys(spec.extra ?? {}).map((field) => [field, expect.anything()]);
  expect({ status: response.status, body }).toEqual({
    status,
    body: { type, location: expect.stringMatching(/^[\w-]+$/), ...Object.fromEntries(extra) },
  });
  expect(text).not.toMatch(/node_modules|\.ts\b|\.js\b|\bat .*:\d+|stack|select |insert |sqlite|postgres/i);
}

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...new TextEncoder().encode(part)] : part)));

/** None of these is a login. */
const noLogins: Record<string, string | Uint8Array> = {
  empty: "",
  "white space": " \n\t",
  "plain text": "hello",
  "cut off": '{"email":"a@example.com","password":"a good pass',
  "cut off in an escape": '{"email":"\\u00',
  "only a brace": "{",
  "a comma too many": '{"email":"a@example.com","password":"x",}',
  "two values": "{}{}",
  "single quotes": "{'email':'a@example.com'}",
  "a form": "email=a%40example.com&password=x",
  "not a number": "NaN",
  "not UTF-8": bytes('{"email":"a@example.com","password":"', [0xff, 0xfe], '"}'),
  "overlong UTF-8": bytes('{"email":"a@example.com","password":"', [0xc0, 0x80], '"}'),
  "a surrogate in UTF-8": bytes('{"email":"a@example.com","password":"', [0xed, 0xa0, 0x80], '"}'),
  "UTF-16": new Uint8Array(Buffer.from('{"email":"a@example.com","password":"x"}', "utf16le")),
  "raw NUL": '{"email":"a@example.com","password":"a\0b"}',
  null: "null",
  "a list": "[]",
  "a list of one": '[{"email":"a@example.com","password":"x"}]',
  text: '"{}"',
  "a number": "1",
  "a boolean": "true",
  "an empty object": "{}",
  "a missing key": '{"email":"a@example.com"}',
  "a key in capitals": '{"Email":"a@example.com","Password":"x"}',
  "a number for text": '{"email":"a@example.com","password":12345678}',
  "a list for text": '{"email":["a@example.com"],"password":"x"}',
  "an object for text": '{"email":{"$ne":""},"password":{"$ne":""}}',
  "null for text": '{"email":null,"password":null}',
  "a number for optional text": '{"email":"a@example.com","password":"a good password","friendly_name":1}',
  "escaped NUL": '{"email":"a@example.com","password":"a\\u0000b"}',
  "half a character": '{"email":"a@example.com","password":"a\\ud83db"}',
  "the other half": '{"email":"\\udc4d@example.com","password":"x"}',
  "NUL in optional text": '{"email":"a@example.com","password":"a good password","friendly_name":"\\u0000"}',
  "deeply nested lists": "[".repeat(200_000) + "]".repeat(200_000),
  "deeply nested objects": '{"email":'.repeat(50_000) + "1" + "}".repeat(50_000),
  "deeply nested and cut off": "[".repeat(500_000),
  "a prototype": '{"__proto__":{"email":"a@example.com","password":"a good password"}}',
  "a constructor": '{"constructor":{"prototype":{"email":"a@example.com","password":"x"}}}',
};

for (const engine of engines) {
  describe(`requests that are wrong, on ${engine}`, () => {
    let server: TestServer;
    let person: Person;
    const call = (method: string, path: string, init: RequestInit = {}) =>
      fetch(`${server.url}/api${path}`, { ...init, method, headers: { "x-session-token": person.token, ...init.headers } });
    const login = (body: RequestInit["body"]) => fetch(`${server.url}/api/auth/session/login`, { method: "POST", body });

    beforeAll(async () => {
      server = await openServer(engine);
      person = await newUser(server);
    });
    afterAll(() => server[Symbol.asyncDispose]());
    afterEach(async () => {
      expect((await call("GET", "/users/@me")).status).toBe(200);
    });

    test.each(["/nowhere", "/users/@me/nowhere", "/auth", "/constructor", "/__proto__", "/%zz", "/../etc/passwd", "/*"])(
      "no route %p",
      async (path) => {
        await expectError(await call("GET", path), 404, "NotFound");
      },
    );

    test.each([
      ["POST", "/users/@me"],
      ["GET", "/auth/session/login"],
      ["PUT", "/auth/session/logout"],
      ["DELETE", "/"],
      ["PURGE", "/users/@me"],
      ["TRACE", "/users/@me"],
    ])("%s is not a method of %p", async (method, path) => {
      const answer = await sendRaw(server, rawRequest(`${method} /api${path}`, { "X-Session-Token": person.token }));
      const headers = Object.fromEntries(answer.headers);
      await expectError(new Response(answer.body, { status: answer.status, headers }), 404, "NotFound");
    });

    test.each(Object.entries(noLogins))("a body that is %s", async (_, body) => {
      await expectError(await login(body), 400, "FailedValidation");
    });

    test("null for an optional key means that it is absent", async () => {
      const response = await login(JSON.stringify({ email: person.email, password, friendly_name: null }));
      expect(await response.json()).toMatchObject({ result: "Success", name: "Unknown" });
      const account = { email: newEmail(), password, invite: null, captcha: null };
      expect((await server.client.post("/auth/account/create", account)).status).toBe(204);
    });

    test("null for a key that has a default is refused", async () => {
      const body = JSON.stringify({ token: "x", password, remove_sessions: null });
      await expectError(await call("PATCH", "/auth/account/reset_password", { body }), 400, "FailedValidation");
    });

    test("unknown keys are ignored, whatever they are called", async () => {
      const known = JSON.stringify({ email: person.email, password }).slice(1, -1);
      for (const key of ["more", "__proto__", "constructor", "toString", "hasOwnProperty", "", "a.b", "$where"]) {
        const response = await login(`{${JSON.stringify(key)}: {"friendly_name": 1, "result": "x"}, ${known}}`);
        expect(await response.json()).toMatchObject({ result: "Success", name: "Unknown" });
      }
      expect(Object.keys(Object.prototype)).toEqual([]);
    });

    test("a body as long as allowed is read, one byte more is not", async () => {
      const json = JSON.stringify({ email: person.email, password });
      expect((await login(json.padEnd(bodyLimit, " "))).status).toBe(200);
      await expectError(await login(json.padEnd(bodyLimit + 1, " ")), 413, "PayloadTooLarge");
    });

    test("a body of unknown length is read up to the limit", async () => {
      const json = new TextEncoder().encode(JSON.stringify({ email: person.email, password }));
      const streamed = (spaces: number) => login(stream(json, spaces));
      expect((await streamed(bodyLimit - json.length)).status).toBe(200);
      await expectError(await streamed(bodyLimit - json.length + 1), 413, "PayloadTooLarge");
      await expectError(await streamed(4 * bodyLimit), 413, "PayloadTooLarge");
    });

    test("a body that is announced too long is refused before it is sent", async () => {
      const headers = { "Content-Length": String(bodyLimit + 1) };
      const answer = await sendRaw(server, rawRequest("POST /api/auth/session/login", headers, "{"));
      const init = { status: answer.status, headers: Object.fromEntries(answer.headers) };
      await expectError(new Response(answer.body, init), 413, "PayloadTooLarge");
    });

    test("a sender that hangs up in the middle of its body disturbs nobody", async () => {
      for (const header of ["Content-Length: 1000", "Transfer-Encoding: chunked"]) {
        await breakOff(server, `POST /api/auth/session/login HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n3e8\r\n{"email":`);
      }
    });

    test.each(["%zz", "%", "%E0%A4%A", "%ED%A0%80", "%C0%80", "%00", "a%00b"])("a path with %p", async (text) => {
      const body = JSON.stringify({ friendly_name: "x" });
      await expectError(await call("PATCH", `/auth/session/${text}`, { body }), 400, "FailedValidation");
      await expectError(await call("DELETE", `/auth/session/${text}`), 400, "FailedValidation");
      await expectError(await call("POST", `/auth/account/verify/${text}`), 400, "FailedValidation");
      const byStranger = call("DELETE", `/auth/session/${text}`, { headers: { "x-session-token": "wrong" } });
      await expectError(await byStranger, 401, "InvalidSession");
    });

    test.each(["maybe", "1", "%00", "%ED%A0%80", "%zz", "truetrue", "constructor"])("a query with %p", async (text) => {
      await expectError(await call("DELETE", `/auth/session/all?revoke_self=${text}`), 400, "FailedValidation");
      await expectError(await call("DELETE", `/auth/session/all?revoke_self=no&revoke_self=${text}`), 400, "FailedValidation");
    });

    test.each(["\u00ed\u00a0\u0080", "\u00ff", "a,b", "' or 1=1 --", "x".repeat(8_000)])("a header with %p", async (text) => {
      await expectError(await call("GET", "/users/@me", { headers: { "x-session-token": text } }), 401, "InvalidSession");
      await expectError(await call("GET", "/users/@me", { headers: { "x-bot-token": text } }), 401, "InvalidSession");
      await expectError(await call("DELETE", "/auth/mfa/totp", { headers: { "x-mfa-ticket": text } }), 401, "InvalidToken");
    });

    test("a long path is unknown like any other", async () => {
      await expectError(await call("GET", `/${"a".repeat(8_000)}`), 404, "NotFound");
      await expectError(await call("GET", "/a".repeat(4_000)), 404, "NotFound");
      await expectError(await call("DELETE", `/auth/session/${"a".repeat(8_000)}`), 404, "UnknownUser");
    });

    /** Refused below us, where there is no request yet to answer: a status, and no more. */
    test.each([
      ["a header with NUL", rawRequest("GET /api/", { "X-Session-Token": "a\0b" }), 400],
      ["headers without end", rawRequest("GET /api/", { "X-Session-Token": "x".repeat(100_000) }), 431],
      ["a path without end", rawRequest(`GET /api/${"a".repeat(100_000)}`), 431],
      ["a length that is none", rawRequest("POST /api/auth/session/login", { "Content-Length": "many" }, "{}"), 400],
      ["two kinds of length", rawRequest("POST /api/", { "Content-Length": "1", "Transfer-Encoding": "chunked" }, "0\r\n\r\n"), 400],
      ["no HTTP", "hello\r\n\r\n", 400],
    ])("%s", async (_, request, status) => {
      const answer = await sendRaw(server, request);
      expect([answer.status, answer.body]).toEqual([status, ""]);
    });

    test("a host name that is none does no harm", async () => {
      for (const host of ["%%%", "a b", "", "[", "x:99999999"]) {
        const request = rawRequest("DELETE /api/auth/session/all", { Host: host, "X-Session-Token": person.token });
        expect((await sendRaw(server, request)).status).toBeLessThan(500);
      }
    });

    test("HTTP/1.0 needs no host name", async () => {
      const answer = await sendRaw(server, "GET /health HTTP/1.0\r\n\r\n");
      expect([answer.status, answer.body]).toEqual([200, '{"status":"ok"}']);
    });
  });
}

function stream(start: Uint8Array, spaces: number): ReadableStream<Uint8Array> {
  const piece = 65_536;
  let left = spaces;
  return new ReadableStream({
    start: (sink) => sink.enqueue(start),
    pull(sink) {
      if (left > 0) sink.enqueue(new Uint8Array(Math.min(left, piece)).fill(0x20));
      left -= piece;
      if (left <= 0) sink.close();
    },
  });
}
