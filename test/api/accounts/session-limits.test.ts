import { describe, expect, test } from "bun:test";
import { findSession, insertSession } from "../../../src/domains/accounts/store/sessions.ts";
import { closeCodes } from "../../../src/gateway/close-codes.ts";
import { logIn, newUser, type Person } from "../../support/accounts/people.ts";
import { newBot } from "../../support/bots/bots.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { days, hours, minutes } from "../../support/server/test-clock.ts";
import { openReadyStream, openStream } from "../../support/stream/stream.ts";
import { until } from "../../support/until.ts";

const sessionEnded = ({ id, sessionId }: Person) => ({
  type: "Auth",
  event_type: "DeleteSession",
  user_id: id,
  session_id: sessionId,
});

const storedSession = (server: TestServer, { sessionId }: Person) =>
  server.running.store.read((db) => findSession(db, sessionId));
const lastUse = async (server: TestServer, person: Person) =>
  (await storedSession(server, person))?.last_seen ?? 0;
const fetchSelf = async ({ client }: TestServer, { token }: Person) => client.get("/users/@me", { token });

/** Makes a request with the session, and waits until its use is stored. */
async function use(server: TestServer, person: Person): Promise<void> {
  const now = server.clock.now();
  expect((await fetchSelf(server, person)).status).toBe(200);
  await until(async () => (await lastUse(server, person)) >= now);
}

describe.each([...anyEngine])("sessions of one account on %s", (engine) => {
  test("are limited: a login ends the session that was not used for longest", async () => {
    await using server = await openServer(engine, {
      config: { accounts: { max_sessions: 3 }, events: { ping_within_ms: days(365) } },
    });
    const first = await newUser(server);
    const stranger = await newUser(server);
    const [second, third] = [await logIn(server, first.email), await logIn(server, first.email)];
    const subscription = { endpoint: "fcm", p256dh: "", auth: "token of a device" };
    expect((await server.client.post("/push/subscribe", subscription, second)).status).toBe(204);
    const { stream } = await openReadyStream(server, second);
    server.clock.advance(hours(2));
    await use(server, first);
    const { stream: other } = await openReadyStream(server, third);

    const fourth = await logIn(server, first.email);
    const { code, reason } = closeCodes.loggedOut;
    expect(await stream.closed).toEqual({ code, reason });
    expect(stream.received.at(-1)).toEqual({ type: "Logout" });
    expect(await other.takeNew()).toEqual([sessionEnded(second)]);
    expect(await storedSession(server, second)).toBeUndefined();
    expectFailure(await fetchSelf(server, second), 401, "InvalidSession");
    for (const kept of [first, third, fourth, stranger])
      expect((await fetchSelf(server, kept)).status).toBe(200);
    other.close();
  });

  test("number a hundred by default", async () => {
    await using server = await openServer(engine);
    const first = await newUser(server);
    const rest: Person[] = [];
    while (rest.length < 100) rest.push(await logIn(server, first.email));
    expectFailure(await fetchSelf(server, first), 401, "InvalidSession");
    for (const kept of rest) expect((await fetchSelf(server, kept)).status).toBe(200);
  });

  test("may be one, or any number", async () => {
    await using single = await openServer(engine, { config: { accounts: { max_sessions: 1 } } });
    const first = await newUser(single);
    const second = await logIn(single, first.email);
    expectFailure(await fetchSelf(single, first), 401, "InvalidSession");
    expect((await fetchSelf(single, second)).status).toBe(200);

    await using free = await openServer(engine, { config: { accounts: { max_sessions: 0 } } });
    const oldest = await newUser(free);
    for (let more = 0; more < 101; more++) await logIn(free, oldest.email);
    expect((await fetchSelf(free, oldest)).status).toBe(200);
  });

  test("store their last use at most once in an hour", async () => {
    await using server = await openServer(engine);
    const person = await newUser(server);
    const opened = await lastUse(server, person);
    server.clock.advance(minutes(55));
    for (let call = 0; call < 10; call++) await fetchSelf(server, person);
    server.clock.advance(minutes(10));
    const before = server.clock.now();
    await Promise.all(Array.from({ length: 20 }, () => fetchSelf(server, person)));
    await until(async () => (await lastUse(server, person)) > opened);
    const stored = await lastUse(server, person);
    expect(stored).toBeGreaterThanOrEqual(before);
    server.clock.advance(minutes(55));
    for (let call = 0; call < 10; call++) await fetchSelf(server, person);
    expect(await lastUse(server, person)).toBe(stored);
  });

  test("expire when they were not used for the configured time, and a job ends them", async () => {
    await using server = await openServer(engine, {
      config: { sessions: { idle: "30d" }, events: { ping_within_ms: days(365) } },
    });
    const unused = await newUser(server);
    const used = await logIn(server, unused.email);
    const { stream } = await openReadyStream(server, unused);
    server.clock.advance(days(20));
    await use(server, used);
    expect((await server.client.get("/auth/session/all", used)).body).toHaveLength(2);
    server.clock.advance(days(11));
    expectFailure(await fetchSelf(server, unused), 401, "InvalidSession");
    await using refused = await openStream(server, unused);
    expect(await refused.next("Error")).toMatchObject({ error: "InvalidSession" });

    await server.drain();
    expect(await stream.closed).toMatchObject({ code: closeCodes.loggedOut.code });
    expect(stream.received.at(-1)).toEqual({ type: "Logout" });
    expect(await storedSession(server, unused)).toBeUndefined();
    expect((await fetchSelf(server, used)).status).toBe(200);
  });

  test("expire at the configured age, however often they are used, and bots go on", async () => {
    await using server = await openServer(engine, {
      config: { sessions: { max_age: "12h" }, events: { ping_within_ms: days(365) } },
    });
    const person = await newUser(server);
    const bot = await newBot(server, person);
    const { stream } = await openReadyStream(server, person);
    for (const _ of [1, 2, 3]) {
      server.clock.advance(hours(3));
      await use(server, person);
    }
    const later = await logIn(server, person.email);
    server.clock.advance(hours(3));
    expectFailure(await fetchSelf(server, person), 401, "InvalidSession");
    await using refused = await openStream(server, person);
    expect(await refused.next("Error")).toMatchObject({ error: "InvalidSession" });

    await server.drain();
    expect(await stream.closed).toMatchObject({ code: closeCodes.loggedOut.code });
    expect(await storedSession(server, person)).toBeUndefined();
    expect((await fetchSelf(server, later)).status).toBe(200);
    expect((await server.client.get("/users/@me", { bot: bot.token })).status).toBe(200);
  });

  test("store their last use often enough for a short limit without use", async () => {
    await using server = await openServer(engine, { config: { sessions: { idle: "1h" } } });
    const person = await newUser(server);
    for (const _ of [1, 2, 3]) {
      server.clock.advance(minutes(50));
      await use(server, person);
    }
    server.clock.advance(minutes(5));
    const before = await lastUse(server, person);
    await fetchSelf(server, person);
    expect(await lastUse(server, person)).toBe(before);
    server.clock.advance(minutes(56));
    expectFailure(await fetchSelf(server, person), 401, "InvalidSession");
  });

  test("end a page at a time, and a job that runs twice ends nothing else", async () => {
    await using server = await openServer(engine, {
      config: { accounts: { max_sessions: 0 }, sessions: { max_age: "1d" } },
    });
    const first = await newUser(server);
    const insert = (count: number, name: string, lastSeen: number) =>
      server.running.store.write(async (tx) => {
        for (let number = 0; number < count; number++)
          await insertSession(tx, {
            id: tx.services.ids.next(),
            user_id: first.id,
            name,
            token_digest: `digest ${name} ${number}`,
            last_seen: lastSeen,
            confirmed_at: null,
          });
      });
    await insert(450, "old", server.clock.now());
    server.clock.advance(days(1));
    const kept = await logIn(server, first.email);
    await insert(200, "never used", 0);
    for (const _ of [1, 2]) await server.drain();
    const { body } = await server.client.get("/auth/session/all", kept);
    expect(body).toHaveLength(201);
    expect(body.map(({ name }: { name: string }) => name)).not.toContain("old");
  });

  test("do not expire by default", async () => {
    await using server = await openServer(engine);
    const person = await newUser(server);
    server.clock.advance(days(3_650));
    await server.drain();
    expect((await fetchSelf(server, person)).status).toBe(200);
  });
});
