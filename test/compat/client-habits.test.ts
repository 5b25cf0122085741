import { beforeAll, expect, test } from "bun:test";
import { routes } from "../../src/domains/index.ts";
import { logIn, newAccount, newUser, type Person, password } from "../support/accounts/people.ts";
import { expectFailure } from "../support/http/expect-failure.ts";
import { rawRequest, sendRaw } from "../support/http/raw-http.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { describeServer } from "../support/server/describe-server.ts";
import { openServer } from "../support/server/server.ts";

const limitHeaders = ["Limit", "Bucket", "Remaining", "Reset-After"].map((name) => `X-RateLimit-${name}`);

function expectCors(headers: Headers): void {
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(headers.has("access-control-allow-credentials")).toBe(false);
  const exposed = headers.get("access-control-expose-headers")?.toLowerCase().split(/, */) ?? [];
  expect(exposed).toEqual(expect.arrayContaining(limitHeaders.map((name) => name.toLowerCase())));
}

describeServer("requests as clients send them,", anyEngine, (server, engine) => {
  let person: Person;
  const call = (path: string, init: RequestInit = {}, token = person.token) =>
    fetch(server.url + path, { ...init, headers: { "x-session-token": token, ...init.headers } });

  beforeAll(async () => {
    person = await newUser(server, "Marten");
  });

  test.each([
    undefined,
    "text/plain;charset=UTF-8",
    "application/json",
    "application/x-www-form-urlencoded",
    "?",
  ])("JSON is accepted with the content type %p", async (type) => {
    const body = new TextEncoder().encode(JSON.stringify({ email: person.email, password }));
    const headers: Record<string, string> = type === undefined ? {} : { "content-type": type };
    const response = await fetch(`${server.url}/api/auth/session/login`, { method: "POST", headers, body });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toStartWith("application/json");
    expect(await response.json()).toMatchObject({ result: "Success" });
  });

  test.each(["{}", undefined])("calls without input accept the body %p, DELETE too", async (body) => {
    const { token, email } = await newAccount(server);
    const other = await logIn(server, email);
    const statuses = [
      (await call(`/api/auth/session/${other.sessionId}`, { method: "DELETE", body }, token)).status,
      (await call("/api/auth/session/all", { method: "DELETE", body }, token)).status,
      (await call("/api/auth/session/logout", { method: "POST", body }, token)).status,
    ];
    expect(statuses).toEqual([204, 204, 204]);
  });

  test("every route answers an empty object with a typed error", async () => {
    // The only one that changes something and needs neither a caller nor input.
    const free = "begin_passkey_sign_in";
    const changing = routes.filter(({ method, id }) => method !== "GET" && id !== free);
    for (const { method, path } of changing) {
      const response = await call(`/api${path.replace(/:[^/]+/g, "x")}`, { method, body: "{}" }, "nobody's");
      expect(await response.json()).toEqual(
        expect.objectContaining({ type: expect.any(String), location: expect.any(String) }),
      );
      // These take no session: they look for the webhook of the token, or for the link of the setup page, first.
      const findsFirst = path.includes(":token") || path.startsWith("/auth/setup");
      expect(response.status).toBeOneOf(findsFirst ? [404, 400] : [400, 401]);
    }
  });

  test.each([
    "/api/users/@me",
    "/api/users/@me/",
    "/api/users/@me?",
    "/api/users/@me/?",
    "/api/users/@me?unknown=1",
    "//api//users///@me//?",
    "/api/0.8/users/@me",
    "/api/0.8/users/@me/?",
    "/api//0.8//users/@me",
    "/api/users/%40me",
  ])("%p is the path of the own user", async (path) => {
    const response = await call(path);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ _id: person.id, username: "Marten" });
  });

  test.each(["/api", "/api/", "/api?", "/api/?", "/api/0.8", "/api/0.8/", "/api/0.8/?", "//api//"])(
    "%p is the root",
    async (path) => {
      const response = await fetch(server.url + path);
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ revolt: "0.11.5" });
    },
  );

  test.each(["/auth/account", "/auth/account/?", "/auth/mfa", "/auth/mfa/?"])(
    "%p works with and without a trailing slash",
    async (path) => {
      expect((await call(`/api${path}`)).status).toBe(200);
    },
  );

  test("parameters may be percent-encoded", async () => {
    const encoded = [...person.sessionId].map((c) => `%${c.charCodeAt(0).toString(16)}`).join("");
    const options = { token: person.token };
    const renamed = await server.client.patch(
      `/auth/session/${encoded}`,
      { friendly_name: "encoded" },
      options,
    );
    expect(renamed.body).toEqual({ _id: person.sessionId, name: "encoded" });
    // An encoded slash belongs to the parameter, so this is a session that does not exist, not an unknown route.
    for (const id of ["a%2Fb", "%F0%9F%91%8D", "a%20b", "%3F", "%23", "%25"]) {
      expectFailure(
        await server.client.patch(`/auth/session/${id}`, { friendly_name: "x" }, options),
        404,
        "UnknownUser",
      );
    }
  });

  test.each([
    "x-session-token",
    "x-bot-token",
    "idempotency-key",
    "x-mfa-ticket",
    "content-type,x-session-token,x-mfa-ticket",
  ])("a preflight request allows a browser to send %p", async (names) => {
    for (const path of ["/api/users/@me", "/api/auth/mfa/totp", "/api/nowhere"]) {
      const response = await fetch(server.url + path, {
        method: "OPTIONS",
        headers: {
          origin: "https://app.example.org",
          "access-control-request-method": "PATCH",
          "access-control-request-headers": names,
        },
      });
      expect(response.status).toBe(204);
      expect(await response.text()).toBe("");
      expectCors(response.headers);
      const allowed = response.headers.get("access-control-allow-headers")?.split(/, */);
      expect(allowed).toEqual(expect.arrayContaining(names.split(",")));
      const methods = response.headers.get("access-control-allow-methods")?.split(/, */);
      expect(methods).toEqual(expect.arrayContaining(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]));
    }
  });

  test("a page of another origin can read every response, including errors", async () => {
    const origin = { origin: "https://app.example.org" };
    const login = (body: string) =>
      fetch(`${server.url}/api/auth/session/login`, { method: "POST", body, headers: origin });
    const { token } = await newAccount(server);
    const responses: [status: number, response: Promise<Response>][] = [
      [200, call("/api/users/@me", { headers: origin })],
      [204, call("/api/auth/session/logout", { method: "POST", body: "{}", headers: origin }, token)],
      [400, login("{")],
      [400, call("/api/auth/session/%zz", { method: "DELETE" })],
      [401, call("/api/users/@me", { headers: origin }, "wrong")],
      [404, fetch(`${server.url}/api/nowhere`, { headers: origin })],
      [404, fetch(`${server.url}/nowhere`, { headers: origin })],
      [404, fetch(`${server.url}/api/users/@me`, { method: "PURGE", headers: origin })],
      [413, login(" ".repeat(1_048_577))],
      [200, fetch(`${server.url}/health`, { headers: origin })],
      [200, fetch(`${server.url}/api/openapi.json`, { headers: origin })],
      [200, fetch(`${server.url}/api/asyncapi.json`, { headers: origin })],
    ];
    for (const [status, pending] of responses) {
      const response = await pending;
      expect(response.status).toBe(status);
      expectCors(response.headers);
    }
  });

  test("a page of another origin can read a 429 and its rate limit headers", async () => {
    await using limited = await openServer(engine, { config: { ratelimits: { enabled: true, any: 1 } } });
    const statuses: number[] = [];
    for (let count = 0; count < 3; count++) {
      const response = await fetch(`${limited.url}/api/`, {
        headers: { origin: "https://app.example.org" },
      });
      statuses.push(response.status);
      expectCors(response.headers);
      for (const name of limitHeaders) expect(response.headers.get(name)).toMatch(/^\d+$/);
    }
    expect(statuses).toEqual([200, 429, 429]);
  });

  test("an empty response is 204 without a body or body headers", async () => {
    const { token } = await newAccount(server);
    const headers = { "X-Session-Token": token, "Content-Length": "2" };
    const response = await sendRaw(server, rawRequest("POST /api/auth/session/logout?", headers, "{}"));
    expect(response.status).toBe(204);
    expect(response.body).toBe("");
    for (const name of ["content-length", "content-type", "transfer-encoding"])
      expect(response.headers.has(name)).toBe(false);
  });

  test.each([
    ["/api/", 200],
    ["/api/users/@me", 200],
    ["/api/auth/session/all", 200],
    ["/api/nowhere", 404],
    ["/health", 200],
  ])("HEAD %p returns the same as GET without the body", async (path, status) => {
    const headers = { "X-Session-Token": person.token };
    const got = await sendRaw(server, rawRequest(`GET ${path}`, headers));
    const head = await sendRaw(server, rawRequest(`HEAD ${path}`, headers));
    expect([got.status, head.status]).toEqual([status, status]);
    expect(head.body).toBe("");
    expect(got.body).not.toBe("");
    expect(head.headers.get("content-type")).toBe(got.headers.get("content-type"));
    expect(head.headers.get("access-control-allow-origin")).toBe("*");
    // Content-Length is optional; if present, it is the length of the body of GET.
    const length = head.headers.get("content-length") ?? String(got.body.length);
    expect(length).toBe(String(got.body.length));
  });

  test("HEAD without a session is rejected like GET", async () => {
    const head = await sendRaw(server, rawRequest("HEAD /api/users/@me"));
    expect([head.status, head.body]).toEqual([401, ""]);
  });
});
