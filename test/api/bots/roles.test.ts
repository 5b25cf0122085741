import { expect, test } from "bun:test";
import { bitsetOf, type Permission } from "../../../src/permissions/bits.ts";
import { type Bot, newBot } from "../../support/bots/bots.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { readAuditLog } from "../../support/operators/audit-log.ts";
import { preferPostgres } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { type Community, newCommunity, newMember } from "../../support/servers/communities.ts";
import { addRole } from "../../support/servers/roles.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";

const permissions = bitsetOf("KickMembers", "ManageMessages");

describeServer("roles of bots", preferPostgres, (server) => {
  const invite = (bot: Bot, community: Community, by: object, asked: unknown = permissions) =>
    server.client.post(`/bots/${bot.id}/invite?permissions=${asked}`, { server: community.id }, by);
  const rolesOf = async ({ id, owner }: Community) =>
    Object.values((await server.client.get(`/servers/${id}`, owner)).body.roles ?? {});
  const memberOf = async ({ id, owner }: Community, { id: user }: { id: string }) =>
    (await server.client.get(`/servers/${id}/members/${user}`, owner)).body;
  /** A bot with a role in two servers. */
  async function settle() {
    const bot = await newBot(server);
    const [here, there] = [await newCommunity(server), await newCommunity(server)];
    for (const place of [here, there]) expect((await invite(bot, place, place.owner)).status).toBe(204);
    const [roleId = ""] = (await memberOf(here, bot)).roles;
    return { bot, here, there, roleId, path: `/servers/${here.id}` };
  }

  test("are created with the permissions of the invite, below all others, and held by the bot", async () => {
    const [bot, community] = [await newBot(server), await newCommunity(server)];
    await addRole(server, community, { rank: 3 });
    await using announcements = await recordAnnouncements(server);
    const headers = { "x-audit-log-reason": "helps" };
    expect((await invite(bot, community, { ...community.owner, headers })).status).toBe(204);
    const role = {
      _id: expect.any(String),
      name: "Robot",
      permissions: { a: permissions, d: 0 },
      rank: 4,
      owner: bot.id,
    };
    expect(await rolesOf(community)).toContainEqual(role);
    expect(announcements.take().map(({ name }) => name)).toEqual([
      "ServerMemberJoin",
      "ServerCreate",
      "ServerRoleUpdate",
      "ServerMemberUpdate",
    ]);
    const [id] = (await memberOf(community, bot)).roles;
    expect(await rolesOf(community)).toContainEqual({ ...role, _id: id });
    const log = await readAuditLog(server, community);
    expect(log.map(({ action, reason }) => [action.type, reason])).toContainEqual(["RoleCreate", "helps"]);
    const target = await newMember(server, community);
    const kick = `/servers/${community.id}/members/${target.id}`;
    expect((await server.client.delete(kick, {}, { bot: bot.token })).status).toBe(204);
  });

  test("exist only if they are asked for, even without permissions", async () => {
    const [bot, other, community] = [await newBot(server), await newBot(server), await newCommunity(server)];
    await server.client.post(`/bots/${bot.id}/invite`, { server: community.id }, community.owner);
    expect(await rolesOf(community)).toEqual([]);
    expect((await invite(other, community, community.owner, 0)).status).toBe(204);
    expect(await rolesOf(community)).toMatchObject([{ owner: other.id, permissions: { a: 0, d: 0 } }]);
  });

  test("need ManageRole and every permission that they allow, and room for a role", async () => {
    const [bot, community] = [await newBot(server), await newCommunity(server)];
    const member = await newMember(server, community);
    const refused = async (allow: Permission[], type: string) => {
      const role = await addRole(server, community, { rank: 1, allow, holders: [member] });
      expect((await invite(bot, community, member)).body.type).toBe(type);
      await server.client.delete(`/servers/${community.id}/roles/${role}`, {}, community.owner);
    };
    await refused(["ManageRole", "KickMembers", "ManageMessages"], "MissingPermission");
    await refused(["ManageServer", "KickMembers", "ManageMessages"], "MissingPermission");
    await refused(["ManageServer", "ManageRole", "KickMembers"], "CannotGiveMissingPermissions");
    expect(await rolesOf(community)).toEqual([]);
    expectFailure(
      await server.client.get(`/servers/${community.id}/members/${bot.id}`, member),
      404,
      "NotFound",
    );
    for (const asked of [-1, 1.5, "all", 2 ** 53])
      expect((await invite(bot, community, community.owner, asked)).body.type).toBe("FailedValidation");
    const allow = ["ManageServer", "ManageRole", "KickMembers", "ManageMessages"] as const;
    await addRole(server, community, { rank: 1, allow: [...allow], holders: [member] });
    expect((await invite(bot, community, member)).status).toBe(204);
  });

  test("cannot be given, taken away or deleted, but edited and ranked", async () => {
    const { bot, here, roleId, path } = await settle();
    const member = await newMember(server, here);
    const edit = (user: { id: string }, body: object) =>
      server.client.patch(`${path}/members/${user.id}`, body, here.owner);
    expectFailure(await edit(member, { roles: [roleId] }), 400, "InvalidOperation");
    expectFailure(await edit(bot, { roles: [] }), 400, "InvalidOperation");
    expectFailure(await edit(bot, { remove: ["Roles"] }), 400, "InvalidOperation");
    expectFailure(
      await server.client.delete(`${path}/roles/${roleId}`, {}, here.owner),
      400,
      "InvalidOperation",
    );
    const other = await addRole(server, here, { rank: 9 });
    expect((await edit(bot, { roles: [other, roleId] })).body.roles).toEqual([other, roleId]);
    expect((await edit(bot, { remove: ["Roles"], roles: [roleId] })).body.roles).toEqual([roleId]);
    const renamed = await server.client.patch(`${path}/roles/${roleId}`, { name: "Helper" }, here.owner);
    expect(renamed.body).toMatchObject({ name: "Helper", owner: bot.id });
    const ranked = await server.client.patch(`${path}/roles/ranks`, { ranks: [roleId, other] }, here.owner);
    expect(ranked.body.roles[roleId].rank).toBe(0);
  });

  test.each(["kick", "ban", "leave"])(
    "are deleted in the server that the bot is removed from: %s",
    async (how) => {
      const { bot, here, there, roleId, path } = await settle();
      await using announcements = await recordAnnouncements(server);
      const { client } = server;
      if (how === "kick") await client.delete(`${path}/members/${bot.id}`, {}, here.owner);
      else if (how === "ban") await client.put(`${path}/bans/${bot.id}`, {}, here.owner);
      else await client.delete(path, {}, { bot: bot.token });
      expect(announcements.take().map(({ name, payload }) => [name, payload])).toEqual([
        ["ServerMemberLeave", expect.objectContaining({ user: bot.id })],
        ["ServerRoleDelete", { id: here.id, role_id: roleId }],
      ]);
      expect([(await rolesOf(here)).length, (await rolesOf(there)).length]).toEqual([0, 1]);
    },
  );

  test("are deleted everywhere with the bot", async () => {
    const { bot, here, there } = await settle();
    const kept = await addRole(server, there, { rank: 5 });
    expect((await server.client.delete(`/bots/${bot.id}`, {}, bot.owner)).status).toBe(204);
    expect(await rolesOf(here)).toEqual([]);
    expect(await rolesOf(there)).toMatchObject([{ _id: kept }]);
  });

  test("are asked for by the bot's default permissions, which its owner sets and everyone sees", async () => {
    const bot = await newBot(server);
    const { client } = server;
    const asked = { default_permissions: permissions };
    expect((await client.patch(`/bots/${bot.id}`, asked, bot.owner)).body).toMatchObject(asked);
    expect((await client.get(`/bots/${bot.id}`, bot.owner)).body.bot).toMatchObject(asked);
    const community = await newCommunity(server);
    expect((await client.get(`/bots/${bot.id}/invite`, community.owner)).body).toMatchObject(asked);
    const invalid = await client.patch(`/bots/${bot.id}`, { default_permissions: -1 }, bot.owner);
    expectFailure(invalid, 400, "FailedValidation", { error: expect.any(String) });
  });
});
