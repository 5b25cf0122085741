import { beforeAll, expect, test } from "bun:test";
import { configWith } from "../../../src/config/load.ts";
import { newUser } from "../../support/accounts/people.ts";
import { newBot } from "../../support/bots/bots.ts";
import { newFriendOf, newGroup } from "../../support/channels/groups.ts";
import { dumpTables } from "../../support/database/dump-tables.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { type Community, newCommunity, newMember } from "../../support/servers/communities.ts";
import { addRole } from "../../support/servers/roles.ts";

const max = 2;
const caps = Object.fromEntries(Object.keys(configWith({}).caps).map((name) => [name, max]));
const permissions = { allow: 0, deny: 0 };

describeServer("the number of things", anyEngine, { config: { caps } }, (server) => {
  let community: Community;
  beforeAll(async () => {
    community = await newCommunity(server);
  });

  /** Makes calls at once and returns their outcomes, sorted: races must not pass a limit either. */
  const all = async (calls: readonly (() => Promise<Parameters<typeof outcome>[0]>)[]) =>
    (await Promise.all(calls.map((call) => call()))).map(outcome).toSorted();

  test("of overrides in a channel is limited; existing ones can be edited", async () => {
    const { owner, channel } = community;
    const roles = await Promise.all([0, 1, 2].map((rank) => addRole(server, community, { rank })));
    const set = (role = "", allow = 0) =>
      server.client.put(
        `/channels/${channel}/permissions/${role}`,
        { permissions: { allow, deny: 0 } },
        owner,
      );
    expect(await all(roles.map((role) => () => set(role)))).toEqual(["200", "200", "400 TooManyRoles"]);
    const { body } = await server.client.get(`/channels/${channel}`, owner);
    const overridden = Object.keys(body.role_permissions);
    expect(overridden).toHaveLength(2);
    expect(outcome(await set(overridden[0], 1))).toBe("200");
    const left = roles.find((role) => !overridden.includes(role)) ?? "";
    const before = await dumpTables(server);
    expectFailure(await set(left), 400, "TooManyRoles", { max });
    expect(await dumpTables(server)).toEqual(before);
    // A deleted role takes its overrides with it.
    await server.client.delete(`/servers/${community.id}/roles/${overridden[0]}`, {}, owner);
    const after = await server.client.get(`/channels/${channel}`, owner);
    expect(Object.keys(after.body.role_permissions)).toEqual([overridden[1] ?? ""]);
    expect(outcome(await set(left))).toBe("200");
  });

  test("of overrides is not raised by roles that the channel's server does not have", async () => {
    const other = await newCommunity(server);
    const role = await addRole(server, other, { rank: 0 });
    const path = `/channels/${community.channel}/permissions`;
    for (const unknown of [role, "unknown"])
      expectFailure(
        await server.client.put(`${path}/${unknown}`, { permissions }, community.owner),
        404,
        "NotFound",
      );
  });

  test("of webhooks of a channel is limited", async () => {
    const path = `/channels/${community.channel}/webhooks`;
    const create = () => server.client.post(path, { name: "Door" }, community.owner);
    expect(await all([create, create, create])).toEqual(["200", "200", "400 InvalidOperation"]);
    const { body } = await server.client.get(path, community.owner);
    expect(body).toHaveLength(max);
    await server.client.delete(`/webhooks/${body[0].id}`, {}, community.owner);
    expect(outcome(await create())).toBe("200");
  });

  test("of bans of a server is limited; the reason of a ban can be replaced", async () => {
    const { id, owner } = community;
    const people = [await newMember(server, community), await newUser(server), await newUser(server)];
    const ban = (index: number, reason = "Spam") =>
      server.client.put(`/servers/${id}/bans/${people[index]?.id}`, { reason }, owner);
    expect([outcome(await ban(0)), outcome(await ban(1))]).toEqual(["200", "200"]);
    expectFailure(await ban(2), 400, "InvalidOperation");
    expect((await ban(1, "More spam")).body).toMatchObject({ reason: "More spam" });
    await server.client.delete(`/servers/${id}/bans/${people[0]?.id}`, {}, owner);
    expect(outcome(await ban(2))).toBe("200");
  });

  test("of invites to a server, whatever the channel, and to a group is limited", async () => {
    const { id, channel, owner } = community;
    const { body: other } = await server.client.post(`/servers/${id}/channels`, { name: "Other" }, owner);
    const create = (to: string) => () => server.client.post(`/channels/${to}/invites`, {}, owner);
    expect(await all([create(channel), create(other._id), create(channel)])).toEqual([
      "200",
      "200",
      "400 InvalidOperation",
    ]);
    const toGroup = create((await newGroup(server, owner))._id);
    expect(await all([toGroup, toGroup, toGroup])).toEqual(["200", "200", "400 InvalidOperation"]);
  });

  test("of groups that a user is in is limited, in every way to get into one; bots are not limited", async () => {
    const owner = await newUser(server);
    const friend = await newFriendOf(server, owner);
    const create = (users: readonly string[] = []) =>
      server.client.post("/channels/create", { name: "Us", users }, owner);
    const open = await newGroup(server, friend, [owner]);
    await newGroup(server, friend);
    expectFailure(await create([friend.id]), 400, "TooManyChannels", { max });
    const mine = await newGroup(server, owner);
    expectFailure(await create(), 400, "TooManyChannels", { max });
    const add = await server.client.put(`/channels/${mine._id}/recipients/${friend.id}`, {}, owner);
    expectFailure(add, 400, "TooManyChannels", { max });
    const again = await server.client.put(`/channels/${open._id}/recipients/${owner.id}`, {}, friend);
    expectFailure(again, 409, "AlreadyInGroup");
    const { body: invite } = await server.client.post(`/channels/${mine._id}/invites`, {}, owner);
    const join = await server.client.post(`/invites/${invite._id}`, {}, friend);
    expectFailure(join, 400, "TooManyChannels", { max });

    const bot = await newBot(server, owner);
    await server.client.patch(`/bots/${bot.id}`, { public: true }, owner);
    for (let group = 0; group < max + 1; group++) {
      const inviter = await newUser(server);
      const { _id } = await newGroup(server, inviter);
      expect(outcome(await server.client.post(`/bots/${bot.id}/invite`, { group: _id }, inviter))).toBe(
        "204",
      );
    }
  });
});
