import { describe, expect, test } from "bun:test";
import { findServer, joinServer } from "../../src/domains/servers/index.ts";
import { listRoles } from "../../src/domains/servers/store/servers.ts";
import { befriend } from "../../src/domains/users/actions/relate-as-friend.ts";
import { RelationshipChanged, UserUpdated } from "../../src/domains/users/events.ts";
import { findUser } from "../../src/domains/users/store/users.ts";
import { announce } from "../../src/protocol/event.ts";
import { type Engine, engines } from "../support/engines.ts";
import { newUser, type Person } from "../support/people.ts";
import { arrange } from "../support/relationship-cells.ts";
import { runCommand } from "../support/run-command.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { listenIn, openStream } from "../support/stream.ts";
import { done } from "./operation.ts";
import { foundPlace, override, type PlaceDeed, showing } from "./place.ts";
import { Reference } from "./reference.ts";
import { inOrder, single, stateOf } from "./reference-state.ts";
import { World } from "./world.ts";

async function newFriends(server: TestServer): Promise<[Person, Person]> {
  const friends: [Person, Person] = [await newUser(server), await newUser(server)];
  await arrange(server, "Friend/Friend", friends);
  return friends;
}

function presenceOf({ id }: Person, online: boolean) {
  return { id, data: { online }, clear: [], event_id: null };
}

/** Tells one person that another is online, or not, as an event does that was put together a moment ago. */
function tellPresence({ running }: TestServer, viewer: Person, payload: ReturnType<typeof presenceOf>) {
  return running.bus.publish(announce(UserUpdated, payload, { toward: "one", viewer: viewer.id }));
}

const changes: Readonly<Record<string, PlaceDeed>> = {
  "a role is renamed": ({ server, ann }, { id, crew }) =>
    done(server.client.patch(`/servers/${id}/roles/${crew}`, { name: "Other" }, ann)),
  "a channel is deleted": ({ server, ann }, { general }) =>
    done(server.client.delete(`/channels/${general}`, {}, ann)),
  "a channel is shown": (world, place) => override(place.hidden, "default", showing)(world, place),
};

describe.each([...engines])("what changes between finding out and telling, on %s", (engine: Engine) => {
  test.each([true, false])("presence, told as %p, is corrected", async (online) => {
    await using server = await openServer(engine);
    const [viewer, friend] = await newFriends(server);
    const { stream } = await listenIn(server, viewer);
    if (!online) await listenIn(server, friend);
    await stream.news();
    await tellPresence(server, viewer, presenceOf(friend, online));
    expect(await stream.news()).toEqual([
      { type: "UserUpdate", ...presenceOf(friend, online) },
      { type: "UserUpdate", ...presenceOf(friend, !online) },
    ]);
  });

  test("presence that came with a relationship is corrected", async () => {
    await using server = await openServer(engine);
    const [viewer, friend] = await newFriends(server);
    const { stream, ready } = await listenIn(server, viewer);
    const [seen] = ready.users;
    const payload = { id: viewer.id, user: { ...seen, online: true }, status: "Friend" } as const;
    await server.running.bus.publish(announce(RelationshipChanged, payload, { regard: "Friend" }));
    expect(await stream.news()).toEqual([
      { type: "UserRelationship", ...payload },
      { type: "UserUpdate", ...presenceOf(friend, false) },
    ]);
  });

  test("presence is corrected for somebody who is just coming in", async () => {
    const [standing, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const betweenReadySteps = async (step: string) => {
      if (step !== "gathered") return;
      standing.resolve();
      await go.promise;
    };
    await using server = await openServer(engine, { betweenReadySteps });
    const [viewer, friend] = await newFriends(server);
    await using stream = await openStream(server, viewer);
    await standing.promise;
    await tellPresence(server, viewer, presenceOf(friend, true));
    go.resolve();
    await stream.next("Ready");
    const [, , ...told] = await stream.news();
    expect(told).toEqual([
      { type: "UserUpdate", ...presenceOf(friend, true) },
      { type: "UserUpdate", ...presenceOf(friend, false) },
    ]);
  });

  test("presence that is as it was told, or not to be seen, is left alone", async () => {
    await using server = await openServer(engine);
    const [viewer, friend] = await newFriends(server);
    const stranger = await newUser(server);
    const { stream } = await listenIn(server, viewer);
    for (const person of [friend, stranger]) {
      await tellPresence(server, viewer, presenceOf(person, person === stranger));
      expect(await stream.news()).toHaveLength(1);
    }
  });

  // Only there: SQLite has one writer at a time.
  if (engine === "postgres")
    test("a user who is flagged while somebody asks to be friends", async () => {
      await using server = await openServer(engine);
      const { running } = server;
      const [asking, asked] = [await newUser(server), await newUser(server)];
      const { stream } = await listenIn(server, asking);
      const [read, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const befriending = running.store.write(async (tx) => {
        const target = await findUser(tx, asked.id);
        read.resolve();
        await changed.promise;
        await befriend(tx, { userId: asking.id, sessionId: asking.sessionId, bot: false }, target);
      });
      await read.promise;
      await runCommand(server, "users", "flag", asked.id, "suspended");
      changed.resolve();
      await befriending;
      expect(await stream.news()).toMatchObject([
        { type: "UserRelationship", user: { flags: 1 } },
        { type: "UserUpdate", data: { flags: 1 } },
      ]);
    });

  if (engine === "postgres")
    test.each(Object.entries(changes))("%s while somebody joins", async (_, change) => {
      await using server = await openServer(engine);
      await using world = await World.create(server);
      const place = await foundPlace(world);
      const { dan } = world;
      const { stream, ready } = await listenIn(server, dan);
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
      for (const packet of (await stream.news()).flatMap(single)) reference.take(packet);
      const { body } = await server.client.get(`/servers/${place.id}/members/${dan.id}`, dan);
      reference.learnMember(body);
      const fresh = await listenIn(server, dan);
      expect(inOrder(reference.state)).toEqual(inOrder(stateOf(fresh.ready)));
    });
});
