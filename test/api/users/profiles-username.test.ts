import { expect, test } from "bun:test";
import { allDiscriminators } from "../../../src/domains/users/rules/discriminator.ts";
import { updateUser } from "../../../src/domains/users/store/users.ts";
import type { PresenceTable } from "../../../src/platform/presence/presence-table.ts";
import { topic } from "../../../src/visibility/announcement.ts";
import { newAccount, newUser, type Person, password } from "../../support/accounts/people.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { hours } from "../../support/server/test-clock.ts";
import { recordEvents } from "../../support/stream/record-events.ts";
import { occupyDiscriminators } from "../../support/users/occupy-discriminators.ts";

describeServer("changing the username", anyEngine, (server) => {
  const rename = ({ token }: Person, username: string) =>
    server.client.patch("/users/@me/username", { username, password }, { token });
  const self = async ({ token }: Person) => (await server.client.get("/users/@me", { token })).body;

  /** A user with this discriminator. */
  async function newUserWithDiscriminator(username: string, discriminator: string): Promise<Person> {
    const person = await newUser(server, username);
    await server.running.store.write((tx) => updateUser(tx, person.id, { discriminator }));
    return person;
  }

  test("replies with the view without a viewer, and emits the name", async () => {
    const person = await newUserWithDiscriminator("Before", "4242");
    await server.client.patch("/users/@me", { display_name: "Me", status: { text: "busy" } }, person);
    (server.running.services.presence as PresenceTable).enter(person.id, true);
    await using events = await recordEvents(server, [topic.user(person.id)]);
    const { status, body } = await rename(person, "After");
    const publicFields = { _id: person.id, username: "After", discriminator: "4242", display_name: "Me" };
    expect({ status, body }).toEqual({
      status: 200,
      body: { ...publicFields, relationship: "None", online: false },
    });
    expect(await self(person)).toEqual({
      ...publicFields,
      relationship: "User",
      online: true,
      status: { text: "busy" },
    });
    expect(events.received).toEqual([
      {
        name: "UserUpdate",
        payload: { id: person.id, data: { username: "After" }, clear: [], event_id: null },
      },
    ]);
  });

  test("replaces look-alike letters", async () => {
    const person = await newUser(server);
    expect((await rename(person, "Ｎew_näme")).body.username).toBe("new_name");
  });

  test("keeps the discriminator if it is free for the new name, or if only the case changes", async () => {
    const person = await newUserWithDiscriminator("Casey", "0777");
    await occupyDiscriminators(server, "Elsewhere", ["0778"]);
    for (const name of ["CASEY", "CASEY", "Elsewhere", "eLSEWHERE", "casey"])
      expect((await rename(person, name)).body).toMatchObject({ username: name, discriminator: "0777" });
  });

  test("draws another discriminator at most once a day", async () => {
    const person = await newUserWithDiscriminator("Wanderer", "0555");
    const occupyAllBut = (name: string, free: string) =>
      occupyDiscriminators(
        server,
        name,
        allDiscriminators().filter((value) => value !== free),
      );
    await occupyAllBut("First", "7000");
    await occupyAllBut("Second", "6000");
    await using events = await recordEvents(server, [topic.user(person.id)]);
    const data = { username: "First", discriminator: "7000" };
    expect((await rename(person, "First")).body).toMatchObject(data);
    expect(events.received.map(({ payload }) => payload)).toEqual([
      { id: person.id, data, clear: [], event_id: null },
    ]);

    server.clock.advance(hours(23));
    expectFailure(await rename(person, "Second"), 429, "DiscriminatorChangeRatelimited");
    // A name for which the discriminator is free needs no other one.
    expect((await rename(person, "Third")).body.discriminator).toBe("7000");
    server.clock.advance(hours(1));
    expect((await rename(person, "Second")).body.discriminator).toBe("6000");
    expectFailure(await rename(person, "First"), 429, "DiscriminatorChangeRatelimited");
    expect(await self(person)).toMatchObject({ username: "Second", discriminator: "6000" });
  });

  test("fails if no discriminator is free", async () => {
    const person = await newUser(server, "Hopeful");
    await occupyDiscriminators(server, "Nobody", allDiscriminators());
    expectFailure(await rename(person, "nobody"), 409, "UsernameTaken");
    expect((await self(person)).username).toBe("Hopeful");
  });

  test("does not keep a reserved discriminator", async () => {
    const person = await newUserWithDiscriminator("Ancient", "1111");
    const { body } = await rename(person, "Modern");
    expect(allDiscriminators()).toContain(body.discriminator);
  });

  test("checks the schema, then the password, then the name", async () => {
    const person = await newUser(server, "Steady");
    const change = (body: object) => server.client.patch("/users/@me/username", body, person);
    const malformed = { error: expect.any(String) };
    for (const body of [
      {},
      { username: "Fine" },
      { password },
      { username: "x", password: "wrong password" },
      { username: "a b", password },
      { username: "x".repeat(33), password },
      { username: "Fine", password: "short" },
      { username: "Fine", password: "x".repeat(1025) },
      { username: null, password },
    ])
      expectFailure(await change(body), 400, "FailedValidation", malformed);
    expectFailure(await change({ username: "admin", password: "wrong password" }), 401, "InvalidCredentials");
    expectFailure(await change({ username: "admin", password: "x".repeat(1024) }), 401, "InvalidCredentials");
    expectFailure(await change({ username: "admin", password }), 400, "InvalidUsername");
    expect((await self(person)).username).toBe("Steady");
  });

  test("is rejected before onboarding", async () => {
    expectFailure(await rename(await newAccount(server), "Eager"), 401, "InvalidSession");
    expectFailure(await server.client.patch("/users/@me/username", {}), 401, "InvalidSession");
  });

  test("gives the last discriminator of a name to one of many concurrent callers", async () => {
    await occupyDiscriminators(server, "Wanted", allDiscriminators().slice(1));
    const people = await Promise.all(Array.from({ length: 4 }, () => newUser(server, "Wanting")));
    const responses = await Promise.all(people.map((person) => rename(person, "Wanted")));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });
});
