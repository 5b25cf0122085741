import { beforeAll, expect, test } from "bun:test";
import { setRoles, updateMember } from "../../../src/domains/servers/store/members.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { preferPostgres } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { type Community, newCommunity, newMember } from "../../support/servers/communities.ts";
import { addRole } from "../../support/servers/roles.ts";
import { openReadyStream } from "../../support/stream/stream.ts";
import { setRelationship } from "../../support/users/relationship-transitions.ts";

interface MemberList {
  readonly members: { readonly _id: { readonly user: string }; readonly roles?: string[] }[];
  readonly users: { readonly _id: string; readonly online: boolean; readonly relationship: string }[];
}

describeServer("members of a server", preferPostgres, (server) => {
  let community: Community;
  /** The owner and five others, ordered by id. */
  let people: Person[];

  beforeAll(async () => {
    community = await newCommunity(server);
    people = [community.owner];
    for (let count = 0; count < 5; count++) people.push(await newMember(server, community));
    // Members of another server.
    await newMember(server, await newCommunity(server));
  });

  const get = (by: Person, path = "", id = community.id) =>
    server.client.get(`/servers/${id}/members${path}`, by);
  const list = async (query = "", by = community.owner): Promise<MemberList> => (await get(by, query)).body;
  const idsIn = ({ members, users }: MemberList) => {
    expect(members.map(({ _id }) => _id.user)).toEqual(users.map(({ _id }) => _id));
    return users.map(({ _id }) => _id);
  };
  const ids = () => people.map(({ id }) => id);

  test("are for members only: other callers get NotFound", async () => {
    const stranger = await newUser(server);
    for (const path of ["", `/${community.owner.id}`]) {
      expectFailure(await get(stranger, path), 404, "NotFound");
      expectFailure(await get(community.owner, path, "unknown"), 404, "NotFound");
    }
  });

  test("come with their users, both ordered by id", async () => {
    const listed = await list();
    expect(idsIn(listed)).toEqual(ids());
    expect(ids()).toEqual(ids().toSorted());
    expect(listed.members[1]).toEqual({
      _id: { server: community.id, user: people[1]?.id },
      joined_at: expect.any(String),
    } as never);
  });

  test("come in pages", async () => {
    expect(idsIn(await list("?limit=2"))).toEqual(ids().slice(0, 2));
    expect(idsIn(await list(`?limit=3&after=${ids()[1]}`))).toEqual(ids().slice(2, 5));
    expect(idsIn(await list(`?after=${ids()[3]}`))).toEqual(ids().slice(4));
    expect(idsIn(await list(`?limit=1000&after=${ids()[5]}`))).toEqual([]);
    expect(idsIn(await list("?after=%27%20or%201=1%20--"))).toEqual(ids());
    for (const query of ["?limit=0", "?limit=1001", "?limit=-1", "?limit=many", "?exclude_offline=2"])
      expect(outcome(await get(community.owner, query))).toBe("400 FailedValidation");
  });

  test("have their roles in the order of assignment", async () => {
    const [one, two] = [
      await addRole(server, community, { rank: 2 }),
      await addRole(server, community, { rank: 1 }),
    ];
    const give = (index: number, roles: string[]) =>
      server.running.store.write((tx) =>
        setRoles(tx, { server_id: community.id, user_id: ids()[index] ?? "" }, roles),
      );
    await give(1, [one, two]);
    await give(4, [two, one]);
    const { members } = await list();
    expect(members.map(({ roles }) => roles)).toEqual([
      undefined,
      [one, two],
      undefined,
      undefined,
      [two, one],
      undefined,
    ]);
    const page = await list(`?limit=1&after=${ids()[3]}`);
    expect(page.members[0]?.roles).toEqual([two, one]);
  });

  test("are shown as the caller sees them", async () => {
    const viewer = await newMember(server, community);
    const [friend, blocker, blocked] = [
      await newMember(server, community),
      await newMember(server, community),
      await newMember(server, community),
    ];
    await setRelationship(server, "Friend/Friend", [viewer, friend]);
    await setRelationship(server, "Blocked/BlockedOther", [blocker, viewer]);
    await setRelationship(server, "Blocked/BlockedOther", [viewer, blocked]);
    const status = { status: { text: "here" } };
    for (const person of [friend, blocker, blocked]) {
      await server.client.patch("/users/@me", status, person);
      await openReadyStream(server, person);
    }
    const { users } = await list("", viewer);
    const userIn = (person: Person) => users.find(({ _id }) => _id === person.id);
    expect(userIn(viewer)).toMatchObject({ relationship: "User", online: false });
    expect(userIn(viewer)).not.toHaveProperty("relations");
    expect(userIn(friend)).toMatchObject({ relationship: "Friend", online: true, ...status });
    expect(userIn(blocked)).toMatchObject({ relationship: "Blocked", online: true, ...status });
    expect(userIn(blocker)).toMatchObject({ relationship: "BlockedOther", online: false });
    expect(userIn(blocker)).not.toHaveProperty("status");
    expect(userIn(community.owner)).toMatchObject({ relationship: "None", online: false });

    expect(idsIn(await list("?exclude_offline=true", viewer))).toEqual([friend.id, blocked.id]);
    expect(idsIn(await list("?exclude_offline=true&limit=1", viewer))).toEqual([friend.id]);
    const rest = await list(`?exclude_offline=true&limit=5&after=${friend.id}`, viewer);
    expect(idsIn(rest)).toEqual([blocked.id]);
    await server.client.patch("/users/@me", { status: { presence: "Invisible" } }, blocked);
    expect(idsIn(await list("?exclude_offline=true", viewer))).toEqual([friend.id]);
    expect(idsIn(await list("?exclude_offline=no", viewer)).length).toBe(10);
  });

  test("are fetched one by one, on request with their roles", async () => {
    const member = await newMember(server, community);
    const [high, low] = [
      await addRole(server, community, { rank: 0 }),
      await addRole(server, community, { rank: 9 }),
    ];
    const key = { server_id: community.id, user_id: member.id };
    await server.running.store.write(async (tx) => {
      await setRoles(tx, key, [low, high]);
      await updateMember(tx, key, { nickname: "Otter", can_publish: 0 });
    });
    const expectedMember = {
      _id: { server: community.id, user: member.id },
      joined_at: expect.any(String),
      nickname: "Otter",
      roles: [low, high],
      can_publish: false,
    };
    for (const query of ["", "?roles=false"])
      expect(await get(community.owner, `/${member.id}${query}`)).toMatchObject({
        status: 200,
        body: expectedMember,
      });
    const { body } = await get(community.owner, `/${member.id}?roles=true`);
    const role = { name: "Role", permissions: { a: 0, d: 0 } };
    expect(body).toEqual({
      member: expectedMember,
      roles: { [high]: { ...role, _id: high, rank: 0 }, [low]: { ...role, _id: low, rank: 9 } },
    });
    const plain = await get(member, `/${community.owner.id}?roles=true`);
    expect(plain.body).toMatchObject({ member: { _id: { user: community.owner.id } }, roles: {} });
    const stranger = await newUser(server);
    for (const id of [stranger.id, "unknown", "@me", "%20"])
      expectFailure(await get(community.owner, `/${id}`), 404, "NotFound");
    expect(outcome(await get(community.owner, `/${member.id}?roles=some`))).toBe("400 FailedValidation");
  });
});
