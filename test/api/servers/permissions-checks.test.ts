import { beforeEach, expect, test } from "bun:test";
import { bitsetOf, type Permission, permission } from "../../../src/permissions/bits.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { hours } from "../../support/server/test-clock.ts";
import { newCommunity } from "../../support/servers/communities.ts";
import {
  type ModeratedServer,
  memberCalls,
  newModeratedServer,
  verdict,
} from "../../support/servers/member-calls.ts";
import { roleCalls } from "../../support/servers/role-calls.ts";
import { addRole, setRolePermissions } from "../../support/servers/roles.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";

const { SendMessage, React, ManagePermissions, ViewAuditLogs } = permission;
const all = 2 ** 52 - 1;
const missing = "MissingPermission ManagePermissions";
const cannotGive = "CannotGiveMissingPermissions";

describeServer("checks of permission edits in servers", anyEngine, (server) => {
  let community: ModeratedServer;
  let roles: ReturnType<typeof roleCalls>;
  beforeEach(async () => {
    community = await newModeratedServer(server);
    roles = roleCalls(server, community);
  });

  const hold = (...permissions: Permission[]) =>
    setRolePermissions(server, community.moderatorRole, permissions);
  const unknownServer = () => roleCalls(server, { id: "nowhere" });
  /** The outcome when the moderator or the owner sets permissions. */
  const bySet = async (role: string, ...bits: [allow: number, deny?: number]) =>
    verdict(await roles.allow(community.moderator, role, bits));
  const byOwner = async (role: string, ...bits: [allow: number, deny?: number]) =>
    verdict(await roles.allow(community.owner, role, bits));

  test("the checks for a role come in order", async () => {
    const { moderator, moderatorRole, memberRole } = community;
    const foreign = await addRole(server, await newCommunity(server), { rank: 20 });
    await using announcements = await recordAnnouncements(server);
    const hasty = { ...moderator, reason: "r".repeat(513) };
    expect(verdict(await unknownServer().allow(hasty, memberRole, [0]))).toBe("HeaderTooLarge");
    expect(verdict(await unknownServer().allow(moderator, memberRole, [0]))).toBe("NotFound");
    for (const role of ["nothing", "__proto__", "DEFAULT", "x".repeat(5_000), foreign])
      expect(await bySet(role, all)).toBe("NotFound");
    for (const role of [moderatorRole, memberRole]) expect(await bySet(role, all)).toBe(missing);
    await hold("ManagePermissions");
    const [above, sameRank] = [
      await addRole(server, community, { rank: 4 }),
      await addRole(server, community, { rank: 5 }),
    ];
    for (const role of [above, sameRank, moderatorRole]) expect(await bySet(role, all)).toBe("NotElevated");
    expect(await bySet(memberRole, all)).toBe(cannotGive);
    expect(announcements.take()).toEqual([]);
    expect(await bySet(memberRole, ManagePermissions)).toBe("200");
    expect(await byOwner(above, all)).toBe("200");
    expect(announcements.take()).toHaveLength(2);
  });

  test("the checks for default permissions come in order", async () => {
    const { moderator } = community;
    await using announcements = await recordAnnouncements(server);
    const hasty = { ...moderator, reason: "r".repeat(513) };
    expect(verdict(await unknownServer().allowAll(hasty, 0))).toBe("HeaderTooLarge");
    expect(verdict(await unknownServer().allowAll(moderator, 0))).toBe("NotFound");
    expect(verdict(await roles.allowAll(moderator, all))).toBe(missing);
    await hold("ManagePermissions");
    expect(verdict(await roles.allowAll(moderator, all))).toBe(cannotGive);
    expect(announcements.take()).toEqual([]);
    expect(verdict(await roles.allowAll(moderator, ManagePermissions))).toBe("200");
  });

  test("callers grant a role only permissions that they hold, and may keep those that it has", async () => {
    const { memberRole } = community;
    await hold("ManagePermissions", "React");
    const mine = bitsetOf("ManagePermissions", "React");
    expect(await bySet(memberRole, mine)).toBe("200");
    expect(await bySet(memberRole, mine + ViewAuditLogs)).toBe(cannotGive);
    // Denying more and allowing less need no permission; denying less does.
    expect(await bySet(memberRole, 0, ViewAuditLogs)).toBe("200");
    expect(await bySet(memberRole, 0, ViewAuditLogs + SendMessage)).toBe("200");
    expect(await bySet(memberRole, 0, ViewAuditLogs)).toBe(cannotGive);
    expect(await bySet(memberRole, 0, 0)).toBe(cannotGive);
    expect(await byOwner(memberRole, ViewAuditLogs + React, 0)).toBe("200");
    expect(await bySet(memberRole, ViewAuditLogs, React)).toBe("200");
    expect(await bySet(memberRole, ViewAuditLogs + React, 0)).toBe("200");
    expect(await bySet(memberRole, React, 0)).toBe("200");
    expect(await bySet(memberRole, ViewAuditLogs, 0)).toBe(cannotGive);
  });

  test("default permissions must all be held by the caller", async () => {
    const { moderator, owner } = community;
    await hold("ManagePermissions", "React");
    const set = async (permissions: number) => verdict(await roles.allowAll(moderator, permissions));
    expect(await set(React)).toBe("200");
    expect(await set(React + ViewAuditLogs)).toBe(cannotGive);
    expect(verdict(await roles.allowAll(owner, ViewAuditLogs))).toBe("200");
    // Now the moderator holds it as well, by default.
    expect(await set(ViewAuditLogs + React)).toBe("200");
    expect(await set(React)).toBe("200");
    expect(await set(ViewAuditLogs)).toBe(cannotGive);
    // If a role denies it to the moderator, they cannot keep it in the default permissions.
    expect(verdict(await roles.allowAll(owner, ViewAuditLogs))).toBe("200");
    const allow = bitsetOf("ManagePermissions", "React");
    expect(await byOwner(community.moderatorRole, allow, ViewAuditLogs)).toBe("200");
    expect(await set(ViewAuditLogs + React)).toBe(cannotGive);
    expect(await set(ViewAuditLogs)).toBe(cannotGive);
  });

  test("bits that cannot be granted are refused for everybody", async () => {
    const { owner, memberRole } = community;
    for (const [allow, deny] of [
      [2 ** 52, 0],
      [0, 2 ** 52],
      [2 ** 53 - 1, 0],
      [2 ** 52 + 1, 2 ** 52],
    ] as const)
      expectFailure(await roles.allow(owner, memberRole, [allow, deny]), 403, cannotGive);
    for (const permissions of [2 ** 52, 2 ** 53 - 1])
      expectFailure(await roles.allowAll(owner, permissions), 403, cannotGive);
    expect(await byOwner(memberRole, all, all)).toBe("200");
    expect(verdict(await roles.allowAll(owner, all))).toBe("200");
  });

  test.each([[-1], [2 ** 53], [1e300], [0.5], ["1"], [null], [true], [[]], [{}]])(
    "%p is refused before anything is looked up",
    async (value) => {
      const by = { ...community.owner, reason: "r".repeat(513) };
      const bodies = [{ permissions: { allow: value, deny: 0 } }, { permissions: { allow: 0, deny: value } }];
      for (const body of bodies)
        expect(outcome(await unknownServer().put(by, "nothing", body))).toBe("400 FailedValidation");
      for (const of of ["default", "nothing"])
        expect(outcome(await unknownServer().put(by, of, { permissions: value }))).toBe(
          "400 FailedValidation",
        );
    },
  );

  test("default permissions are a number, those of a role an override", async () => {
    const both = { allow: 0, deny: 0 };
    for (const body of [{}, [], { permissions: both }, { permissions: { a: 0, d: 0 } }, both])
      expect(outcome(await roles.put(community.owner, "default", body))).toBe("400 FailedValidation");
    for (const body of [{}, { permissions: 0 }, { permissions: { allow: 0 } }, both])
      expect(outcome(await roles.put(community.owner, community.memberRole, body))).toBe(
        "400 FailedValidation",
      );
  });

  test("members who are timed out cannot set permissions until the timeout ends", async () => {
    const { owner, moderator, memberRole } = community;
    await hold("ManagePermissions");
    await memberCalls(server, community).edit(owner, moderator, { timeout: server.clock.now() + hours(1) });
    expect(await bySet(memberRole, 0)).toBe(missing);
    expect(verdict(await roles.allowAll(moderator, 0))).toBe(missing);
    server.clock.advance(hours(1));
    expect(await bySet(memberRole, 0)).toBe("200");
  });

  test("members without a role cannot set the permissions of any role", async () => {
    const { owner, member, memberRole } = community;
    expect(verdict(await roles.allowAll(owner, ManagePermissions))).toBe("200");
    await memberCalls(server, community).edit(owner, member, { roles: [] });
    expect(verdict(await roles.allow(member, memberRole, [0]))).toBe("NotElevated");
    expect(verdict(await roles.allowAll(member, 0))).toBe("200");
    expect(verdict(await roles.allowAll(member, 0))).toBe(missing);
  });
});
