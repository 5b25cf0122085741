import { describe, expect, test } from "bun:test";
import { engines } from "../support/engines.ts";
import { expectFailure } from "../support/expect-failure.ts";
import { listen } from "../support/hearing.ts";
import { newUser, type Person } from "../support/people.ts";
import { relationsOf } from "../support/relations-of.ts";
import { take } from "../support/relationship-cells.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { hours } from "../support/test-clock.ts";

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

describe.each([...engines])("open friend requests on %s", (engine) => {
  test("are few for new users, more for others", async () => {
    await using server = await openServer(engine, { config });
    const [person, ...others] = (await newUsers(server, 7)) as [Person, ...Person[]];
    const askAll = async () => {
      const statuses: number[] = [];
      for (const other of others) statuses.push((await take(server, "add", [person, other])).status);
      return statuses;
    };
    expect(await askAll()).toEqual([200, 200, 400, 400, 400, 400]);
    server.clock.advance(hours(24) - 60_000);
    expect(await askAll()).toEqual([409, 409, 400, 400, 400, 400]);
    server.clock.advance(120_000);
    expect(await askAll()).toEqual([409, 409, 200, 200, 400, 400]);
  });

  test("are refused beyond that with the number, and nothing changes", async () => {
    await using server = await openServer(engine, { config });
    const [person, a, b, c] = (await newUsers(server, 4)) as [Person, Person, Person, Person];
    await take(server, "add", [person, a]);
    await take(server, "add", [person, b]);
    await using all = await listen(server, "all");
    expectFailure(await take(server, "add", [person, c]), 400, "TooManyPendingFriendRequests", { max: 2 });
    const { body } = await server.client.get("/users/@me", { token: c.token });
    const username = `${body.username}#${body.discriminator}`;
    const byName = await server.client.post("/users/friend", { username }, { token: person.token });
    expectFailure(byName, 400, "TooManyPendingFriendRequests", { max: 2 });
    expect(await relationsOf(server, [person, c])).toBe("None/None");
    expect(all.heard).toEqual([]);
  });

  test("count while they wait, and only one's own", async () => {
    await using server = await openServer(engine, { config });
    const [person, a, b, c, d, e] = (await newUsers(server, 6)) as [
      Person,
      Person,
      Person,
      Person,
      Person,
      Person,
    ];
    for (const other of [a, b, c]) await take(server, "add", [other, person]);
    await take(server, "block", [person, d]);
    // Saying yes is no request, nor are those of others, nor blocks.
    expect((await take(server, "add", [person, a])).body.relationship).toBe("Friend");
    await take(server, "unblock", [person, d]);
    expect((await take(server, "add", [person, d])).status).toBe(200);
    expect((await take(server, "add", [person, e])).status).toBe(200);
    expect((await take(server, "add", [person, b])).body.relationship).toBe("Friend");
    await take(server, "remove", [person, b]);
    expectFailure(await take(server, "add", [person, b]), 400, "TooManyPendingFriendRequests", { max: 2 });
    // Answered, taken back, or cut off: there is room again.
    expect((await take(server, "add", [d, person])).body.relationship).toBe("Friend");
    expect((await take(server, "add", [person, b])).status).toBe(200);
    expectFailure(
      await take(server, "remove", [person, c]).then(() => take(server, "add", [person, c])),
      400,
      "TooManyPendingFriendRequests",
      { max: 2 },
    );
    await take(server, "block", [e, person]);
    expect((await take(server, "add", [person, c])).status).toBe(200);
  });

  test("are not more when many are sent at once", async () => {
    await using server = await openServer(engine, { config });
    const [person, ...others] = (await newUsers(server, 9)) as [Person, ...Person[]];
    const answers = await Promise.all(others.map((other) => take(server, "add", [person, other])));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400, 400, 400, 400]);
  });
});
