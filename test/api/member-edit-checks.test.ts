import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Permission } from "../../src/permissions/bits.ts";
import { engines } from "../support/engines.ts";
import { expectFailure } from "../support/expect-failure.ts";
import { callsIn, newStaffed, type Staffed, seeMember, verdict } from "../support/member-calls.ts";
import { newUser, type Person } from "../support/people.ts";
import { addRole, allowAll, allowRole } from "../support/roles-held.ts";
import { runCommand } from "../support/run-command.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { hours } from "../support/test-clock.ts";

describe.each([...engines])("who may edit members on %s", (engine) => {
  let server: TestServer;
  let place: Staffed;
  let edit: ReturnType<typeof callsIn>["edit"];
  beforeAll(async () => {
    server = await openServer(engine);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  /** A fresh place; what the moderator may do there. */
  async function begin(...permissions: Permission[]) {
    place = await newStaffed(server);
    edit = callsIn(server, place).edit;
    await allowRole(server, place.moderatorRole, permissions);
  }
  const attempt = async (by: Person, to: { id: string }, body: object) => verdict(await edit(by, to, body));

  test("what is asked of an edit of others is asked in order", async () => {
    await begin();
    const later = new Date(server.clock.now() + hours(1)).toISOString();
    const rest = { roles: ["?"], timeout: later, can_publish: false, can_receive: false, voice_channel: "?" };
    const remove = ["Avatar", "VoiceChannel"];
    const held: Permission[] = [];
    const next = async (body: object, ...more: Permission[]) => {
      held.push(...more);
      await allowRole(server, place.moderatorRole, held);
      return attempt(place.moderator, place.member, body);
    };
    const ladder = [
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
      await next({ nickname: "N", roles: [place.moderatorRole, "?"] }),
      await next({ nickname: "N", roles: ["?", place.moderatorRole] }),
    ];
    expect(ladder).toEqual([
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
    expect(await seeMember(server, place, place.member)).toEqual({
      _id: { server: place.id, user: place.member.id },
      joined_at: expect.any(String),
      roles: [place.memberRole],
    });
  });

  test("emptying a field takes what setting it takes", async () => {
    await begin();
    const fields = ["Nickname", "Pronouns", "Avatar", "Roles", "Timeout", "CanPublish", "CanReceive"];
    const tried = async (by: Person, to: Person) => {
      const verdicts: string[] = [];
      for (const field of fields) verdicts.push(await attempt(by, to, { remove: [field] }));
      return verdicts;
    };
    expect(await tried(place.moderator, place.member)).toEqual([
      "MissingPermission ManageNicknames",
      "InvalidOperation",
      "MissingPermission RemoveAvatars",
      "MissingPermission AssignRoles",
      "MissingPermission TimeoutMembers",
      "MissingPermission MuteMembers",
      "MissingPermission DeafenMembers",
    ]);
    expect(await tried(place.member, place.member)).toEqual([
      "MissingPermission ChangeNickname",
      "200",
      "MissingPermission ChangeAvatar",
      "MissingPermission AssignRoles",
      "MissingPermission TimeoutMembers",
      "MissingPermission MuteMembers",
      "MissingPermission DeafenMembers",
    ]);
  });

  test("one's own name and avatar take permissions of their own, pronouns none", async () => {
    await begin();
    const { member } = place;
    expect(await attempt(member, member, { pronouns: "they" })).toBe("200");
    expect(await attempt(member, member, { nickname: "N" })).toBe("MissingPermission ChangeNickname");
    await allowAll(server, place, ["ChangeNickname"]);
    expect(await attempt(member, member, { nickname: "N" })).toBe("200");
    expect(await attempt(member, member, { avatar: "?" })).toBe("MissingPermission ChangeAvatar");
    await allowAll(server, place, ["ChangeAvatar"]);
    expect(await attempt(member, member, { avatar: "?" })).toBe("NotFound");
  });

  test("nobody times out themselves, nor those who could do it to others", async () => {
    await begin("TimeoutMembers", "ManageNicknames", "AssignRoles");
    const { owner, moderator, member } = place;
    const timeout = server.clock.now() + hours(1);
    expect(await attempt(owner, owner, { timeout })).toBe("CannotTimeoutYourself");
    expect(await attempt(moderator, owner, { timeout })).toBe("IsElevated");
    expect(await attempt(owner, moderator, { timeout })).toBe("IsElevated");
    expect(await attempt(member, moderator, { timeout })).toBe("IsElevated");
    expect(await attempt(member, owner, { roles: [], timeout })).toBe("MissingPermission AssignRoles");
    await allowAll(server, place, ["AssignRoles"]);
    expect(await attempt(member, owner, { roles: [], timeout })).toBe("IsElevated");
  });

  test("others are of lower rank, or out of reach", async () => {
    await begin("ManageNicknames", "AssignRoles");
    const { owner, moderator, member } = place;
    const nickname = "N";
    expect(await attempt(moderator, member, { nickname })).toBe("200");
    const equal = await addRole(server, place, { rank: 5, holders: [member] });
    expect(await attempt(moderator, member, { nickname })).toBe("NotElevated");
    expect(await attempt(moderator, member, {})).toBe("NotElevated");
    expect(await attempt(moderator, member, { roles: ["?"] })).toBe("NotElevated");
    expect(await attempt(owner, member, { nickname, roles: [equal] })).toBe("200");
    // The owner is of no rank but that of the roles, and has none.
    expect(await attempt(moderator, owner, { nickname })).toBe("200");
    await addRole(server, place, { rank: 0, holders: [owner] });
    expect(await attempt(moderator, owner, { nickname })).toBe("NotElevated");
    expect(await attempt(owner, owner, { nickname })).toBe("200");
    // Two without roles are of one rank.
    await allowAll(server, place, ["ManageNicknames", "AssignRoles"]);
    await edit(owner, moderator, { roles: [] });
    await edit(owner, member, { roles: [] });
    expect(await attempt(moderator, member, { nickname })).toBe("NotElevated");
  });

  test("roles are given below one's own rank, and taken at any", async () => {
    await begin("AssignRoles");
    const { owner, moderator, member, memberRole, moderatorRole } = place;
    const [low, high] = [
      await addRole(server, place, { rank: 20 }),
      await addRole(server, place, { rank: 1 }),
    ];
    expect(await attempt(moderator, member, { roles: [memberRole, low] })).toBe("200");
    expect(await attempt(moderator, member, { roles: [moderatorRole] })).toBe("NotElevated");
    expect(await attempt(moderator, member, { roles: [high] })).toBe("NotElevated");
    expect(await attempt(moderator, moderator, { roles: [moderatorRole, low] })).toBe("200");
    expect(await attempt(moderator, moderator, { roles: [moderatorRole, high] })).toBe("NotElevated");
    expect(await attempt(owner, owner, { roles: [high, moderatorRole] })).toBe("200");
    expect(await attempt(owner, moderator, { roles: [moderatorRole, high] })).toBe("200");
    // What they have, they may keep; what they give up, they cannot take again.
    expect(await attempt(moderator, moderator, { roles: [high, moderatorRole] })).toBe("200");
    expect(await attempt(moderator, moderator, { roles: [moderatorRole] })).toBe("200");
    expect(await attempt(moderator, moderator, { roles: [moderatorRole, high] })).toBe("NotElevated");
    expect((await seeMember(server, place, moderator))?.roles).toEqual([moderatorRole]);
  });

  test("who is timed out may do nothing until it is over", async () => {
    await begin("ManageNicknames");
    const { owner, moderator, member } = place;
    await edit(owner, moderator, { timeout: server.clock.now() + hours(1) });
    expect(await attempt(moderator, member, { nickname: "N" })).toBe("MissingPermission ManageNicknames");
    server.clock.advance(hours(1));
    expect(await attempt(moderator, member, { nickname: "N" })).toBe("200");
  });

  test("servers, members and strangers that are not there", async () => {
    await begin("ManageNicknames");
    const stranger = await newUser(server);
    const { moderator, member, id } = place;
    expect(await attempt(moderator, { id: "nobody" }, { nickname: "N" })).toBe("NotFound");
    expect(await attempt(moderator, stranger, { nickname: "N" })).toBe("NotFound");
    const elsewhere = callsIn(server, { id: "nowhere" });
    expect(verdict(await elsewhere.edit(moderator, member, { nickname: "N" }))).toBe("NotFound");
    for (const body of [{}, { remove: [] }, { remove: ["JoinedAt"] }])
      expect(await attempt(stranger, member, body)).toBe("NotFound");
    expect(await attempt(stranger, member, { nickname: "N" })).toBe("MissingPermission ManageNicknames");
    await runCommand(server, "users", "promote", stranger.id);
    expect(await attempt(stranger, member, { nickname: "By an admin" })).toBe("200");
    expect(await attempt(stranger, member, {})).toBe("NotFound");
    expect((await seeMember(server, { id }, member))?.nickname).toBe("By an admin");
  });

  test("what is malformed is refused before anything is looked up", async () => {
    await begin();
    const nowhere = callsIn(server, { id: "nowhere" });
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
      expectFailure(await nowhere.edit(place.owner, place.member, body), 400, "FailedValidation", {
        error: expect.any(String),
      });
    const headers = { "x-audit-log-reason": "r".repeat(513) };
    expect(verdict(await nowhere.edit(place.owner, place.member, {}, { headers }))).toBe("HeaderTooLarge");
  });
});
