import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { closeCodes } from "../../src/gateway/close-codes.ts";
import { newUser, type Person } from "../support/accounts/people.ts";
import { expectError } from "../support/http/expect-error.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { openRawStream } from "../support/stream/raw-stream.ts";
import { openStream } from "../support/stream/stream.ts";
import { until } from "../support/until.ts";

describe("the address of the event stream", () => {
  let server: TestServer;
  let person: Person;
  beforeAll(async () => {
    server = await openServer("sqlite");
    person = await newUser(server);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test("is the one in the reply of the root route", async () => {
    const { body } = await server.client.get("/");
    expect(new URL(body.ws).pathname).toBe("/ws");
  });

  test("requires an upgrade", async () => {
    for (const path of ["/ws", "/ws/", "/ws?version=1&token=x"]) {
      await expectError(await fetch(server.url + path), 426, "InvalidOperation");
      const other = await fetch(server.url + path, { headers: { connection: "upgrade", upgrade: "h2c" } });
      await expectError(other, 426, "InvalidOperation");
    }
    await expectError(await fetch(`${server.url}/ws`, { method: "POST" }), 404, "NotFound");
  });

  test("may end in a slash; other paths are not served", async () => {
    for (const path of ["/ws", "/ws/", "//ws"]) {
      await using stream = await openRawStream(server, `${path}?token=${person.token}`);
      await until(() => stream.received.length === 2);
    }
    for (const path of ["/", "/ws/more", "/api/ws", "/wss"])
      await expect(openRawStream(server, `${path}?token=${person.token}`)).rejects.toThrow(
        /HTTP\/1.1 (404|200)/,
      );
  });

  test.each(["", "version=1", "format=json", "version=1&format=json", "version=2&version=1"])(
    "%p is served",
    async (query) => {
      await using stream = await openStream(server, { ...person, query });
      await stream.next("Ready");
    },
  );

  test("format=msgpack is served in msgpack", async () => {
    await using stream = await openStream(server, { ...person, format: "msgpack", query: "version=1" });
    await stream.next("Ready");
  });

  test.each([
    "version=2",
    "version=0",
    "version=",
    "version=1.0",
    "version=one",
    "version=1&version=2",
    "format=xml",
    "format=",
    "format=JSON",
    "version=2&format=xml",
  ])("%p is refused before the token is checked", async (query) => {
    await using stream = await openStream(server, { ...person, query });
    const { code, reason } = closeCodes.refused;
    expect(await stream.closed).toEqual({ code, reason });
    expect(stream.received).toEqual([{ type: "Error", error: "LabelMe", data: { type: "LabelMe" } }]);
  });

  test("an unsupported version is refused in the requested format", async () => {
    await using stream = await openStream(server, { ...person, format: "msgpack", query: "version=2" });
    expect((await stream.closed).code).toBe(closeCodes.refused.code);
    expect(stream.received).toEqual([{ type: "Error", error: "LabelMe", data: { type: "LabelMe" } }]);
  });

  test("the last of several tokens counts, and an empty one is no token", async () => {
    await using last = await openRawStream(server, `/ws?token=bad&token=${person.token}`);
    await until(() => last.received.some(({ type }) => type === "Ready"));
    await using none = await openRawStream(server, "/ws?token=");
    none.sendText(JSON.stringify({ type: "Authenticate", token: person.token }));
    await until(() => none.received.some(({ type }) => type === "Ready"));
    expect(none.received.map(({ type }) => type)).toEqual(["Authenticated", "Ready"]);
  });
});
