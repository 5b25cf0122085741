import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Person } from "../../support/accounts/people.ts";
import { readFileState } from "../../support/files/file-state.ts";
import { makeImage } from "../../support/files/make-images.ts";
import { readAuditLog } from "../../support/operators/audit-log.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import type { TestServer } from "../../support/server/server.ts";
import { hours } from "../../support/server/test-clock.ts";
import {
  type ModeratedServer,
  memberCalls,
  newModeratedServer,
  readMember,
  verdict,
} from "../../support/servers/member-calls.ts";
import { addRole, setDefaultPermissions } from "../../support/servers/roles.ts";
import { type AnnouncementRecorder, openRecordedServer } from "../../support/stream/record-announcements.ts";

describe.each([...anyEngine])("editing members on %s", (engine) => {
  let server: TestServer;
  let announcements: AnnouncementRecorder;
  let community: ModeratedServer;
  let edit: ReturnType<typeof memberCalls>["edit"];
  beforeAll(async () => {
    ({ server, announcements } = await openRecordedServer(engine));
  });
  afterAll(() => server[Symbol.asyncDispose]());

  async function begin() {
    community = await newModeratedServer(server);
    edit = memberCalls(server, community).edit;
    announcements.take();
  }

  /** The announcement to all members, with the state that decides the member's view afterwards. */
  const updated = (data: object, clear: string[], { roles, timeoutUntil = null }: After) => {
    const id = { server: community.id, user: community.member.id };
    return {
      name: "ServerMemberUpdate",
      payload: { id, data, clear },
      topics: [`server:${community.id}`],
      changes: [{ kind: "member changed", ...id, roles, timeoutUntil }],
    };
  };
  interface After {
    readonly roles: readonly string[];
    readonly timeoutUntil?: number | null;
  }

  async function upload({ token }: Person): Promise<string> {
    const form = new FormData();
    form.append("file", new Blob([await makeImage("png")]), "me.png");
    const headers = { "x-session-token": token };
    const response = await fetch(`${server.url}/autumn/avatars`, { method: "POST", headers, body: form });
    return ((await response.json()) as { id: string }).id;
  }

  test("fields that are set are stored, returned and announced; then they are emptied", async () => {
    await begin();
    const { owner, member, memberRole } = community;
    const low = await addRole(server, community, { rank: 20 });
    const timeoutUntil = server.clock.now() + hours(1);
    const timeout = new Date(timeoutUntil).toISOString();
    const data = {
      nickname: "Nick",
      roles: [low, memberRole],
      timeout,
      can_publish: false,
      can_receive: false,
    };
    const response = await edit(owner, member, { ...data, roles: [low, memberRole, low] });
    const view = {
      _id: { server: community.id, user: member.id },
      joined_at: expect.any(String),
      ...data,
    };
    expect({ status: response.status, body: response.body }).toEqual({ status: 200, body: view });
    expect(await readMember(server, community, member)).toEqual(view);
    expect<object[]>(announcements.take()).toEqual([
      updated(data, [], { roles: [low, memberRole], timeoutUntil }),
    ]);

    const remove = ["CanReceive", "CanPublish", "Timeout", "Roles", "Nickname"];
    const { body } = await edit(owner, member, { remove: [...remove, "JoinedAt", "Roles"] });
    expect(body).toEqual({ _id: view._id, joined_at: response.body.joined_at });
    expect(await readMember(server, community, member)).toEqual(body);
    expect<object[]>(announcements.take()).toEqual([updated({}, remove, { roles: [] })]);
  });

  test("a field that is emptied and set at once is set, and announced as set", async () => {
    await begin();
    const { owner, member, memberRole } = community;
    await edit(owner, member, { nickname: "Old", can_publish: false });
    announcements.take();
    const { body } = await edit(owner, member, { nickname: "New", remove: ["Nickname", "CanPublish"] });
    expect(body.nickname).toBe("New");
    expect<object[]>(announcements.take()).toEqual([
      updated({ nickname: "New" }, ["CanPublish"], { roles: [memberRole] }),
    ]);
  });

  test("an edit without effect is neither announced nor audited", async () => {
    await begin();
    const { owner, member, memberRole } = community;
    const set = {
      nickname: "N",
      roles: [memberRole],
      timeout: server.clock.now() + hours(1),
      can_publish: false,
    };
    await edit(owner, member, set);
    expect(announcements.take()).toHaveLength(1);
    expect(await readAuditLog(server, community)).toHaveLength(1);
    const before = await readMember(server, community, member);
    for (const body of [
      {},
      { remove: [] },
      { remove: ["CanReceive", "JoinedAt"] },
      set,
      { ...set, remove: ["Nickname", "Timeout"] },
      { nickname: "N" },
      { can_receive: true },
    ]) {
      const response = await edit(owner, member, body);
      expect({ status: response.status, body: response.body }).toEqual({ status: 200, body: before });
    }
    expect<object[]>(announcements.take()).toEqual([]);
    expect(await readAuditLog(server, community)).toHaveLength(1);
  });

  test("timeouts are given with an offset or as a number, and may be in the past", async () => {
    await begin();
    const { owner, member } = community;
    const set = async (timeout: string | number) => (await edit(owner, member, { timeout })).body.timeout;
    expect(await set("2035-01-02T03:04:05+02:00")).toBe("2035-01-02T01:04:05.000Z");
    expect(await set("1999-12-31T23:00:00.5-01:30")).toBe("2000-01-01T00:30:00.500Z");
    expect(await set(0)).toBe("1970-01-01T00:00:00.000Z");
    expect(await set(253_402_300_799_999)).toBe("9999-12-31T23:59:59.999Z");
    expect(await readMember(server, community, member)).toMatchObject({
      timeout: "9999-12-31T23:59:59.999Z",
    });
  });

  test("the audit log has the editor, the change, the previous values and the reason", async () => {
    await begin();
    const { owner, member, memberRole } = community;
    await edit(owner, member, { nickname: "One" });
    const headers = { "x-audit-log-reason": "because" };
    await edit(owner, member, { roles: [], can_publish: true, remove: ["Nickname", "Timeout"] }, { headers });
    const entry = { by: owner.id, target: member.id };
    expect(await readAuditLog(server, community)).toEqual([
      {
        ...entry,
        reason: null,
        action: { type: "MemberEdit", user: member.id, before: {}, after: { nickname: "One" } },
      },
      {
        ...entry,
        reason: "because",
        action: {
          type: "MemberEdit",
          user: member.id,
          before: { nickname: "One", roles: [memberRole] },
          after: { roles: [] },
        },
      },
    ]);
  });

  test("an avatar belongs to one member, and is released when it is replaced", async () => {
    await begin();
    const { owner, member } = community;
    await setDefaultPermissions(server, community, ["ChangeAvatar"]);
    const [first, second] = [await upload(member), await upload(member)];
    const { body } = await edit(member, member, { avatar: first });
    expect(body.avatar).toMatchObject({ _id: first, tag: "avatars", filename: "me.png" });
    expect(announcements.take()).toMatchObject([{ payload: { data: { avatar: body.avatar }, clear: [] } }]);
    expect(await readFileState(server, first)).toMatchObject({ used_as: "MemberAvatar", deleted_at: null });
    expect((await server.client.get("/users/@me", member)).body).not.toHaveProperty("avatar");

    await edit(member, member, { avatar: second });
    expect(await readFileState(server, first)).toMatchObject({ deleted_at: expect.any(Number) });
    expect(await readFileState(server, second)).toMatchObject({ deleted_at: null });
    announcements.take();
    expect(verdict(await edit(owner, member, { remove: ["Avatar"] }))).toBe("200");
    expect(await readFileState(server, second)).toMatchObject({ deleted_at: expect.any(Number) });
    expect(announcements.take()).toMatchObject([{ payload: { data: {}, clear: ["Avatar"] } }]);
  });

  test("files that are foreign, used or unknown are NotFound, and nothing changes", async () => {
    await begin();
    const { owner, member } = community;
    await setDefaultPermissions(server, community, ["ChangeAvatar", "ChangeNickname"]);
    const used = await upload(member);
    await edit(member, member, { avatar: used });
    const before = await readMember(server, community, member);
    announcements.take();
    for (const avatar of [used, await upload(owner), "unknown", "x".repeat(128)])
      expect(verdict(await edit(member, member, { nickname: "N", avatar }))).toBe("NotFound");
    expect(await readMember(server, community, member)).toEqual(before);
    expect(await readFileState(server, used)).toMatchObject({ deleted_at: null });
    expect<object[]>(announcements.take()).toEqual([]);
  });

  test("a huge list of roles is one role, or InvalidRole", async () => {
    await begin();
    const { owner, member, memberRole } = community;
    const many = Array.from({ length: 10_000 }, () => memberRole);
    expect((await edit(owner, member, { roles: many })).body.roles).toEqual([memberRole]);
    const unknown = Array.from({ length: 10_000 }, (_, index) => `role ${index}`);
    expect(verdict(await edit(owner, member, { roles: unknown }))).toBe("InvalidRole");
    for (const id of ["__proto__", "constructor", "' or 1=1 --", "\u202e", "x".repeat(128)])
      expect(verdict(await edit(owner, member, { roles: [memberRole, id] }))).toBe("InvalidRole");
    for (const roles of [
      [memberRole, "x".repeat(129)],
      [...many, memberRole],
    ])
      expect(verdict(await edit(owner, member, { roles }))).toBe("FailedValidation");
    const elsewhere = await newModeratedServer(server);
    expect(verdict(await edit(owner, member, { roles: [elsewhere.memberRole] }))).toBe("InvalidRole");
    expect((await readMember(server, community, member))?.roles).toEqual([memberRole]);
  });
});
