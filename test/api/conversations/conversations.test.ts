import { expect, test } from "bun:test";
import type { ChannelsTables } from "../../../src/domains/channels/index.ts";
import { ConnectionsOf } from "../../../src/domains/users/index.ts";
import { topic } from "../../../src/visibility/announcement.ts";
import { newAccount, newUser, type Person } from "../../support/accounts/people.ts";
import { newFriends, openConversation, readConversations } from "../../support/channels/conversations.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { recordEvents } from "../../support/stream/record-events.ts";
import { changeRelationship, pairs, setRelationship } from "../../support/users/relationship-transitions.ts";

const ulid = expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/);

describeServer("conversations", anyEngine, (server) => {
  const open = (who: Person, target: string) => openConversation(server, who, target);
  const list = async ({ token }: Person) => {
    const { status, body } = await server.client.get("/users/dms", { token });
    expect(status).toBe(200);
    return body;
  };

  test("of a new user are an empty list", async () => {
    expect(await list(await newUser(server))).toEqual([]);
  });

  test("with oneself are saved messages: created once, and sent to no other user", async () => {
    const person = await newUser(server);
    await using all = await recordEvents(server, "all");
    await using own = await recordEvents(server, [topic.private(person.id)]);
    const first = await open(person, person.id);
    expect(first.status).toBe(200);
    expect(first.body).toEqual({ channel_type: "SavedMessages", _id: ulid, user: person.id });
    expect((await open(person, person.id)).body).toEqual(first.body);
    expect(await list(person)).toEqual([first.body]);
    expect(own.received).toEqual([{ name: "ChannelCreate", payload: first.body }]);
    expect(all.received).toEqual(own.received);
  });

  test("of two are created by the first who opens them, and both get the event", async () => {
    const [one, two] = await newFriends(server);
    const bystander = await newUser(server);
    await using own = await recordEvents(server, [topic.private(one.id)]);
    await using other = await recordEvents(server, [topic.private(two.id)]);
    await using all = await recordEvents(server, "all");
    await using elsewhere = await recordEvents(server, [
      topic.private(bystander.id),
      ...[one, two].flatMap(({ id }) => [topic.user(id), topic.blockedBy(id)]),
    ]);

    const { status, body } = await open(one, two.id);
    expect(status).toBe(200);
    expect(body).toEqual({
      channel_type: "DirectMessage",
      _id: ulid,
      active: true,
      recipients: [one.id, two.id],
    });
    const expected = [{ name: "ChannelCreate", payload: body }];
    expect([own.received, other.received, all.received]).toEqual([expected, expected, expected]);
    expect(elsewhere.received).toEqual([]);

    expect((await open(one, two.id)).body).toEqual(body);
    expect((await open(two, one.id)).body).toEqual(body);
    expect(await list(one)).toEqual([body]);
    expect(await list(two)).toEqual([body]);
    expect(await list(bystander)).toEqual([]);
    expect(all.received).toEqual(expected);
  });

  test.each(pairs)("between users who are %s", async (pair) => {
    const people: [Person, Person] = [await newUser(server), await newUser(server)];
    await setRelationship(server, pair, people);
    await using all = await recordEvents(server, "all");
    const response = await open(people[0], people[1].id);
    if (pair === "Friend/Friend") {
      expect(response.status).toBe(200);
      return;
    }
    expectFailure(response, 403, "MissingPermission", { permission: "SendMessage" });
    expect(await readConversations(server, people[0])).toEqual([]);
    expect(all.received).toEqual([]);
  });

  test("outlast a friendship, but are not opened again until it is renewed", async () => {
    const [one, two] = await newFriends(server);
    const { body } = await open(one, two.id);
    await changeRelationship(server, "remove", [two, one]);
    for (const [who, whom] of [
      [one, two],
      [two, one],
    ] as const) {
      expectFailure(await open(who, whom.id), 403, "MissingPermission", { permission: "SendMessage" });
      expect(await list(who)).toEqual([body]);
    }
    await setRelationship(server, "Friend/Friend", [one, two]);
    expect((await open(two, one.id)).body).toEqual(body);
    await changeRelationship(server, "block", [one, two]);
    expectFailure(await open(two, one.id), 403, "MissingPermission", { permission: "SendMessage" });
  });

  test("that were closed stay closed and are listed", async () => {
    const [one, two] = await newFriends(server);
    const { body } = await open(one, two.id);
    const last_message_id = server.running.services.ids.next();
    await server.running.store.write((tx) =>
      tx
        .sql<ChannelsTables>()
        .updateTable("channels")
        .set({ active: 0, last_message_id })
        .where("id", "=", body._id)
        .execute(),
    );
    const closed = { ...body, active: false, last_message_id };
    expect((await open(two, one.id)).body).toEqual(closed);
    expect(await list(one)).toEqual([closed]);
  });

  test("need a user on both sides", async () => {
    const person = await newUser(server);
    const account = await newAccount(server);
    for (const target of ["@me", "x", "dms", account.id, person.id.toLowerCase(), "%F0%9F%91%8D", "a%2Fb"])
      expectFailure(await open(person, target), 404, "NotFound");
    expectFailure(await open(person, "%00"), 400, "FailedValidation", { error: expect.any(String) });
    for (const token of ["unknown", account.token]) {
      expectFailure(await open({ ...person, token }, person.id), 401, "InvalidSession");
      expectFailure(await server.client.get("/users/dms", { token }), 401, "InvalidSession");
    }
    expectFailure(await server.client.get("/users/dms"), 401, "InvalidSession");
  });

  test("are listed with their recipients, and to these only", async () => {
    const person = await newUser(server);
    const notes = await open(person, person.id);
    const expected = [notes.body];
    for (let count = 0; count < 3; count++) {
      const friend = await newUser(server);
      await setRelationship(server, "Friend/Friend", [person, friend]);
      await open(friend, friend.id);
      const { body } = await open(friend, person.id);
      expect(body.recipients).toEqual([friend.id, person.id]);
      expected.push(body);
    }
    expect(await list(person)).toEqual(expected);
  });

  test("connect their recipients with each other", async () => {
    const [one, two] = await newFriends(server);
    const stranger = await newUser(server);
    const { body } = await open(one, two.id);
    for (const person of [one, two, stranger]) await open(person, person.id);
    const connectionsOf = (a: Person, b: Person) =>
      server.running.store.read((db) => db.query(ConnectionsOf, { userId: a.id, sharedWith: b.id }));
    const channels = async (a: Person, b: Person) =>
      (await connectionsOf(a, b)).flatMap((part) => part.channels ?? []);
    expect(await channels(one, two)).toEqual([body._id]);
    expect(await channels(two, one)).toEqual([body._id]);
    expect(await channels(one, stranger)).toEqual([]);
  });

  test("opened by both at the same time are one", async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = await newFriends(server);
      await using all = await recordEvents(server, "all");
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, index) => (index % 2 ? open(one, two.id) : open(two, one.id))),
      );
      expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
      const [first] = responses;
      expect(responses.map(({ body }) => body)).toEqual(Array(10).fill(first?.body));
      expect(all.received).toEqual([{ name: "ChannelCreate", payload: first?.body }]);
      expect(await readConversations(server, one)).toHaveLength(1);
    }
  });

  test("with oneself, opened many times at once, are one", async () => {
    const person = await newUser(server);
    const responses = await Promise.all(Array.from({ length: 10 }, () => open(person, person.id)));
    expect(new Set(responses.map(({ body }) => body._id)).size).toBe(1);
    expect(await readConversations(server, person)).toHaveLength(1);
  });
});
