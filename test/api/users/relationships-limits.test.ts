import { describe, expect, test } from "bun:test";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { hours } from "../../support/server/test-clock.ts";
import { recordEvents } from "../../support/stream/record-events.ts";
import { readRelations } from "../../support/users/relations-of.ts";
import { changeRelationship } from "../../support/users/relationship-transitions.ts";

const config = {
  limits: {
    global: { new_user_hours: 24 },
    new_user: { outgoing_friend_requests: 2 },
    default: { outgoing_friend_requests: 4 },
  },
};

const newUsers = async (server: TestServer, count: number) => {
  const users: Person[] = [];
  while (users.length < count) users.push(await newUser(server));
  return users;
};

describe.each([...anyEngine])("pending friend requests on %s", (engine) => {
  test("have a lower limit for new users", async () => {
    await using server = await openServer(engine, { config });
    const [person, ...others] = (await newUsers(server, 7)) as [Person, ...Person[]];
    const requestAll = async () => {
      const statuses: number[] = [];
      for (const other of others)
        statuses.push((await changeRelationship(server, "add", [person, other])).status);
      return statuses;
    };
    expect(await requestAll()).toEqual([200, 200, 400, 400, 400, 400]);
    server.clock.advance(hours(24) - 60_000);
    expect(await requestAll()).toEqual([409, 409, 400, 400, 400, 400]);
    server.clock.advance(120_000);
    expect(await requestAll()).toEqual([409, 409, 200, 200, 400, 400]);
  });

  test("beyond the limit are rejected with the limit, and change nothing", async () => {
    await using server = await openServer(engine, { config });
    const [person, a, b, c] = (await newUsers(server, 4)) as [Person, Person, Person, Person];
    await changeRelationship(server, "add", [person, a]);
    await changeRelationship(server, "add", [person, b]);
    await using all = await recordEvents(server, "all");
    expectFailure(await changeRelationship(server, "add", [person, c]), 400, "TooManyPendingFriendRequests", {
      max: 2,
    });
    const { body } = await server.client.get("/users/@me", { token: c.token });
    const username = `${body.username}#${body.discriminator}`;
    const byName = await server.client.post("/users/friend", { username }, { token: person.token });
    expectFailure(byName, 400, "TooManyPendingFriendRequests", { max: 2 });
    expect(await readRelations(server, [person, c])).toBe("None/None");
    expect(all.received).toEqual([]);
  });

  test("count only while they are pending, and only those of the caller", async () => {
    await using server = await openServer(engine, { config });
    const [person, a, b, c, d, e] = (await newUsers(server, 6)) as [
      Person,
      Person,
      Person,
      Person,
      Person,
      Person,
    ];
    for (const other of [a, b, c]) await changeRelationship(server, "add", [other, person]);
    await changeRelationship(server, "block", [person, d]);
    // Accepting, incoming requests and blocks do not count.
    expect((await changeRelationship(server, "add", [person, a])).body.relationship).toBe("Friend");
    await changeRelationship(server, "unblock", [person, d]);
    expect((await changeRelationship(server, "add", [person, d])).status).toBe(200);
    expect((await changeRelationship(server, "add", [person, e])).status).toBe(200);
    expect((await changeRelationship(server, "add", [person, b])).body.relationship).toBe("Friend");
    await changeRelationship(server, "remove", [person, b]);
    expectFailure(await changeRelationship(server, "add", [person, b]), 400, "TooManyPendingFriendRequests", {
      max: 2,
    });
    // Accepted, withdrawn and blocked requests do not count any more.
    expect((await changeRelationship(server, "add", [d, person])).body.relationship).toBe("Friend");
    expect((await changeRelationship(server, "add", [person, b])).status).toBe(200);
    expectFailure(
      await changeRelationship(server, "remove", [person, c]).then(() =>
        changeRelationship(server, "add", [person, c]),
      ),
      400,
      "TooManyPendingFriendRequests",
      { max: 2 },
    );
    await changeRelationship(server, "block", [e, person]);
    expect((await changeRelationship(server, "add", [person, c])).status).toBe(200);
  });

  test("do not exceed the limit when many are sent at once", async () => {
    await using server = await openServer(engine, { config });
    const [person, ...others] = (await newUsers(server, 9)) as [Person, ...Person[]];
    const responses = await Promise.all(
      others.map((other) => changeRelationship(server, "add", [person, other])),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400, 400, 400, 400]);
  });
});
