import { expect, test } from "bun:test";
import { createECDH } from "node:crypto";
import { findSession } from "../../../src/domains/accounts/store/sessions.ts";
import { logIn, newAccount, newUser, type Person } from "../../support/accounts/people.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { recordEvents } from "../../support/stream/record-events.ts";

const key = createECDH("prime256v1").generateKeys();
const secret = Buffer.from("sixteen bytes ok");
const web = {
  endpoint: "https://push.example.org/send/abc",
  p256dh: key.toString("base64url"),
  auth: secret.toString("base64url"),
};

describeServer("push subscriptions", anyEngine, (server) => {
  const stored = async ({ sessionId }: Person) => {
    const session = await server.running.store.read((db) => findSession(db, sessionId));
    return JSON.parse(session?.subscription ?? "null");
  };
  const subscribe = ({ token }: Person, body: unknown) =>
    server.client.post("/push/subscribe", body, { token });
  const unsubscribe = ({ token }: Person) => server.client.post("/push/unsubscribe", {}, { token });

  test("belong to one session, and the last one counts", async () => {
    const person = await newUser(server);
    const elsewhere = await logIn(server, person.email);
    await using events = await recordEvents(server, "all");
    const { status, body } = await subscribe(person, web);
    expect({ status, body }).toEqual({ status: 204, body: undefined });
    expect(await stored(person)).toEqual(web);
    expect(await stored(elsewhere)).toBeNull();

    const phone = { endpoint: "fcm", p256dh: "", auth: "t".repeat(300) };
    expect((await subscribe(elsewhere, phone)).status).toBe(204);
    const apple = { endpoint: "apn", p256dh: "", auth: "0f".repeat(32) };
    expect((await subscribe(person, { ...apple, more: "is left behind" })).status).toBe(204);
    expect(await stored(person)).toEqual(apple);
    expect(await stored(elsewhere)).toEqual(phone);
    expect(events.received).toEqual([]);
  });

  test("end on request, and can be ended again", async () => {
    const person = await newUser(server);
    const elsewhere = await logIn(server, person.email);
    for (const session of [person, elsewhere]) await subscribe(session, web);
    for (let count = 0; count < 2; count++) {
      const { status, body } = await unsubscribe(person);
      expect({ status, body }).toEqual({ status: 204, body: undefined });
      expect(await stored(person)).toBeNull();
    }
    expect(await stored(elsewhere)).toEqual(web);
    await subscribe(person, web);
    expect(await stored(person)).toEqual(web);
  });

  test("need a session, but no user", async () => {
    const account = await newAccount(server);
    expect((await subscribe(account, web)).status).toBe(204);
    expect(await stored(account)).toEqual(web);
    for (const path of ["/push/subscribe", "/push/unsubscribe"]) {
      expectFailure(await server.client.post(path, web), 401, "InvalidSession");
      expectFailure(await server.client.post(path, web, { token: "unknown" }), 401, "InvalidSession");
    }
    expect(await stored(account)).toEqual(web);
  });

  test("have a maximum length", async () => {
    const person = await newUser(server);
    const endpoint = `https://push.example.org/${"e".repeat(2_023)}`;
    const token = { endpoint: "fcm", p256dh: "p".repeat(512), auth: "a".repeat(4_096) };
    for (const longest of [{ ...web, endpoint }, token]) {
      expect((await subscribe(person, longest)).status).toBe(204);
      expect(await stored(person)).toEqual(longest);
    }
    const wrong = [
      {},
      { ...web, endpoint: undefined },
      { ...web, p256dh: null },
      { ...web, auth: 1 },
      { ...web, auth: "a\0b" },
      { ...web, endpoint: `${endpoint}x` },
      { ...token, p256dh: `${token.p256dh}x` },
      { ...token, auth: `${token.auth}x` },
      [],
      "",
    ];
    for (const body of wrong) {
      expectFailure(await subscribe(person, body), 400, "FailedValidation", { error: expect.any(String) });
    }
    expect(await stored(person)).toEqual(token);
  });

  test("are accepted as browsers write them, and refused if nothing could be sent to them", async () => {
    const person = await newUser(server);
    const padded = { ...web, p256dh: key.toString("base64"), auth: secret.toString("base64") };
    for (const body of [web, padded, { ...web, endpoint: "https://push.example.org:8443/?a=b" }])
      expect((await subscribe(person, body)).status).toBe(204);
    await subscribe(person, web);
    const wrong = [
      ...[
        "",
        "fcm2",
        "FCM",
        "http://push.example.org/",
        "https://",
        "//push.example.org/",
        "ftp://a.example/",
      ],
      ...["https://user:password@push.example.org/", "https://android.googleapis.com/gcm/send/abc"],
    ].map((endpoint) => ({ ...web, endpoint }));
    const wrongKeys = [Buffer.alloc(65), key.subarray(1), Buffer.concat([key, key]), Buffer.alloc(0)];
    const bodies = [
      ...wrong,
      ...wrongKeys.map((bytes) => ({ ...web, p256dh: bytes.toString("base64url") })),
      { ...web, p256dh: `${web.p256dh.slice(0, -1)}!` },
      ...[15, 17, 0].map((length) => ({ ...web, auth: Buffer.alloc(length).toString("base64url") })),
      { endpoint: "apn", p256dh: "", auth: "" },
    ];
    for (const body of bodies)
      expectFailure(await subscribe(person, body), 400, "FailedValidation", { error: expect.any(String) });
    expect(await stored(person)).toEqual(web);
  });

  test("never appear in responses, not even to their owner", async () => {
    const person = await newUser(server);
    await subscribe(person, web);
    const { client } = server;
    const { token, email } = person;
    const responses = [
      await client.get("/auth/session/all", { token }),
      await client.patch(`/auth/session/${person.sessionId}`, { friendly_name: "phone" }, { token }),
      await client.get("/users/@me", { token }),
      await client.get("/auth/account", { token }),
      await logIn(server, email),
    ];
    expect(JSON.stringify(responses)).not.toContain(web.auth);
    expect(JSON.stringify(responses)).not.toContain("push.example.org");
    expect(await stored(person)).toEqual(web);
  });
});
