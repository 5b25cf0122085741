import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { findSession } from "../../src/domains/accounts/store/sessions.ts";
import { closeCodes } from "../../src/gateway/close-codes.ts";
import { topic } from "../../src/visibility/announcement.ts";
import { logIn, newAccount, newUser } from "../support/accounts/people.ts";
import { allowLoggedErrors } from "../support/log/test-log.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { hours } from "../support/server/test-clock.ts";
import { Barrier } from "../support/stream/barrier.ts";
import { openReadyStream, openStream, type Packet } from "../support/stream/stream.ts";
import { until } from "../support/until.ts";

const errorOf = (type: string): Packet => ({ type: "Error", error: type, data: { type } });
const typesOf = (packets: readonly Packet[]) => packets.map(({ type }) => type);
const ownId = ({ users }: Packet) => users.at(-1)._id;
const welcome = ["Authenticated", "Ready"];

describe.each([...anyEngine])("the life of a connection on %s", (engine) => {
  const barrier = new Barrier();
  let server: TestServer;
  beforeAll(async () => {
    server = await openServer(engine, { betweenReadySteps: barrier.between });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test("after a valid token in the address come Authenticated, Ready, and then events", async () => {
    const person = await newUser(server);
    await using stream = await openStream(server, person);
    const ready = await stream.next("Ready");
    expect(ownId(ready)).toBe(person.id);
    expect(typesOf(await stream.takeNew())).toEqual(welcome);
    expect(stream.received[0]).toEqual({ type: "Authenticated" });
    await server.client.post("/sync/settings/set", { theme: "dark" }, person);
    expect(typesOf(await stream.takeNew())).toEqual(["UserSettingsUpdate"]);
  });

  test("after a valid token in a message come the same packets, and none before", async () => {
    const person = await newUser(server);
    await using stream = await openStream(server);
    stream.send({ type: "Authenticate", token: person.token });
    expect(ownId(await stream.next("Ready"))).toBe(person.id);
    expect(typesOf(await stream.takeNew())).toEqual(welcome);
  });

  test("a bad token is an error, and the connection stays open for another attempt", async () => {
    const person = await newUser(server);
    await using stream = await openStream(server, { token: "bad" });
    expect(await stream.next("Error")).toEqual(errorOf("InvalidSession"));
    for (const token of [person.id, `${person.token} `, ""]) {
      stream.send({ type: "Authenticate", token });
      expect(await stream.next("Error")).toEqual(errorOf("InvalidSession"));
    }
    stream.send({ type: "Authenticate", token: person.token });
    expect(ownId(await stream.next("Ready"))).toBe(person.id);
    expect(typesOf(await stream.takeNew())).toEqual(["Error", "Error", "Error", "Error", ...welcome]);
  });

  test("tokens that no database could store are bad tokens like any other", async () => {
    for (const token of ["\u0000", "\ud800", "\u202e", "x".repeat(8_000)]) {
      await using stream = await openStream(server);
      stream.send({ type: "Authenticate", token });
      expect(await stream.next("Error")).toEqual(errorOf("InvalidSession"));
    }
  });

  test("a second authentication is an error and changes nothing", async () => {
    const [person, other] = [await newUser(server), await newUser(server)];
    const { stream } = await openReadyStream(server, person);
    for (const token of [person.token, other.token, "bad", "bad", "bad", "bad", "bad"])
      stream.send({ type: "Authenticate", token });
    await server.client.post("/sync/settings/set", { of: "other" }, other);
    await until(() => stream.received.filter(({ type }) => type === "Error").length === 7);
    expect(await stream.takeNew()).toEqual(Array(7).fill(errorOf("AlreadyAuthenticated")));
    await server.client.post("/sync/settings/set", { of: "person" }, person);
    expect(await stream.takeNew()).toMatchObject([{ type: "UserSettingsUpdate", id: person.id }]);
    stream.close();
  });

  test("the first valid one of several tokens at once counts", async () => {
    const [person, other] = [await newUser(server), await newUser(server)];
    await using twice = await openStream(server, person);
    twice.send({ type: "Authenticate", token: other.token });
    await twice.next("Error");
    expect(typesOf(await twice.takeNew())).toEqual([...welcome, "Error"]);
    expect(twice.received.find(({ type }) => type === "Ready")?.users.at(-1)._id).toBe(person.id);

    await using stream = await openStream(server);
    for (const token of ["bad", person.token, other.token]) stream.send({ type: "Authenticate", token });
    expect(ownId(await stream.next("Ready"))).toBe(person.id);
    await until(() => stream.received.filter(({ type }) => type === "Error").length === 2);
    expect((await stream.takeNew()).map(({ type, error }) => error ?? type)).toEqual([
      "InvalidSession",
      ...welcome,
      "AlreadyAuthenticated",
    ]);
  });

  test("a user without a username gets an error, and is accepted after onboarding", async () => {
    const account = await newAccount(server);
    await using stream = await openStream(server, account);
    expect(await stream.next("Error")).toEqual(errorOf("OnboardingNotFinished"));
    await server.client.post("/onboard/complete", { username: "Newcomer" }, account);
    stream.send({ type: "Authenticate", token: account.token });
    expect(ownId(await stream.next("Ready"))).toBe(account.id);
    expect(typesOf(await stream.takeNew())).toEqual(["Error", ...welcome]);
  });

  test("the end of the session is Logout and a close", async () => {
    const person = await newUser(server);
    const { stream } = await openReadyStream(server, person);
    await server.client.post("/auth/session/logout", {}, person);
    const { code, reason } = closeCodes.loggedOut;
    expect(await stream.closed).toEqual({ code, reason });
    expect(stream.received.at(-1)).toEqual({ type: "Logout" });
  });

  test("no event comes between Authenticated and Ready, whatever happens meanwhile", async () => {
    const person = await newUser(server);
    // On every node: where the user is not yet known, Ready would be made again, and contain what has happened.
    for (const { port } of server.nodes) await openReadyStream({ url: `http://127.0.0.1:${port}` }, person);
    const { reached, go } = barrier.stopAt("channels");
    await using stream = await openStream(server, person);
    await reached;
    await server.client.post("/sync/settings/set", { theme: "dark" }, person);
    await server.running.bus.publish({ name: "Passing", payload: {}, topics: [topic.private(person.id)] });
    stream.send({ type: "Authenticate", token: person.token });
    go();
    await stream.next("Error");
    const types = typesOf(await stream.takeNew());
    // The reply to the second token does not wait for what comes from other nodes.
    expect(types.filter((type) => type !== "Error")).toEqual([...welcome, "UserSettingsUpdate", "Passing"]);
    expect(types.indexOf("Error")).toBeGreaterThanOrEqual(welcome.length);
  });

  test("connecting updates the last-seen time of the session", async () => {
    const person = await newUser(server);
    const other = await logIn(server, person.email);
    server.clock.advance(hours(1));
    const now = server.clock.now();
    const { stream } = await openReadyStream(server, person);
    const lastSeen = async (id: string) =>
      (await server.running.store.read((db) => findSession(db, id)))?.last_seen ?? 0;
    await until(async () => (await lastSeen(person.sessionId)) >= now);
    expect(await lastSeen(other.sessionId)).toBeLessThan(now);
    stream.close();
  });
});

test("a connection whose handshake fails gets an error and is closed; the client can reconnect", async () => {
  allowLoggedErrors(/authentication of a connection failed/);
  let broken = true;
  const betweenReadySteps = async () => {
    if (broken) throw new Error("no disk");
  };
  await using server = await openServer("sqlite", { betweenReadySteps });
  const person = await newUser(server);
  await using stream = await openStream(server, person);
  const { code, reason } = closeCodes.internalError;
  expect(await stream.closed).toEqual({ code, reason });
  expect(stream.received).toEqual([errorOf("InternalError")]);
  broken = false;
  await using again = await openStream(server, person);
  expect(ownId(await again.next("Ready"))).toBe(person.id);
});
