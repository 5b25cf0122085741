import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readyFields } from "../../src/declare/ready.ts";
import { newUser, type Person } from "../support/accounts/people.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { openRawStream } from "../support/stream/raw-stream.ts";
import { openReadyStream } from "../support/stream/stream.ts";
import { until } from "../support/until.ts";

describe("the selection of fields of Ready", () => {
  let server: TestServer;
  let person: Person;
  beforeAll(async () => {
    server = await openServer("sqlite");
    person = await newUser(server);
    await server.client.post(
      "/sync/settings/set?timestamp=7",
      { theme: "dark", order: "[]", "a b": "" },
      person,
    );
  });
  afterAll(() => server[Symbol.asyncDispose]());

  async function fieldsOf(query: string): Promise<Record<string, unknown>> {
    const { stream, ready } = await openReadyStream(server, person, { query });
    stream.close();
    const { type: _, ...fields } = ready;
    return fields;
  }

  test.each([...readyFields])("%s alone", async (field) => {
    expect(Object.keys(await fieldsOf(`ready=${field}`))).toEqual([field]);
  });

  test("several, and some twice", async () => {
    const fields = await fieldsOf("ready=users&ready=emojis&ready=users&ready=members");
    expect(Object.keys(fields).sort()).toEqual(["emojis", "members", "users"]);
  });

  test("no field, or only unknown ones", async () => {
    for (const query of ["ready=", "ready=foo", "ready=Users", "ready=users,servers", "ready=__proto__"])
      expect(await fieldsOf(query)).toEqual({});
    expect(Object.keys(await fieldsOf("ready=foo&ready=users"))).toEqual(["users"]);
  });

  test("another parameter selects nothing", async () => {
    expect(Object.keys(await fieldsOf("ready[]=users"))).toHaveLength(readyFields.length);
  });

  test.each([
    ["ready=user_settings", ["a b", "order", "theme"]],
    ["ready=user_settings[theme]", ["theme"]],
    ["ready=user_settings%5Btheme%5D", ["theme"]],
    ["ready=user_settings[theme]&ready=user_settings[order]&ready=user_settings[theme]", ["order", "theme"]],
    ["ready=user_settings[a b]", ["a b"]],
    ["ready=user_settings[none]", []],
    ["ready=user_settings[]", []],
    ["ready=user_settings[theme]&ready=user_settings", ["a b", "order", "theme"]],
  ])("settings by name: %s", async (query, names) => {
    const fields = await fieldsOf(query);
    expect(Object.keys(fields)).toEqual(["user_settings"]);
    expect(Object.keys(fields.user_settings as object).sort()).toEqual(names);
  });

  test("named settings come with other fields", async () => {
    const fields = await fieldsOf("ready=channels&ready=user_settings[theme]");
    expect(fields).toEqual({ channels: [], user_settings: { theme: [7, "dark"] } });
  });

  test("brackets need no escaping", async () => {
    const query = `token=${person.token}&ready=user_settings[theme]`;
    await using stream = await openRawStream(server, `/ws?${query}`);
    await until(() => stream.received.length === 2);
    expect(stream.received[1]).toEqual({ type: "Ready", user_settings: { theme: [7, "dark"] } });
  });
});
