import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { engines } from "../support/engines.ts";
import { Gathering, hiding, neither, showing } from "../support/onlookers.ts";
import { openServer, type TestServer } from "../support/server.ts";

describe.each([...engines])("what roles show, on %s", (engine) => {
  let server: TestServer;
  let all: Gathering;

  beforeAll(async () => {
    server = await openServer(engine);
  });
  afterAll(() => server[Symbol.asyncDispose]());
  beforeEach(async () => {
    all = await Gathering.open(server);
  });
  afterEach(() => all[Symbol.asyncDispose]());

  /** Everybody in the server is told this alone, and nobody else; the member what is said. */
  const told = (event: string, member: string | string[] = event) => ({
    owner: [event],
    member: [member],
    other: [event],
    stranger: [],
  });

  test("who is given one is told what it shows, and then of that", async () => {
    await all.giveRoles(all.staff);
    expect(await all.told()).toEqual(
      told("ServerMemberUpdate", ["ChannelCreate hidden", "ServerMemberUpdate"]),
    );
    expect(await all.hearersOf(all.hidden)).toEqual(["owner", "member"]);
    expect(await all.hearersOf(all.open)).toEqual(["owner", "member", "other"]);
  });

  test("a channel that comes into view comes whole", async () => {
    const { body: hidden } = await server.client.get(`/channels/${all.hidden}`, all.people.owner);
    expect(Object.keys(hidden)).toContain("role_permissions");
    await all.giveRoles(all.staff);
    const { member } = await all.hear();
    expect(member).toMatchObject([{ type: "Bulk", v: [{}, { data: { roles: [all.staff] } }] }]);
    expect(member[0]?.v[0]).toEqual({ type: "ChannelCreate", ...hidden });
  });

  test.each([
    ["replaced", { roles: [] }],
    ["cleared", { remove: ["Roles"] }],
  ])("whose roles are %s is told what went with them", async (_how, edit) => {
    await all.giveRoles(all.staff);
    await all.told();
    await all.inServer("patch", `/members/${all.people.member.id}`, edit);
    expect(await all.told()).toEqual(
      told("ServerMemberUpdate", ["ChannelDelete hidden", "ServerMemberUpdate"]),
    );
    expect(await all.hearersOf(all.hidden)).toEqual(["owner"]);
  });

  test("who gets one and loses another is told first what went", async () => {
    const blind = await all.newRole();
    await all.inServer("put", `/permissions/${blind}`, { permissions: hiding });
    await all.giveRoles(all.staff);
    await all.told();
    await all.giveRoles(blind);
    expect((await all.told()).member).toEqual([
      ["ChannelDelete open", "ChannelDelete hidden", "ServerMemberUpdate"],
    ]);
    await all.giveRoles(all.staff, blind);
    expect((await all.told()).member).toEqual([["ChannelCreate hidden", "ServerMemberUpdate"]]);
    await all.giveRoles();
    expect((await all.told()).member).toEqual([
      ["ChannelDelete hidden", "ChannelCreate open", "ServerMemberUpdate"],
    ]);
    expect(await all.hearersOf(all.open)).toEqual(["owner", "member", "other"]);
  });

  test("a role that is new shows what it is made to show", async () => {
    const role = await all.newRole();
    expect(await all.told()).toEqual(told("ServerRoleUpdate"));
    await all.giveRoles(role);
    expect(await all.told()).toEqual(told("ServerMemberUpdate"));
    await all.call("owner", "put", [`/channels/${all.hidden}/permissions/${role}`, { permissions: showing }]);
    expect(await all.told()).toEqual({
      owner: ["ChannelUpdate hidden"],
      member: ["ChannelCreate hidden"],
      other: [],
      stranger: [],
    });
    expect(await all.hearersOf(all.hidden)).toEqual(["owner", "member"]);
  });

  test("who holds one is told what it hides and shows when it is edited", async () => {
    const role = await all.newRole();
    await all.giveRoles(role);
    await all.told();
    await all.inServer("put", `/permissions/${role}`, { permissions: hiding });
    expect(await all.told()).toEqual(told("ServerRoleUpdate", ["ChannelDelete open", "ServerRoleUpdate"]));
    expect(await all.hearersOf(all.open)).toEqual(["owner", "other"]);
    await all.inServer("put", `/permissions/${role}`, { permissions: neither });
    expect(await all.told()).toEqual(told("ServerRoleUpdate", ["ChannelCreate open", "ServerRoleUpdate"]));
    expect(await all.hearersOf(all.open)).toEqual(["owner", "member", "other"]);
  });

  test("another name and colour change nothing of that", async () => {
    await all.giveRoles(all.staff);
    await all.told();
    await all.inServer("patch", `/roles/${all.staff}`, { name: "Crew", colour: "red" });
    expect(await all.told()).toEqual(told("ServerRoleUpdate"));
  });

  test("the highest has the last word, and the order may change", async () => {
    const { member } = all.people;
    const veil = await all.newRole();
    await all.call("owner", "put", [`/channels/${all.hidden}/permissions/${veil}`, { permissions: hiding }]);
    await all.inServer("patch", `/members/${member.id}`, { roles: [all.staff, veil] });
    expect(await all.hearersOf(all.hidden)).toEqual(["owner", "member"]);
    await all.inServer("patch", "/roles/ranks", { ranks: [veil, all.staff] });
    expect(await all.told()).toEqual(
      told("ServerRoleRanksUpdate", ["ChannelDelete hidden", "ServerRoleRanksUpdate"]),
    );
    expect(await all.hearersOf(all.hidden)).toEqual(["owner"]);
    await all.inServer("patch", "/roles/ranks", { ranks: [all.staff, veil] });
    expect(await all.told()).toEqual(
      told("ServerRoleRanksUpdate", ["ChannelCreate hidden", "ServerRoleRanksUpdate"]),
    );
    expect(await all.hearersOf(all.hidden)).toEqual(["owner", "member"]);
  });

  test("what a deleted one showed is gone, and what it hid is back", async () => {
    const veil = await all.newRole();
    await all.inServer("put", `/permissions/${veil}`, { permissions: hiding });
    await all.giveRoles(all.staff, veil);
    await all.told();
    await all.inServer("delete", `/roles/${all.staff}`);
    expect(await all.told()).toEqual(told("ServerRoleDelete", ["ChannelDelete hidden", "ServerRoleDelete"]));
    expect(await all.hearersOf(all.hidden)).toEqual(["owner"]);
    await all.inServer("delete", `/roles/${veil}`);
    expect(await all.told()).toEqual(told("ServerRoleDelete", ["ChannelCreate open", "ServerRoleDelete"]));
    expect(await all.hearersOf(all.open)).toEqual(["owner", "member", "other"]);
  });

  test("a channel that comes into view mentions no deleted one", async () => {
    const crew = await all.newRole();
    await all.call("owner", "put", [`/channels/${all.hidden}/permissions/${crew}`, { permissions: showing }]);
    await all.inServer("delete", `/roles/${all.staff}`);
    await all.told();
    const { body: hidden } = await server.client.get(`/channels/${all.hidden}`, all.people.owner);
    expect(Object.keys(hidden.role_permissions)).toEqual([crew]);
    await all.giveRoles(crew);
    const { member } = await all.hear();
    expect(member[0]?.v[0]).toEqual({ type: "ChannelCreate", ...hidden });
  });
});
