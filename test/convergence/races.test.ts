import { describe, expect, test } from "bun:test";
import { announce } from "../../src/declare/event.ts";
import { findServer } from "../../src/domains/members/index.ts";
import { listRoles } from "../../src/domains/members/store/servers.ts";
import { joinServer } from "../../src/domains/servers/index.ts";
import { befriend } from "../../src/domains/users/actions/relationships.ts";
import { RelationshipChanged, UserUpdated } from "../../src/domains/users/events.ts";
import { findUser } from "../../src/domains/users/store/users.ts";
import { newUser, type Person } from "../support/accounts/people.ts";
import { anyEngine } from "../support/run/thorough.ts";
import type { Engine } from "../support/server/engines.ts";
import { runCommand } from "../support/server/run-command.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { openReadyStream, openStream } from "../support/stream/stream.ts";
import { setRelationship } from "../support/users/relationship-transitions.ts";
import { done } from "./operation.ts";
import { createServerFixture, override, type ServerAction, showing } from "./place.ts";
import { Reference } from "./reference.ts";
import { inOrder, single, stateOf } from "./reference-state.ts";
import { World } from "./world.ts";

async function newFriends(server: TestServer): Promise<[Person, Person]> {
  const friends: [Person, Person] = [await newUser(server), await newUser(server)];
  await setRelationship(server, "Friend/Friend", friends);
  return friends;
}

function presenceOf({ id }: Person, online: boolean) {
  return { id, data: { online }, clear: [], event_id: null };
}

/** Publishes the presence of one user to another, as an event does whose transaction read it before. */
function publishPresence({ running }: TestServer, viewer: Person, payload: ReturnType<typeof presenceOf>) {
  return running.bus.publish(announce(UserUpdated, payload, { toward: "one", viewer: viewer.id }));
}

const changes: Readonly<Record<string, ServerAction>> = {
  "a role is renamed": ({ server, ann }, { id, crew }) =>
    done(server.client.patch(`/servers/${id}/roles/${crew}`, { name: "Other" }, ann)),
  "a channel is deleted": ({ server, ann }, { general }) =>
    done(server.client.delete(`/channels/${general}`, {}, ann)),
  "a channel is shown": (world, place) => override(place.hidden, "default", showing)(world, place),
};

describe.each([...anyEngine])("a change between the read and the announcement, on %s", (engine: Engine) => {
  test.each([true, false])("presence that was announced as %p is corrected", async (online) => {
    await using server = await openServer(engine);
    const [viewer, friend] = await newFriends(server);
    const { stream } = await openReadyStream(server, viewer);
    if (!online) await openReadyStream(server, friend);
    await stream.takeNew();
    await publishPresence(server, viewer, presenceOf(friend, online));
    expect(await stream.takeNew()).toEqual([
      { type: "UserUpdate", ...presenceOf(friend, online) },
      { type: "UserUpdate", ...presenceOf(friend, !online) },
    ]);
  });

  test("presence that came with a relationship is corrected", async () => {
    await using server = await openServer(engine);
    const [viewer, friend] = await newFriends(server);
    const { stream, ready } = await openReadyStream(server, viewer);
    const [seen] = ready.users;
    const payload = { id: viewer.id, user: { ...seen, online: true }, status: "Friend" } as const;
    await server.running.bus.publish(announce(RelationshipChanged, payload, { relation: "Friend" }));
    expect(await stream.takeNew()).toEqual([
      { type: "UserRelationship", ...payload },
      { type: "UserUpdate", ...presenceOf(friend, false) },
    ]);
  });

  test("presence is corrected for a connection that is joining", async () => {
    const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const betweenReadySteps = async (step: string) => {
      if (step !== "gathered") return;
      reached.resolve();
      await go.promise;
    };
    await using server = await openServer(engine, { betweenReadySteps });
    const [viewer, friend] = await newFriends(server);
    await using stream = await openStream(server, viewer);
    await reached.promise;
    await publishPresence(server, viewer, presenceOf(friend, true));
    go.resolve();
    await stream.next("Ready");
    const [, , ...packets] = await stream.takeNew();
    expect(packets).toEqual([
      { type: "UserUpdate", ...presenceOf(friend, true) },
      { type: "UserUpdate", ...presenceOf(friend, false) },
    ]);
  });

  test("presence that is right or not visible is not corrected", async () => {
    await using server = await openServer(engine);
    const [viewer, friend] = await newFriends(server);
    const stranger = await newUser(server);
    const { stream } = await openReadyStream(server, viewer);
    for (const person of [friend, stranger]) {
      await publishPresence(server, viewer, presenceOf(person, person === stranger));
      expect(await stream.takeNew()).toHaveLength(1);
    }
  });

  // Only on PostgreSQL: SQLite has one writer at a time.
  if (engine === "postgres")
    test("a user who is flagged during a friend request", async () => {
      await using server = await openServer(engine);
      const { running } = server;
      const [requester, target] = [await newUser(server), await newUser(server)];
      const { stream } = await openReadyStream(server, requester);
      const [read, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const befriending = running.store.write(async (tx) => {
        const row = await findUser(tx, target.id);
        read.resolve();
        await changed.promise;
        await befriend(tx, { userId: requester.id, sessionId: requester.sessionId, bot: false }, row);
      });
      await read.promise;
      await runCommand(server, "users", "flag", target.id, "suspended");
      changed.resolve();
      await befriending;
      expect(await stream.takeNew()).toMatchObject([
        { type: "UserRelationship", user: { flags: 1 } },
        { type: "UserUpdate", data: { flags: 1 } },
      ]);
    });

  if (engine === "postgres")
    test.each(Object.entries(changes))("%s while a user joins", async (_, change) => {
      await using server = await openServer(engine);
      await using world = await World.create(server);
      const place = await createServerFixture(world);
      const { dan } = world;
      const { stream, ready } = await openReadyStream(server, dan);
      const [read, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const joining = server.running.store.write(async (tx) => {
        const row = await findServer(tx, place.id);
        if (!row) throw new Error("no such server");
        await listRoles(tx, place.id);
        read.resolve();
        await changed.promise;
        await joinServer(tx, row, dan.id);
      });
      await read.promise;
      await change(world, place);
      changed.resolve();
      await joining;
      const reference = new Reference(ready);
      for (const packet of (await stream.takeNew()).flatMap(single)) reference.take(packet);
      const { body } = await server.client.get(`/servers/${place.id}/members/${dan.id}`, dan);
      reference.learnMember(body);
      const fresh = await openReadyStream(server, dan);
      expect(inOrder(reference.state)).toEqual(inOrder(stateOf(fresh.ready)));
    });
});
