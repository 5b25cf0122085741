import { describe, expect, test } from "bun:test";
import { anyEngine } from "../support/run/thorough.ts";
import {
  allowView,
  denyView,
  noOverride,
  type ObservedServer,
  observeInEachTest,
} from "../support/stream/observed-server.ts";

describe.each([...anyEngine])("visibility by roles, on %s", (engine) => {
  let all: ObservedServer;
  observeInEachTest(engine, (opened) => (all = opened));

  /** The members receive only this event, and non-members nothing; the member receives `member`. */
  const sentToMembers = (event: string, member: string | string[] = event) => ({
    owner: [event],
    member: [member],
    other: [event],
    stranger: [],
  });

  test("a member who gets a role receives the channels that it shows, and then the update", async () => {
    await all.giveRoles(all.staff);
    expect(await all.summarizeReceived()).toEqual(
      sentToMembers("ServerMemberUpdate", ["ChannelCreate hidden", "ServerMemberUpdate"]),
    );
    expect(await all.receiversOf(all.hidden)).toEqual(["owner", "member"]);
    expect(await all.receiversOf(all.open)).toEqual(["owner", "member", "other"]);
  });

  test("a channel that becomes visible is sent whole", async () => {
    const { body: hidden } = await all.server.client.get(`/channels/${all.hidden}`, all.people.owner);
    expect(Object.keys(hidden)).toContain("role_permissions");
    await all.giveRoles(all.staff);
    const { member } = await all.takeReceived();
    expect(member).toMatchObject([{ type: "Bulk", v: [{}, { data: { roles: [all.staff] } }] }]);
    expect(member[0]?.v[0]).toEqual({ type: "ChannelCreate", ...hidden });
  });

  test.each([
    ["replaced", { roles: [] }],
    ["cleared", { remove: ["Roles"] }],
  ])("a member whose roles are %s receives the lost channels", async (_how, edit) => {
    await all.giveRoles(all.staff);
    await all.summarizeReceived();
    await all.inServer("patch", `/members/${all.people.member.id}`, edit);
    expect(await all.summarizeReceived()).toEqual(
      sentToMembers("ServerMemberUpdate", ["ChannelDelete hidden", "ServerMemberUpdate"]),
    );
    expect(await all.receiversOf(all.hidden)).toEqual(["owner"]);
  });

  test("a member who gets one role and loses another receives the lost channels first", async () => {
    const blind = await all.newRole();
    await all.inServer("put", `/permissions/${blind}`, { permissions: denyView });
    await all.giveRoles(all.staff);
    await all.summarizeReceived();
    await all.giveRoles(blind);
    expect((await all.summarizeReceived()).member).toEqual([
      ["ChannelDelete open", "ChannelDelete hidden", "ServerMemberUpdate"],
    ]);
    await all.giveRoles(all.staff, blind);
    expect((await all.summarizeReceived()).member).toEqual([["ChannelCreate hidden", "ServerMemberUpdate"]]);
    await all.giveRoles();
    expect((await all.summarizeReceived()).member).toEqual([
      ["ChannelDelete hidden", "ChannelCreate open", "ServerMemberUpdate"],
    ]);
    expect(await all.receiversOf(all.open)).toEqual(["owner", "member", "other"]);
  });

  test("a new role shows the channels that its override allows", async () => {
    const role = await all.newRole();
    expect(await all.summarizeReceived()).toEqual(sentToMembers("ServerRoleUpdate"));
    await all.giveRoles(role);
    expect(await all.summarizeReceived()).toEqual(sentToMembers("ServerMemberUpdate"));
    await all.call("owner", "put", [
      `/channels/${all.hidden}/permissions/${role}`,
      { permissions: allowView },
    ]);
    expect(await all.summarizeReceived()).toEqual({
      owner: ["ChannelUpdate hidden"],
      member: ["ChannelCreate hidden"],
      other: [],
      stranger: [],
    });
    expect(await all.receiversOf(all.hidden)).toEqual(["owner", "member"]);
  });

  test("a member with a role receives the channels that an edit of the role hides and shows", async () => {
    const role = await all.newRole();
    await all.giveRoles(role);
    await all.summarizeReceived();
    await all.inServer("put", `/permissions/${role}`, { permissions: denyView });
    expect(await all.summarizeReceived()).toEqual(
      sentToMembers("ServerRoleUpdate", ["ChannelDelete open", "ServerRoleUpdate"]),
    );
    expect(await all.receiversOf(all.open)).toEqual(["owner", "other"]);
    await all.inServer("put", `/permissions/${role}`, { permissions: noOverride });
    expect(await all.summarizeReceived()).toEqual(
      sentToMembers("ServerRoleUpdate", ["ChannelCreate open", "ServerRoleUpdate"]),
    );
    expect(await all.receiversOf(all.open)).toEqual(["owner", "member", "other"]);
  });

  test("a new name and colour change no view", async () => {
    await all.giveRoles(all.staff);
    await all.summarizeReceived();
    await all.inServer("patch", `/roles/${all.staff}`, { name: "Crew", colour: "red" });
    expect(await all.summarizeReceived()).toEqual(sentToMembers("ServerRoleUpdate"));
  });

  test("the highest role decides, and the order may change", async () => {
    const { member } = all.people;
    const veil = await all.newRole();
    await all.call("owner", "put", [
      `/channels/${all.hidden}/permissions/${veil}`,
      { permissions: denyView },
    ]);
    await all.inServer("patch", `/members/${member.id}`, { roles: [all.staff, veil] });
    expect(await all.receiversOf(all.hidden)).toEqual(["owner", "member"]);
    await all.inServer("patch", "/roles/ranks", { ranks: [veil, all.staff] });
    expect(await all.summarizeReceived()).toEqual(
      sentToMembers("ServerRoleRanksUpdate", ["ChannelDelete hidden", "ServerRoleRanksUpdate"]),
    );
    expect(await all.receiversOf(all.hidden)).toEqual(["owner"]);
    await all.inServer("patch", "/roles/ranks", { ranks: [all.staff, veil] });
    expect(await all.summarizeReceived()).toEqual(
      sentToMembers("ServerRoleRanksUpdate", ["ChannelCreate hidden", "ServerRoleRanksUpdate"]),
    );
    expect(await all.receiversOf(all.hidden)).toEqual(["owner", "member"]);
  });

  test("the deletion of a role hides what it showed and shows what it hid", async () => {
    const veil = await all.newRole();
    await all.inServer("put", `/permissions/${veil}`, { permissions: denyView });
    await all.giveRoles(all.staff, veil);
    await all.summarizeReceived();
    await all.inServer("delete", `/roles/${all.staff}`);
    expect(await all.summarizeReceived()).toEqual(
      sentToMembers("ServerRoleDelete", ["ChannelDelete hidden", "ServerRoleDelete"]),
    );
    expect(await all.receiversOf(all.hidden)).toEqual(["owner"]);
    await all.inServer("delete", `/roles/${veil}`);
    expect(await all.summarizeReceived()).toEqual(
      sentToMembers("ServerRoleDelete", ["ChannelCreate open", "ServerRoleDelete"]),
    );
    expect(await all.receiversOf(all.open)).toEqual(["owner", "member", "other"]);
  });

  test("a channel that becomes visible holds no deleted role", async () => {
    const crew = await all.newRole();
    await all.call("owner", "put", [
      `/channels/${all.hidden}/permissions/${crew}`,
      { permissions: allowView },
    ]);
    await all.inServer("delete", `/roles/${all.staff}`);
    await all.summarizeReceived();
    const { body: hidden } = await all.server.client.get(`/channels/${all.hidden}`, all.people.owner);
    expect(Object.keys(hidden.role_permissions)).toEqual([crew]);
    await all.giveRoles(crew);
    const { member } = await all.takeReceived();
    expect(member[0]?.v[0]).toEqual({ type: "ChannelCreate", ...hidden });
  });
});
