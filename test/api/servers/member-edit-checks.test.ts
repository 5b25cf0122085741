import { expect, test } from "bun:test";
import { errorCatalogue } from "../../../src/declare/error-catalogue.ts";
import type { Permission } from "../../../src/permissions/bits.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { hours } from "../../support/server/test-clock.ts";
import {
  type ModeratedServer,
  memberCalls,
  newModeratedServer,
  readMember,
  verdict,
} from "../../support/servers/member-calls.ts";
import { addRole, setDefaultPermissions, setRolePermissions } from "../../support/servers/roles.ts";

describeServer("who may edit members", anyEngine, (server) => {
  let community: ModeratedServer;
  let edit: ReturnType<typeof memberCalls>["edit"];

  /** A new community, in which the moderator holds these permissions. */
  async function begin(...permissions: Permission[]) {
    community = await newModeratedServer(server);
    edit = memberCalls(server, community).edit;
    await setRolePermissions(server, community.moderatorRole, permissions);
  }
  const attempt = async (by: Person, to: { id: string }, body: object) => verdict(await edit(by, to, body));

  test("the checks of an edit of another member come in order", async () => {
    await begin();
    const later = new Date(server.clock.now() + hours(1)).toISOString();
    const rest = { roles: ["?"], timeout: later, can_publish: false, can_receive: false, voice_channel: "?" };
    const remove = ["Avatar", "VoiceChannel"];
    const granted: Permission[] = [];
    const next = async (body: object, ...more: Permission[]) => {
      granted.push(...more);
      await setRolePermissions(server, community.moderatorRole, granted);
      return attempt(community.moderator, community.member, body);
    };
    const outcomes = [
      await next({ nickname: "N", pronouns: "they", ...rest, remove }),
      await next({ nickname: "N", pronouns: "they", ...rest, remove }, "ManageNicknames"),
      await next({ nickname: "N", ...rest, remove }),
      await next({ nickname: "N", avatar: "?", ...rest, remove }),
      await next({ nickname: "N", ...rest, remove }, "RemoveAvatars"),
      await next({ nickname: "N", ...rest, remove }, "AssignRoles"),
      await next({ nickname: "N", ...rest, remove }, "TimeoutMembers"),
      await next({ nickname: "N", ...rest, remove }, "MuteMembers"),
      await next({ nickname: "N", ...rest, remove }, "DeafenMembers"),
      await next({ nickname: "N", ...rest }),
      await next({ nickname: "N", remove: ["VoiceChannel"] }),
      await next({ nickname: "N", roles: [community.moderatorRole, "?"] }),
      await next({ nickname: "N", roles: ["?", community.moderatorRole] }),
    ];
    expect(outcomes).toEqual([
      "MissingPermission ManageNicknames",
      "InvalidOperation",
      "MissingPermission RemoveAvatars",
      "InvalidOperation",
      "MissingPermission AssignRoles",
      "MissingPermission TimeoutMembers",
      "MissingPermission MuteMembers",
      "MissingPermission DeafenMembers",
      "InvalidOperation",
      "LiveKitUnavailable",
      "LiveKitUnavailable",
      "NotElevated",
      "InvalidRole",
    ]);
    expect(await readMember(server, community, community.member)).toEqual({
      _id: { server: community.id, user: community.member.id },
      joined_at: expect.any(String),
      roles: [community.memberRole],
    });
  });

  test("emptying a field needs the same permission as setting it", async () => {
    await begin();
    const fields = ["Nickname", "Pronouns", "Avatar", "Roles", "Timeout", "CanPublish", "CanReceive"];
    const attemptEach = async (by: Person, to: Person) => {
      const verdicts: string[] = [];
      for (const field of fields) verdicts.push(await attempt(by, to, { remove: [field] }));
      return verdicts;
    };
    expect(await attemptEach(community.moderator, community.member)).toEqual([
      "MissingPermission ManageNicknames",
      "InvalidOperation",
      "MissingPermission RemoveAvatars",
      "MissingPermission AssignRoles",
      "MissingPermission TimeoutMembers",
      "MissingPermission MuteMembers",
      "MissingPermission DeafenMembers",
    ]);
    expect(await attemptEach(community.member, community.member)).toEqual([
      "MissingPermission ChangeNickname",
      "200",
      "MissingPermission ChangeAvatar",
      "MissingPermission AssignRoles",
      "MissingPermission TimeoutMembers",
      "MissingPermission MuteMembers",
      "MissingPermission DeafenMembers",
    ]);
  });

  test("one's own nickname and avatar need permissions of their own, pronouns none", async () => {
    await begin();
    const { member } = community;
    expect(await attempt(member, member, { pronouns: "they" })).toBe("200");
    expect(await attempt(member, member, { nickname: "N" })).toBe("MissingPermission ChangeNickname");
    await setDefaultPermissions(server, community, ["ChangeNickname"]);
    expect(await attempt(member, member, { nickname: "N" })).toBe("200");
    expect(await attempt(member, member, { avatar: "?" })).toBe("MissingPermission ChangeAvatar");
    await setDefaultPermissions(server, community, ["ChangeAvatar"]);
    expect(await attempt(member, member, { avatar: "?" })).toBe("NotFound");
  });

  test("members cannot time out themselves or members who hold TimeoutMembers", async () => {
    await begin("TimeoutMembers", "ManageNicknames", "AssignRoles");
    const { owner, moderator, member } = community;
    const timeout = server.clock.now() + hours(1);
    expect(await attempt(owner, owner, { timeout })).toBe("CannotTimeoutYourself");
    expect(errorCatalogue.IsElevated.doc).toContain("The member may time others out");
    expect(await attempt(moderator, owner, { timeout })).toBe("IsElevated");
    expect(await attempt(owner, moderator, { timeout })).toBe("IsElevated");
    expect(await attempt(member, moderator, { timeout })).toBe("IsElevated");
    expect(await attempt(member, owner, { roles: [], timeout })).toBe("MissingPermission AssignRoles");
    await setDefaultPermissions(server, community, ["AssignRoles"]);
    expect(await attempt(member, owner, { roles: [], timeout })).toBe("IsElevated");
  });

  test("only members of lower rank can be edited", async () => {
    await begin("ManageNicknames", "AssignRoles");
    const { owner, moderator, member } = community;
    const nickname = "N";
    expect(await attempt(moderator, member, { nickname })).toBe("200");
    const equal = await addRole(server, community, { rank: 5, holders: [member] });
    expect(await attempt(moderator, member, { nickname })).toBe("NotElevated");
    expect(await attempt(moderator, member, {})).toBe("NotElevated");
    expect(await attempt(moderator, member, { roles: ["?"] })).toBe("NotElevated");
    expect(await attempt(owner, member, { nickname, roles: [equal] })).toBe("200");
    // No role outranks the owner, whatever roles the owner has.
    for (const change of [{ nickname }, { roles: [] }, {}])
      expect(await attempt(moderator, owner, change)).toBe("NotElevated");
    await addRole(server, community, { rank: 20, holders: [owner] });
    expect(await attempt(moderator, owner, { nickname })).toBe("NotElevated");
    expect(await attempt(owner, owner, { nickname })).toBe("200");
    // Members without roles share a rank.
    await setDefaultPermissions(server, community, ["ManageNicknames", "AssignRoles"]);
    await edit(owner, moderator, { roles: [] });
    await edit(owner, member, { roles: [] });
    expect(await attempt(moderator, member, { nickname })).toBe("NotElevated");
  });

  test("roles can be added below one's own rank, and removed at any", async () => {
    await begin("AssignRoles");
    const { owner, moderator, member, memberRole, moderatorRole } = community;
    const [low, high] = [
      await addRole(server, community, { rank: 20 }),
      await addRole(server, community, { rank: 1 }),
    ];
    expect(await attempt(moderator, member, { roles: [memberRole, low] })).toBe("200");
    expect(await attempt(moderator, member, { roles: [moderatorRole] })).toBe("NotElevated");
    expect(await attempt(moderator, member, { roles: [high] })).toBe("NotElevated");
    expect(await attempt(moderator, moderator, { roles: [moderatorRole, low] })).toBe("200");
    expect(await attempt(moderator, moderator, { roles: [moderatorRole, high] })).toBe("NotElevated");
    expect(await attempt(owner, owner, { roles: [high, moderatorRole] })).toBe("200");
    expect(await attempt(owner, moderator, { roles: [moderatorRole, high] })).toBe("200");
    // A member may keep a high role, but cannot add it again after removing it.
    expect(await attempt(moderator, moderator, { roles: [high, moderatorRole] })).toBe("200");
    expect(await attempt(moderator, moderator, { roles: [moderatorRole] })).toBe("200");
    expect(await attempt(moderator, moderator, { roles: [moderatorRole, high] })).toBe("NotElevated");
    expect((await readMember(server, community, moderator))?.roles).toEqual([moderatorRole]);
  });

  test("members who are timed out may edit nothing until it is over", async () => {
    await begin("ManageNicknames");
    const { owner, moderator, member } = community;
    await edit(owner, moderator, { timeout: server.clock.now() + hours(1) });
    expect(await attempt(moderator, member, { nickname: "N" })).toBe("MissingPermission ManageNicknames");
    server.clock.advance(hours(1));
    expect(await attempt(moderator, member, { nickname: "N" })).toBe("200");
  });

  test("an unknown server or member is NotFound, and non-members may not edit", async () => {
    await begin("ManageNicknames");
    const stranger = await newUser(server);
    const { moderator, member } = community;
    expect(await attempt(moderator, { id: "nobody" }, { nickname: "N" })).toBe("NotFound");
    expect(await attempt(moderator, stranger, { nickname: "N" })).toBe("NotFound");
    const elsewhere = memberCalls(server, { id: "nowhere" });
    expect(verdict(await elsewhere.edit(moderator, member, { nickname: "N" }))).toBe("NotFound");
    for (const body of [{}, { remove: [] }, { remove: ["JoinedAt"] }])
      expect(await attempt(stranger, member, body)).toBe("NotFound");
    expect(await attempt(stranger, member, { nickname: "N" })).toBe("MissingPermission ManageNicknames");
  });

  test("malformed input is refused before anything is loaded", async () => {
    await begin();
    const nowhere = memberCalls(server, { id: "nowhere" });
    const bodies = [
      { nickname: "" },
      { nickname: "n".repeat(33) },
      { pronouns: "" },
      { pronouns: "p".repeat(25) },
      { avatar: "" },
      { roles: "all" },
      { roles: [1] },
      { timeout: "tomorrow" },
      { timeout: "2026-01-02T03:04:05" },
      { timeout: "2026-13-45T99:00:00Z" },
      { timeout: "2026-12-31T23:59:60Z" },
      { timeout: "9999-12-31T23:59:59-01:00" },
      { timeout: 1.5 },
      { timeout: 1e300 },
      { timeout: Number.MAX_SAFE_INTEGER },
      { timeout: {} },
      { can_publish: 1 },
      { can_receive: "false" },
      { voice_channel: 5 },
      { remove: ["Name"] },
      { remove: "Nickname" },
    ];
    for (const body of bodies)
      expectFailure(await nowhere.edit(community.owner, community.member, body), 400, "FailedValidation", {
        error: expect.any(String),
      });
    const headers = { "x-audit-log-reason": "r".repeat(513) };
    expect(verdict(await nowhere.edit(community.owner, community.member, {}, { headers }))).toBe(
      "HeaderTooLarge",
    );
  });
});
