import { afterEach, beforeAll, expect, test } from "bun:test";
import { newEmail, newUser, type Person, password } from "../../support/accounts/people.ts";
import { expectError } from "../../support/http/expect-error.ts";
import {
  rawRequest,
  sendAndDisconnect,
  sendBodyAfterResponse,
  sendRaw,
} from "../../support/http/raw-http.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { openServer } from "../../support/server/server.ts";

const bodyLimit = 1_048_576;

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === "string" ? [...new TextEncoder().encode(part)] : part)),
  );

/** Bodies that are no valid login. */
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
  "deeply nested objects": `${'{"email":'.repeat(50_000)}1${"}".repeat(50_000)}`,
  "deeply nested and cut off": "[".repeat(500_000),
  "a prototype": '{"__proto__":{"email":"a@example.com","password":"a good password"}}',
  "a constructor": '{"constructor":{"prototype":{"email":"a@example.com","password":"x"}}}',
};

describeServer("request bodies", anyEngine, (server, engine) => {
  let person: Person;
  const call = (method: string, path: string, init: RequestInit = {}) =>
    fetch(`${server.url}/api${path}`, {
      ...init,
      method,
      headers: { "x-session-token": person.token, ...init.headers },
    });
  const login = (body: RequestInit["body"]) =>
    fetch(`${server.url}/api/auth/session/login`, { method: "POST", body });

  beforeAll(async () => {
    person = await newUser(server);
  });
  afterEach(async () => {
    expect((await call("GET", "/users/@me")).status).toBe(200);
  });

  test.each(Object.entries(noLogins))("a body that is %s is rejected", async (_, body) => {
    await expectError(await login(body), 400, "FailedValidation");
  });

  test("null for an optional key means that it is absent", async () => {
    const response = await login(JSON.stringify({ email: person.email, password, friendly_name: null }));
    expect(await response.json()).toMatchObject({ result: "Success", name: "Unknown" });
    const account = { email: newEmail(), password, invite: null, captcha: null };
    expect((await server.client.post("/auth/account/create", account)).status).toBe(204);
  });

  test("null for a key that has a default is rejected", async () => {
    const body = JSON.stringify({ token: "x", password, remove_sessions: null });
    await expectError(await call("PATCH", "/auth/account/reset_password", { body }), 400, "FailedValidation");
  });

  test("unknown keys of any name are ignored", async () => {
    const known = JSON.stringify({ email: person.email, password }).slice(1, -1);
    for (const key of [
      "more",
      "__proto__",
      "constructor",
      "toString",
      "hasOwnProperty",
      "",
      "a.b",
      "$where",
    ]) {
      const response = await login(`{${JSON.stringify(key)}: {"friendly_name": 1, "result": "x"}, ${known}}`);
      expect(await response.json()).toMatchObject({ result: "Success", name: "Unknown" });
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test("a body of the maximum length is read, and one byte more is rejected", async () => {
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

  test("a body whose announced length is too long is rejected before it is sent", async () => {
    const headers = { "Content-Length": String(bodyLimit + 1) };
    const { status, body, ...raw } = await sendRaw(
      server,
      rawRequest("POST /api/auth/session/login", headers, "{"),
    );
    const init = { status, headers: Object.fromEntries(raw.headers) };
    await expectError(new Response(body, init), 413, "PayloadTooLarge");
  });

  test.each([
    ["too long", "/api/auth/session/login", bodyLimit + 1, "413"],
    ["unauthenticated", "/api/auth/session/logout", 100_000, "401"],
  ])(
    "a response before the end of a body that is %s does not delay the shutdown",
    async (_, path, length, status) => {
      // The grace period is far longer than the timeout of this test.
      const stopping = await openServer(engine, { config: { http: { shutdown_grace_ms: 60_000 } } });
      const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;
      await using sender = await sendBodyAfterResponse(stopping, head, " ".repeat(length));
      expect(sender.received).toStartWith(`HTTP/1.1 ${status} `);
      // The body has arrived when these requests are answered.
      for (let count = 0; count < 20; count++) await stopping.client.get("/");
      await stopping[Symbol.asyncDispose]();
    },
  );

  test("other requests are answered after a client disconnects in the middle of its body", async () => {
    for (const header of ["Content-Length: 1000", "Transfer-Encoding: chunked"]) {
      await sendAndDisconnect(
        server,
        `POST /api/auth/session/login HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n3e8\r\n{"email":`,
      );
      expect((await call("GET", "/users/@me")).status).toBe(200);
    }
  });
});

function stream(start: Uint8Array, spaces: number): ReadableStream<Uint8Array> {
  const piece = 65_536;
  let remaining = spaces;
  return new ReadableStream({
    start: (controller) => controller.enqueue(start),
    pull(controller) {
      if (remaining > 0) controller.enqueue(new Uint8Array(Math.min(remaining, piece)).fill(0x20));
      remaining -= piece;
      if (remaining <= 0) controller.close();
    },
  });
}
