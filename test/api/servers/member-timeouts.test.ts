import { expect, test } from "bun:test";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { hours, minutes } from "../../support/server/test-clock.ts";
import { joinCommunity } from "../../support/servers/communities.ts";
import { memberCalls, newModeratedServer, readMember } from "../../support/servers/member-calls.ts";
import { setDefaultPermissions } from "../../support/servers/roles.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";

describeServer("timeouts of users who left", anyEngine, (server) => {
  /** A member who is timed out for an hour and deafened, and has a nickname and pronouns. */
  async function newTimedOutMember() {
    const community = await newModeratedServer(server);
    const calls = memberCalls(server, community);
    await setDefaultPermissions(server, community, ["ChangeNickname"]);
    const timeout = new Date(server.clock.now() + hours(1)).toISOString();
    await calls.edit(community.owner, community.member, { nickname: "N", timeout, can_receive: false });
    await calls.edit(community.member, community.member, { pronouns: "they" });
    const before = await readMember(server, community, community.member);
    expect(before).toMatchObject({ nickname: "N", pronouns: "they", timeout, can_receive: false });
    return { ...community, ...calls, timeout, joinedBefore: before?.joined_at };
  }

  test.each(["kick", "ban"] as const)(
    "a user who rejoins after a %s before the timeout ends is still timed out",
    async (verb) => {
      const community = await newTimedOutMember();
      const { owner, member, timeout, id, joinedBefore } = community;
      await community[verb](owner, member);
      expect(await readMember(server, community, member)).toBeUndefined();
      server.clock.advance(minutes(30));
      await using announcements = await recordAnnouncements(server);
      await joinCommunity(server, community, member);
      const expectedMember = {
        _id: { server: id, user: member.id },
        joined_at: expect.any(String),
        timeout,
        can_receive: false,
      };
      const rejoined = await readMember(server, community, member);
      expect<unknown>(rejoined).toEqual(expectedMember);
      expect(
        Date.parse(String(rejoined?.joined_at)) - Date.parse(String(joinedBefore)),
      ).toBeGreaterThanOrEqual(minutes(30));
      expect(announcements.take()).toMatchObject([
        { name: "ServerMemberJoin", payload: { member: expectedMember } },
        { name: "ServerCreate", changes: [{ member: { roles: [], timeoutUntil: Date.parse(timeout) } }] },
      ]);
      const change = { nickname: "Free" };
      expect((await community.edit(member, member, change)).body.permission).toBe("ChangeNickname");
      server.clock.advance(minutes(30));
      expect((await community.edit(member, member, change)).body.nickname).toBe("Free");
    },
  );

  test("a user who rejoins after the timeout is not timed out", async () => {
    const community = await newTimedOutMember();
    await community.kick(community.owner, community.member);
    server.clock.advance(hours(1));
    await joinCommunity(server, community, community.member);
    expect<unknown>(await readMember(server, community, community.member)).toEqual({
      _id: { server: community.id, user: community.member.id },
      joined_at: expect.any(String),
    });
  });

  test("the last timeout applies, and applies once", async () => {
    const community = await newTimedOutMember();
    const { owner, member } = community;
    await community.kick(owner, member);
    await joinCommunity(server, community, member);
    const later = new Date(server.clock.now() + hours(5)).toISOString();
    await community.edit(owner, member, { timeout: later, can_publish: false, remove: ["CanReceive"] });
    await community.kick(owner, member);
    await joinCommunity(server, community, member);
    expect(await readMember(server, community, member)).toMatchObject({ timeout: later, can_publish: false });
    expect(await readMember(server, community, member)).not.toHaveProperty("can_receive");
    await community.edit(owner, member, { remove: ["Timeout", "CanPublish"] });
    await community.kick(owner, member);
    await joinCommunity(server, community, member);
    expect(await readMember(server, community, member)).not.toHaveProperty("timeout");
  });
});
