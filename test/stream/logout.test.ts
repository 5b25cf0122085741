import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { announce } from "../../src/declare/event.ts";
import { LoggedOut } from "../../src/domains/accounts/events.ts";
import { closeCodes } from "../../src/gateway/close-codes.ts";
import { logIn, newTicket, newUser, type Person, password } from "../support/accounts/people.ts";
import { rowsOf } from "../support/processes/program.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { Barrier } from "../support/stream/barrier.ts";
import { openReadyStream, openStream, type Packet, type StreamClient } from "../support/stream/stream.ts";

// A command may have to start a process.
setDefaultTimeout(60_000);

const sessionEnded = (person: Person): Packet => ({
  type: "Auth",
  event_type: "DeleteSession",
  user_id: person.id,
  session_id: person.sessionId,
});

async function expectLogout(stream: StreamClient): Promise<void> {
  const { code, reason } = closeCodes.loggedOut;
  expect(await stream.closed).toEqual({ code, reason });
  expect(stream.received.filter(({ type }) => type === "Logout" || type === "Auth")).toEqual([
    { type: "Logout" },
  ]);
  expect(stream.received.at(-1)).toEqual({ type: "Logout" });
}

describe.each([...anyEngine])("the end of a session on %s", (engine) => {
  const barrier = new Barrier();
  let server: TestServer;
  beforeAll(async () => {
    server = await openServer(engine, { betweenReadySteps: barrier.between });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  /** One user with two connected sessions, the first in both formats. */
  async function begin() {
    const first = await newUser(server);
    const second = await logIn(server, first.email);
    const [json, msgpack, other] = [
      (await openReadyStream(server, first)).stream,
      (await openReadyStream(server, first, { format: "msgpack" })).stream,
      (await openReadyStream(server, second)).stream,
    ];
    return { first, second, json, msgpack, other };
  }

  test("closes its connections and is announced to the other sessions", async () => {
    const { first, second, json, msgpack, other } = await begin();
    const { stream: bystander } = await openReadyStream(server, await newUser(server));
    await server.client.delete(`/auth/session/${first.sessionId}`, {}, second);
    await expectLogout(json);
    await expectLogout(msgpack);
    expect(await other.takeNew()).toEqual([sessionEnded(first)]);
    expect(await bystander.takeNew()).toEqual([]);
    await using again = await openStream(server, first);
    expect(await again.next("Error")).toMatchObject({ error: "InvalidSession" });
  });

  test("has the same effect by logging out", async () => {
    const { first, json, msgpack, other } = await begin();
    await server.client.post("/auth/session/logout", {}, first);
    await expectLogout(json);
    await expectLogout(msgpack);
    expect(await other.takeNew()).toEqual([sessionEnded(first)]);
  });

  test("with all other sessions leaves the one that is kept, on request or with a new password", async () => {
    const change = { password: "another password", current_password: password };
    const ends = [
      (kept: Person) => server.client.delete("/auth/session/all", {}, kept),
      (kept: Person) => server.client.patch("/auth/account/change/password", change, kept),
    ];
    for (const end of ends) {
      const { first, second, json, msgpack, other } = await begin();
      expect((await end(second)).status).toBe(204);
      await expectLogout(json);
      await expectLogout(msgpack);
      expect(await other.takeNew()).toEqual([
        {
          type: "Auth",
          event_type: "DeleteAllSessions",
          user_id: first.id,
          exclude_session_id: second.sessionId,
        },
      ]);
    }
  });

  test("with all sessions leaves none, on request or when the account is disabled", async () => {
    const ends = [
      ({ second }: { second: Person }) =>
        server.client.delete("/auth/session/all?revoke_self=true", {}, second),
      async ({ second }: { second: Person }) =>
        server.client.post(
          "/auth/account/disable",
          {},
          { ...second, ticket: await newTicket(server, second) },
        ),
    ];
    for (const end of ends) {
      const people = await begin();
      expect((await end(people)).status).toBe(204);
      for (const stream of [people.json, people.msgpack, people.other]) await expectLogout(stream);
    }
  });

  test("may come from the command line", async () => {
    const { first, json, msgpack, other } = await begin();
    await rowsOf(server.home, "accounts", "disable", first.id);
    for (const stream of [json, msgpack, other]) await expectLogout(stream);
  });

  test("of a bot, which has no sessions, is Logout for all connections", async () => {
    const { first, json, msgpack, other } = await begin();
    const { stream: bystander } = await openReadyStream(server, await newUser(server));
    await server.running.bus.publish(announce(LoggedOut, {}, { user: first.id }));
    for (const stream of [json, msgpack, other]) await expectLogout(stream);
    expect(await bystander.takeNew()).toEqual([]);
  });

  test.each(["snapshot", "user", "policies", "gathered"])(
    "is not missed while Ready is loaded (%s)",
    async (step) => {
      const first = await newUser(server);
      const second = await logIn(server, first.email);
      const { stream: kept } = await openReadyStream(server, second);
      const { reached, go } = barrier.stopAt(step);
      await using stream = await openStream(server, first);
      await reached;
      await server.client.delete(`/auth/session/${first.sessionId}`, {}, second);
      go();
      await expectLogout(stream);
      expect(stream.received.map(({ type }) => type)).toEqual(["Authenticated", "Ready", "Logout"]);
      expect(await kept.takeNew()).toEqual([sessionEnded(first)]);
    },
  );

  test("of another session is sent once to a connection that has just joined", async () => {
    const first = await newUser(server);
    const second = await logIn(server, first.email);
    const { reached, go } = barrier.stopAt("relations");
    await using stream = await openStream(server, first);
    await reached;
    await server.client.delete(`/auth/session/${second.sessionId}`, {}, first);
    go();
    await stream.next("Ready");
    expect((await stream.takeNew()).slice(2)).toEqual([sessionEnded(second)]);
  });
});
