import { expect, test } from "bun:test";
import { newUser } from "../../support/accounts/people.ts";
import { readAuditLog } from "../../support/operators/audit-log.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { newMember } from "../../support/servers/communities.ts";
import {
  type ModeratedServer,
  memberCalls,
  newModeratedServer,
  readMember,
  verdict,
} from "../../support/servers/member-calls.ts";
import { addRole, setDefaultPermissions, setRolePermissions } from "../../support/servers/roles.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";
import { openReadyStream } from "../../support/stream/stream.ts";

describeServer("kicking members", anyEngine, (server) => {
  let community: ModeratedServer;
  let kick: ReturnType<typeof memberCalls>["kick"];

  async function begin() {
    community = await newModeratedServer(server);
    kick = memberCalls(server, community).kick;
  }

  test("the checks of a kick come in order", async () => {
    await begin();
    const { owner, moderator, member, moderatorRole, id } = community;
    const nowhere = memberCalls(server, { id: "nowhere" });
    const headers = { "x-audit-log-reason": "r".repeat(513) };
    const attempts = [
      await nowhere.kick(moderator, moderator, {}, { headers }),
      await nowhere.kick(moderator, moderator),
      await kick(moderator, moderator),
      await kick(owner, owner),
      await kick(moderator, owner),
      await kick(moderator, member),
      await kick(moderator, { id: "nobody" }),
      await kick(await newUser(server), member),
    ];
    expect(attempts.map(verdict)).toEqual([
      "HeaderTooLarge",
      "NotFound",
      "CannotRemoveYourself",
      "CannotRemoveYourself",
      "InvalidOperation",
      "MissingPermission KickMembers",
      "MissingPermission KickMembers",
      "MissingPermission KickMembers",
    ]);
    await setRolePermissions(server, moderatorRole, ["KickMembers"]);
    expect(verdict(await kick(moderator, { id: "nobody" }))).toBe("NotFound");
    await addRole(server, community, { rank: 5, holders: [member] });
    expect(verdict(await kick(moderator, member))).toBe("NotElevated");
    expect(await readMember(server, { id }, member)).toBeDefined();
  });

  test("members cannot kick members of the same or higher rank", async () => {
    await begin();
    await setDefaultPermissions(server, community, ["KickMembers"]);
    const other = await newMember(server, community);
    const another = await newMember(server, community);
    expect(verdict(await kick(other, another))).toBe("NotElevated");
    expect(verdict(await kick(community.member, community.moderator))).toBe("NotElevated");
    expect(verdict(await kick(community.member, other))).toBe("204");
  });

  test("a kicked member is removed, and all members get the reason", async () => {
    await begin();
    const { moderator, member, moderatorRole, id } = community;
    await setRolePermissions(server, moderatorRole, ["KickMembers"]);
    await using announcements = await recordAnnouncements(server);
    const headers = { "x-audit-log-reason": "enough" };
    const { status, body } = await kick(moderator, member, {}, { headers });
    expect({ status, body }).toEqual({ status: 204, body: undefined });
    expect(await readMember(server, community, member)).toBeUndefined();
    expect<object[]>(announcements.take()).toEqual([
      {
        name: "ServerMemberLeave",
        payload: { id, user: member.id, reason: "Kick" },
        topics: [`server:${id}`],
        changes: [{ kind: "server left", user: member.id, server: id }],
      },
    ]);
    expect(await readAuditLog(server, community)).toEqual([
      {
        by: moderator.id,
        target: member.id,
        reason: "enough",
        action: { type: "MemberKick", user: member.id },
      },
    ]);
    expect(verdict(await server.client.get(`/servers/${id}`, member))).toBe("NotFound");
    expect(verdict(await kick(moderator, member))).toBe("NotFound");
    const { body: serverView } = await server.client.get(`/servers/${id}`, moderator);
    expect(serverView.approximate_member_count).toBe(2);
  });

  test("the kicked member gets the event like the other members, and strangers do not", async () => {
    await begin();
    const { owner, member, moderator, id } = community;
    const stranger = await newUser(server);
    const streams = [];
    for (const person of [member, moderator, stranger])
      streams.push((await openReadyStream(server, person)).stream);
    await kick(owner, member);
    const leave = { type: "ServerMemberLeave", id, user: member.id, reason: "Kick" };
    const received = await Promise.all(streams.map((stream) => stream.takeNew()));
    expect(received).toMatchObject([[leave], [leave], []]);
    await memberCalls(server, community).edit(owner, moderator, { nickname: "N" });
    const later = await Promise.all(streams.map((stream) => stream.takeNew()));
    expect(later).toMatchObject([[], [{ type: "ServerMemberUpdate" }], []]);
    for (const stream of streams) await stream[Symbol.asyncDispose]();
  });

  test("a system message is posted in the configured channel", async () => {
    await begin();
    const { owner, member, moderator, channel } = community;
    const system_messages = { user_kicked: channel };
    await server.client.patch(`/servers/${community.id}`, { system_messages }, owner);
    await using announcements = await recordAnnouncements(server);
    await kick(owner, member);
    const system = { type: "user_kicked", id: member.id };
    expect(announcements.take()).toMatchObject([
      { name: "ServerMemberLeave" },
      { name: "Message", payload: { channel, system }, topics: [`channel:${channel}`] },
    ]);
    await memberCalls(server, community).ban(owner, moderator);
    expect(announcements.take().map(({ name }) => name)).toEqual(["ServerMemberLeave"]);
  });
});
