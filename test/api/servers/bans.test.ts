import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { isBanned } from "../../../src/domains/members/index.ts";
import { newUser } from "../../support/accounts/people.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { readMessages, writeMessages } from "../../support/messages/messages.ts";
import { readAuditLog } from "../../support/operators/audit-log.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import type { TestServer } from "../../support/server/server.ts";
import { hours, seconds } from "../../support/server/test-clock.ts";
import {
  type ModeratedServer,
  memberCalls,
  newModeratedServer,
  readMember,
  verdict,
} from "../../support/servers/member-calls.ts";
import { addRole, setRolePermissions } from "../../support/servers/roles.ts";
import { type AnnouncementRecorder, openRecordedServer } from "../../support/stream/record-announcements.ts";

describe.each([...anyEngine])("bans on %s", (engine) => {
  let server: TestServer;
  let announcements: AnnouncementRecorder;
  let community: ModeratedServer;
  let calls: ReturnType<typeof memberCalls>;
  beforeAll(async () => {
    ({ server, announcements } = await openRecordedServer(engine));
  });
  afterAll(() => server[Symbol.asyncDispose]());

  async function newFixture() {
    community = await newModeratedServer(server);
    calls = memberCalls(server, community);
    announcements.take();
  }
  const banned = ({ id }: { id: string }) =>
    server.running.store.read((db) => isBanned(db, community.id, id));

  test("the checks of a ban come in order", async () => {
    await newFixture();
    const { owner, moderator, member, moderatorRole } = community;
    const { ban } = calls;
    const nowhere = memberCalls(server, { id: "nowhere" });
    const headers = { "x-audit-log-reason": "r".repeat(513) };
    const attempts = [
      await nowhere.ban(moderator, moderator, { reason: "r".repeat(1025) }, { headers }),
      await nowhere.ban(moderator, moderator, {}, { headers }),
      await nowhere.ban(moderator, moderator),
      await ban(moderator, moderator),
      await ban(owner, owner),
      await ban(moderator, owner),
      await ban(moderator, member),
      await ban(moderator, { id: "no id" }),
      await ban(await newUser(server), member),
    ];
    expect(attempts.map(verdict)).toEqual([
      "FailedValidation",
      "HeaderTooLarge",
      "NotFound",
      "CannotRemoveYourself",
      "CannotRemoveYourself",
      "InvalidOperation",
      "MissingPermission BanMembers",
      "MissingPermission BanMembers",
      "MissingPermission BanMembers",
    ]);
    await setRolePermissions(server, moderatorRole, ["BanMembers"]);
    for (const id of ["no id", "x".repeat(26).replace("x", "ü"), "0".repeat(5_000)])
      expect(verdict(await ban(moderator, { id }))).toBe("NotFound");
    await addRole(server, community, { rank: 5, holders: [member] });
    expect(verdict(await ban(moderator, member))).toBe("NotElevated");
    expect([await banned(member), await readMember(server, community, member)]).toEqual([
      false,
      expect.anything(),
    ]);
    expect(announcements.take()).toEqual([]);
  });

  test("a body of the wrong shape is refused", async () => {
    await newFixture();
    const bodies = [
      [],
      { reason: 5 },
      { reason: "r".repeat(1025) },
      { delete_message_seconds: -1 },
      { delete_message_seconds: 604_801 },
      { delete_message_seconds: 1.5 },
      { delete_message_seconds: "60" },
    ];
    for (const body of bodies)
      expectFailure(await calls.ban(community.owner, community.member, body), 400, "FailedValidation", {
        error: expect.any(String),
      });
    expect(await banned(community.member)).toBe(false);
  });

  test("a banned member is removed, and all members get the reason", async () => {
    await newFixture();
    const { moderator, member, moderatorRole, id } = community;
    await setRolePermissions(server, moderatorRole, ["BanMembers"]);
    const { status, body } = await calls.ban(moderator, member, { reason: "spam" });
    const ban = { _id: { server: id, user: member.id }, reason: "spam" };
    expect({ status, body }).toEqual({ status: 200, body: ban });
    expect([await banned(member), await readMember(server, community, member)]).toEqual([true, undefined]);
    expect<object[]>(announcements.take()).toEqual([
      {
        name: "ServerMemberLeave",
        payload: { id, user: member.id, reason: "Ban" },
        topics: [`server:${id}`],
        changes: [{ kind: "server left", user: member.id, server: id }],
      },
    ]);
    const { body: user } = await server.client.get("/users/@me", member);
    const { username, discriminator } = user;
    expect((await calls.bans(moderator)).body).toEqual({
      users: [{ _id: member.id, username, discriminator, avatar: null }],
      bans: [ban],
    });
  });

  test("banning strangers and unknown users emits nothing", async () => {
    await newFixture();
    const stranger = await newUser(server);
    const unknownUser = { id: server.running.services.ids.next() };
    for (const target of [stranger, unknownUser]) {
      const { body } = await calls.ban(community.owner, target);
      expect(body).toEqual({ _id: { server: community.id, user: target.id }, reason: null });
    }
    expect(announcements.take()).toEqual([]);
    const { body } = await calls.bans(community.owner);
    expect(body.users.map(({ _id }: { _id: string }) => _id)).toEqual([stranger.id]);
    expect(body.bans.map(({ _id }: { _id: { user: string } }) => _id.user)).toEqual([
      stranger.id,
      unknownUser.id,
    ]);
  });

  test("a second ban only changes the reason", async () => {
    await newFixture();
    const { owner, member } = community;
    const reasons = [];
    for (const body of [{ reason: "one" }, { reason: "" }, {}, { reason: "r".repeat(1024) }])
      reasons.push((await calls.ban(owner, member, body)).body.reason);
    expect(reasons).toEqual(["one", "", null, "r".repeat(1024)]);
    expect((await calls.bans(owner)).body.bans).toMatchObject([{ reason: "r".repeat(1024) }]);
    expect(announcements.take()).toHaveLength(1);
  });

  test("a ban can be lifted once", async () => {
    await newFixture();
    const { owner, moderator, member, moderatorRole } = community;
    await calls.ban(owner, member);
    expect(verdict(await calls.unban(moderator, member))).toBe("MissingPermission BanMembers");
    expect(verdict(await calls.bans(moderator))).toBe("MissingPermission BanMembers");
    expect(verdict(await memberCalls(server, { id: "nowhere" }).bans(moderator))).toBe("NotFound");
    expect(verdict(await memberCalls(server, { id: "nowhere" }).unban(moderator, member))).toBe("NotFound");
    await setRolePermissions(server, moderatorRole, ["BanMembers"]);
    announcements.take();
    const headers = { "x-audit-log-reason": "r".repeat(513) };
    expect(verdict(await calls.unban(moderator, member, {}, { headers }))).toBe("HeaderTooLarge");
    const { status, body } = await calls.unban(moderator, member);
    expect({ status, body }).toEqual({ status: 204, body: undefined });
    expect(await banned(member)).toBe(false);
    for (const id of [member.id, "nobody", "x".repeat(5_000)])
      expect(verdict(await calls.unban(moderator, { id }))).toBe("NotFound");
    expect((await calls.bans(moderator)).body).toEqual({ users: [], bans: [] });
    expect(announcements.take()).toEqual([]);
  });

  test("a ban applies to its own server only", async () => {
    await newFixture();
    const { owner, member } = community;
    await calls.ban(owner, member);
    const elsewhere = await newModeratedServer(server);
    expect(await server.running.store.read((db) => isBanned(db, elsewhere.id, member.id))).toBe(false);
    expect((await memberCalls(server, elsewhere).bans(elsewhere.owner)).body.bans).toEqual([]);
  });

  test("the audit log has the reason from the header, or else that of the ban", async () => {
    await newFixture();
    const { owner, member } = community;
    const headers = { "x-audit-log-reason": "in the header" };
    await calls.ban(owner, member, { reason: "of the ban" }, { headers });
    await calls.ban(owner, member, { reason: "of the ban" });
    await calls.ban(owner, member);
    await calls.unban(owner, member, {}, { headers });
    const create = { type: "BanCreate", user: member.id };
    const entry = { by: owner.id, target: member.id };
    expect<object[]>(await readAuditLog(server, community)).toEqual([
      { ...entry, reason: "in the header", action: create },
      { ...entry, reason: "of the ban", action: create },
      { ...entry, reason: null, action: create },
      { ...entry, reason: "in the header", action: { type: "BanDelete", user: member.id } },
    ]);
  });

  test("a ban deletes recent messages of the user on request", async () => {
    await newFixture();
    const { owner, moderator, member, channel } = community;
    const write = async (author: { id: string }, ago: number) => {
      const [id = ""] = await writeMessages(server, channel, [
        { author: author.id, at: server.clock.now() - ago },
      ]);
      return id;
    };
    const remainingIds = async () => (await readMessages(server, channel)).map(({ id }) => id);
    const old = await write(member, hours(1));
    const byOther = await write(moderator, seconds(20));
    const recent = [await write(member, seconds(50)), await write(member, seconds(10))];
    await calls.ban(owner, member, { delete_message_seconds: 0 });
    expect(await remainingIds()).toEqual([old, byOther, ...recent].sort());
    announcements.take();
    // A ban deletes messages of former members, too.
    await calls.ban(owner, member, { delete_message_seconds: 60 });
    expect(await remainingIds()).toEqual([old, byOther]);
    const bulkDeletions = announcements.take().filter(({ name }) => name === "BulkMessageDelete");
    expect(bulkDeletions).toMatchObject([
      { payload: { channel, ids: expect.arrayContaining(recent) }, topics: [`channel:${channel}`] },
    ]);
    await calls.ban(owner, member, { delete_message_seconds: 604_800 });
    expect(await remainingIds()).toEqual([byOther]);
  });
});
