import { beforeAll, expect, test } from "bun:test";
import { setRoles, updateMember } from "../../../src/domains/servers/store/members.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { engines } from "../../support/server/engines.ts";
import { type Community, joinCommunity, newCommunity } from "../../support/servers/communities.ts";
import { addRole } from "../../support/servers/roles.ts";

describeServer("finding members by name", engines, (server) => {
  let community: Community;
  const named = new Map<string, Person>();

  beforeAll(async () => {
    community = await newCommunity(server, await newUser(server, "Founder"));
    await add("Marten");
    await add("marten_two");
    await add("Weasel", "Pine Marten");
    await add("Polecat", "100% \\ _'x");
    await add("Hidden", "Élan 🦦");
  });

  async function add(username: string, nickname?: string): Promise<Person> {
    const person = await newUser(server, username);
    await joinCommunity(server, community, person);
    const key = { server_id: community.id, user_id: person.id };
    if (nickname !== undefined) await server.running.store.write((tx) => updateMember(tx, key, { nickname }));
    named.set(username, person);
    return person;
  }

  const queryMembers = (query: string, by = community.owner, id = community.id) =>
    server.client.get(`/servers/${id}/members_experimental_query?${query}`, by);
  const find = async (text: string): Promise<string[]> => {
    const { status, body } = await queryMembers(`experimental_api=true&query=${encodeURIComponent(text)}`);
    expect(status).toBe(200);
    const ids = body.members.map(({ _id }: { _id: { user: string } }) => _id.user);
    expect(body.users.map(({ _id }: { _id: string }) => _id)).toEqual(ids);
    return body.users.map(({ username }: { username: string }) => username);
  };

  test("checks for both parameters, for `experimental_api`, and for membership, in this order", async () => {
    const stranger = await newUser(server);
    for (const query of ["", "query=a", "experimental_api=true", "query=a&experimental_api=maybe"]) {
      const response = await queryMembers(query, stranger, "unknown");
      expectFailure(response, 400, "FailedValidation", { error: expect.any(String) });
    }
    const rejected = await queryMembers("query=a&experimental_api=false", stranger, "unknown");
    expectFailure(rejected, 400, "InvalidOperation");
    expectFailure(await queryMembers("query=a&experimental_api=true", stranger), 404, "NotFound");
    expectFailure(
      await queryMembers("query=a&experimental_api=true", community.owner, "unknown"),
      404,
      "NotFound",
    );
  });

  test("matches the nickname or, without one, the username; the shortest comes first", async () => {
    expect(await find("arten")).toEqual(["Marten", "marten_two", "Weasel"]);
    expect(await find("Pine")).toEqual(["Weasel"]);
    expect(await find("easel")).toEqual([]);
  });

  test("is case-sensitive", async () => {
    expect(await find("Marten")).toEqual(["Marten", "Weasel"]);
    expect(await find("MARTEN")).toEqual([]);
    expect(await find("É")).toEqual(["Hidden"]);
    expect(await find("é")).toEqual([]);
  });

  test("takes every character literally", async () => {
    expect(await find("%")).toEqual(["Polecat"]);
    expect(await find("_")).toEqual(["marten_two", "Polecat"]);
    expect(await find("\\")).toEqual(["Polecat"]);
    expect(await find("'")).toEqual(["Polecat"]);
    expect(await find("🦦")).toEqual(["Hidden"]);
    expect(await find("M%n")).toEqual([]);
    expect(await find("x".repeat(5_000))).toEqual([]);
  });

  test("returns at most ten, with their roles, as the caller sees them", async () => {
    for (let count = 0; count < 11; count++) await add(`Many${count}`);
    const role = await addRole(server, community, { rank: 0 });
    const key = { server_id: community.id, user_id: named.get("Many3")?.id ?? "" };
    await server.running.store.write((tx) => setRoles(tx, key, [role]));
    const found = await find("Many");
    expect(found).toEqual(Array.from({ length: 10 }, (_, index) => `Many${index}`));
    const { body } = await queryMembers("query=Many3&experimental_api=true");
    expect(body.members).toMatchObject([{ _id: { user: key.user_id }, roles: [role] }]);
    expect(body.users).toMatchObject([{ _id: key.user_id, relationship: "None", online: false }]);
    const ownResponse = await queryMembers("query=Founder&experimental_api=true");
    expect(ownResponse.body.users).toMatchObject([{ _id: community.owner.id, relationship: "User" }]);
  });

  test("matches every member with an empty text", async () => {
    expect(await find("")).toHaveLength(10);
  });

  test("finds no members of other servers", async () => {
    const other = await newCommunity(server, await newUser(server, "Unseen"));
    expect(await find("Unseen")).toEqual([]);
    const { body } = await queryMembers("query=Marten&experimental_api=true", other.owner, other.id);
    expect(body).toEqual({ members: [], users: [] });
  });
});
