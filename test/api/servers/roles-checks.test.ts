import { beforeEach, expect, test } from "bun:test";
import { newUser } from "../../support/accounts/people.ts";
import type { ApiResponse } from "../../support/http/client.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
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
import { type RoleCaller, roleCalls } from "../../support/servers/role-calls.ts";
import { addRole, setDefaultPermissions, setRolePermissions } from "../../support/servers/roles.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";

const tooLong = "r".repeat(513);
const limit = 4;

describeServer(
  "checks of changes of roles",
  anyEngine,
  { config: { limits: { global: { server_roles: limit } } } },
  (server) => {
    let community: ModeratedServer;
    let roles: ReturnType<typeof roleCalls>;
    beforeEach(async () => {
      community = await newModeratedServer(server);
      roles = roleCalls(server, community);
    });

    const unknownServer = () => roleCalls(server, { id: "nowhere" });
    /** Changes one role, in either way. */
    const changes = [
      [
        "edit",
        (calls: typeof roles, by: RoleCaller, role: string) => calls.edit(by, role, { name: "New" }),
        "200",
      ],
      ["delete", (calls: typeof roles, by: RoleCaller, role: string) => calls.remove(by, role), "204"],
    ] as const;

    test.each(changes)("the checks of a call to %s a role come in order", async (_verb, change, done) => {
      const { moderator, moderatorRole, memberRole } = community;
      const foreign = await addRole(server, await newCommunity(server), { rank: 20 });
      await using announcements = await recordAnnouncements(server);
      expect(verdict(await change(unknownServer(), { ...moderator, reason: tooLong }, memberRole))).toBe(
        "HeaderTooLarge",
      );
      expect(verdict(await change(unknownServer(), moderator, memberRole))).toBe("NotFound");
      for (const role of ["nothing", memberRole])
        expect(verdict(await change(roles, moderator, role))).toBe("MissingPermission ManageRole");
      await setRolePermissions(server, moderatorRole, ["ManageRole"]);
      for (const role of ["nothing", "__proto__", "x".repeat(5_000), foreign, foreign.toLowerCase()])
        expect(verdict(await change(roles, moderator, role))).toBe("NotFound");
      const [above, sameRank] = [
        await addRole(server, community, { rank: 4 }),
        await addRole(server, community, { rank: 5 }),
      ];
      for (const role of [above, moderatorRole, sameRank])
        expect(verdict(await change(roles, moderator, role))).toBe("NotElevated");
      expect(announcements.take()).toEqual([]);
      expect(verdict(await change(roles, moderator, memberRole))).toBe(done);
      expect(verdict(await change(roles, community.owner, above))).toBe(done);
      expect(announcements.take()).toHaveLength(2);
    });

    test("the icon is checked last", async () => {
      const { moderator, moderatorRole, memberRole } = community;
      await setRolePermissions(server, moderatorRole, ["ManageRole"]);
      expect(verdict(await roles.edit(moderator, moderatorRole, { icon: "nothing" }))).toBe("NotElevated");
      expect(verdict(await roles.edit(moderator, memberRole, { name: "New", icon: "nothing" }))).toBe(
        "NotFound",
      );
      expect((await roles.fetch(moderator, memberRole)).body.name).toBe("Role");
    });

    test.each(changes)("members without a role cannot %s any role", async (_verb, change) => {
      await setDefaultPermissions(server, community, ["ManageRole"]);
      await memberCalls(server, community).edit(community.owner, community.member, { roles: [] });
      expect(verdict(await change(roles, community.member, community.memberRole))).toBe("NotElevated");
    });

    test("members who are timed out cannot change roles until the timeout ends", async () => {
      const { owner, moderator, moderatorRole, memberRole } = community;
      await setRolePermissions(server, moderatorRole, ["ManageRole"]);
      await memberCalls(server, community).edit(owner, moderator, { timeout: server.clock.now() + hours(1) });
      expect(verdict(await roles.create(moderator))).toBe("MissingPermission ManageRole");
      expect(verdict(await roles.edit(moderator, memberRole, {}))).toBe("MissingPermission ManageRole");
      server.clock.advance(hours(1));
      expect(verdict(await roles.edit(moderator, memberRole, {}))).toBe("200");
    });

    test("the checks of a creation come in order", async () => {
      const { owner, moderator, moderatorRole } = community;
      await using announcements = await recordAnnouncements(server);
      expect(verdict(await unknownServer().create({ ...owner, reason: tooLong }))).toBe("HeaderTooLarge");
      expect(verdict(await unknownServer().create(owner))).toBe("NotFound");
      for (let rank = 2; rank < limit; rank++) await addRole(server, community, { rank });
      expect(verdict(await roles.create(moderator))).toBe("MissingPermission ManageRole");
      await setRolePermissions(server, moderatorRole, ["ManageRole"]);
      for (const by of [moderator, owner])
        expectFailure(await roles.create(by), 400, "TooManyRoles", { max: limit });
      expect(announcements.take()).toEqual([]);
      await roles.remove(owner, community.memberRole);
      expect(verdict(await roles.create(moderator))).toBe("200");
    });

    test("a role can be fetched by every member", async () => {
      const stranger = await newUser(server);
      expect(verdict(await unknownServer().fetch(community.member, community.memberRole))).toBe("NotFound");
      expect(verdict(await roles.fetch(stranger, community.memberRole))).toBe("NotFound");
      expect(verdict(await roles.fetch(community.member, "nothing"))).toBe("NotFound");
      const foreign = await addRole(server, await newCommunity(server), { rank: 0 });
      expect(verdict(await roles.fetch(community.member, foreign))).toBe("NotFound");
      expect(verdict(await roles.fetch(community.member, community.moderatorRole))).toBe("200");
    });

    const refused = (response: ApiResponse) =>
      expectFailure(response, 400, "FailedValidation", { error: expect.any(String) });

    test("malformed input is refused before anything is loaded", async () => {
      const { owner } = community;
      const names = ["", "n".repeat(33), 5, {}, ["Crew"], "a\0b"];
      for (const body of [
        {},
        [],
        { name: null },
        { name: "Crew", rank: "1" },
        ...names.map((name) => ({ name })),
      ])
        refused(await unknownServer().create({ ...owner, reason: tooLong }, body));
      const edits = [
        ...names.map((name) => ({ name })),
        { colour: "" },
        { colour: 5 },
        { hoist: "true" },
        { hoist: 1 },
        { icon: "" },
        { icon: "i".repeat(129) },
        { icon: {} },
        { rank: 1.5 },
        { remove: ["Name"] },
        { remove: ["Hoist"] },
        { remove: "Colour" },
      ];
      for (const body of edits) refused(await unknownServer().edit(owner, "nothing", body));
    });

    test("names are counted in characters", async () => {
      const { owner, memberRole } = community;
      const name = "👍".repeat(32);
      expect((await roles.edit(owner, memberRole, { name })).body.name).toBe(name);
      expect((await roles.create(owner, { name })).body.role.name).toBe(name);
      refused(await roles.edit(owner, memberRole, { name: `${name}!` }));
    });

    test.each(["red", "#ff7f50", "rgba(1, 2, 3, 0.5)", "var(--accent)", "a".repeat(128)])(
      "%p is a colour",
      async (colour) => {
        const { body } = await roles.edit(community.owner, community.memberRole, { colour });
        expect(body.colour).toBe(colour);
      },
    );

    test.each(["red;", "url(x)", "#", "#ggg", "linear-gradient(red)", "red\n", "a".repeat(129)])(
      "%p is no colour",
      async (colour) => {
        refused(await unknownServer().edit(community.owner, "nothing", { colour }));
        refused(await roles.edit(community.owner, community.memberRole, { name: "New", colour }));
        expect((await roles.fetch(community.owner, community.memberRole)).body.name).toBe("Role");
      },
    );
  },
);
