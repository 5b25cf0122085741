import { expect, test } from "bun:test";
import { bitsetOf, permission } from "../../../src/permissions/bits.ts";
import { type PermissionCall, putPermissions, succeed } from "../../support/channels/channel-calls.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { newCommunity, newMember } from "../../support/servers/communities.ts";
import { addRole } from "../../support/servers/roles.ts";

const { SendMessage, ManageMessages, ViewAuditLogs } = permission;

describeServer("granting permissions in channels", anyEngine, (server) => {
  const set = (call: PermissionCall, allow: number, deny = 0) =>
    putPermissions(server, call, { allow, deny });

  /** A member with a role of rank 1, which allows ManagePermissions and the given permissions. */
  async function newManager(community: { id: string }, ...also: (keyof typeof permission)[]) {
    const manager = await newMember(server, community);
    const allow = ["ManagePermissions" as const, ...also];
    const role = await addRole(server, community, { rank: 1, allow, holders: [manager] });
    return { manager, role };
  }

  test("is refused for roles that are not below the caller's own", async () => {
    const community = await newCommunity(server);
    const { manager, role } = await newManager(community);
    const call = { by: manager, channel: community.channel };
    const [above, sameRank, below] = [
      await addRole(server, community, { rank: 0 }),
      await addRole(server, community, { rank: 1 }),
      await addRole(server, community, { rank: 2 }),
    ];
    for (const of of [above, sameRank, role])
      expectFailure(await set({ ...call, of }, ViewAuditLogs), 403, "NotElevated");
    expect(outcome(await set({ ...call, of: below }, SendMessage))).toBe("200");
    expect(outcome(await set({ ...call, by: community.owner, of: above }, SendMessage))).toBe("200");
  });

  test("is refused for permissions that the caller lacks, which can be denied only", async () => {
    const community = await newCommunity(server);
    const { manager } = await newManager(community, "React");
    const role = await addRole(server, community, { rank: 2, allow: ["ManageMessages"] });
    const mine = bitsetOf("ManagePermissions", "React");
    for (const of of [role, "default"]) {
      const call = { by: manager, channel: community.channel, of };
      const byOwner = { ...call, by: community.owner };
      const refused = async (allow: number, deny = 0) =>
        expectFailure(await set(call, allow, deny), 403, "CannotGiveMissingPermissions");
      // That the role has the permission in the server makes no difference.
      await refused(ManageMessages);
      await refused(mine + ViewAuditLogs);
      await succeed(set(call, mine, ManageMessages));
      await refused(mine);
      await succeed(set(byOwner, mine + ManageMessages, 0));
      await succeed(set(call, ManageMessages, SendMessage));
      await succeed(set(call, 0, SendMessage + ViewAuditLogs));
      await refused(0, 0);
      await succeed(set(byOwner, 0, 0));
    }
  });

  test("includes the removal of an override that denies permissions", async () => {
    const community = await newCommunity(server);
    const { manager } = await newManager(community, "ManageChannel");
    const path = `/channels/${community.channel}`;
    const byOwner = { by: community.owner, channel: community.channel, of: "default" };
    const remove = ["DefaultPermissions"];
    await succeed(set(byOwner, 0, ViewAuditLogs));
    const refused = await server.client.patch(path, { name: "Ours", remove }, manager);
    expectFailure(refused, 403, "CannotGiveMissingPermissions");
    const { body } = await server.client.get(path, manager);
    expect(body).toMatchObject({ name: "General", default_permissions: { a: 0, d: ViewAuditLogs } });
    await succeed(set(byOwner, ViewAuditLogs, SendMessage));
    // Removing this override grants SendMessage, which the owner has.
    const lifted = await server.client.patch(path, { remove }, community.owner);
    expect(lifted.body).not.toHaveProperty("default_permissions");
  });

  test("counts the caller's permissions in this channel", async () => {
    const community = await newCommunity(server);
    const { manager } = await newManager(community, "ManageMessages");
    const of = await addRole(server, community, { rank: 2 });
    const call = { by: manager, channel: community.channel, of };
    await succeed(set({ ...call, by: community.owner, of: "default" }, 0, ManageMessages));
    expectFailure(await set(call, ManageMessages), 403, "CannotGiveMissingPermissions");
  });

  test("is refused to all callers for bits that are no permissions", async () => {
    const community = await newCommunity(server);
    const role = await addRole(server, community, { rank: 0 });
    for (const of of [role, "default"]) {
      const call = { by: community.owner, channel: community.channel, of };
      for (const [allow, deny] of [
        [2 ** 52, 0],
        [0, 2 ** 52],
        [2 ** 53 - 1, 0],
      ] as const)
        expectFailure(await set(call, allow, deny), 403, "CannotGiveMissingPermissions");
      const all = 2 ** 52 - 1;
      await succeed(set(call, all, all));
    }
  });
});
