import { expect, test } from "bun:test";
import { permission } from "../../../src/permissions/bits.ts";
import {
  channelUpdated,
  type PermissionCall,
  putPermissions,
  succeed,
} from "../../support/channels/channel-calls.ts";
import { newFriends, openConversation } from "../../support/channels/conversations.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { readAuditLog } from "../../support/operators/audit-log.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { newCommunity, newMember } from "../../support/servers/communities.ts";
import { addRole } from "../../support/servers/roles.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";

const { SendMessage, React, ViewAuditLogs } = permission;
const oddRoles = [
  "unknown",
  "x".repeat(10_000),
  "%F0%9F%A6%A6",
  "__proto__",
  "constructor",
  "01ARZ3NDEKTSV4",
];

describeServer("permissions of channels", anyEngine, (server) => {
  const send = (call: PermissionCall, permissions: unknown) => putPermissions(server, call, permissions);
  const set = (call: PermissionCall, allow: number, deny = 0) => send(call, { allow, deny });

  test("of a role are set and replaced, and the event lists those of all roles", async () => {
    const community = await newCommunity(server);
    const [first, second] = [
      await addRole(server, community, { rank: 0 }),
      await addRole(server, community, { rank: 1 }),
    ];
    const call = { by: community.owner, channel: community.channel };
    await using announcements = await recordAnnouncements(server);
    const one = await succeed(set({ ...call, of: first, reason: "quiet" }, ViewAuditLogs, SendMessage));
    expect(one).toEqual({
      channel_type: "TextChannel",
      _id: community.channel,
      server: community.id,
      name: "General",
      role_permissions: { [first]: { a: ViewAuditLogs, d: SendMessage } },
    });
    const two = await succeed(set({ ...call, of: second }, 0));
    const both = { [first]: { a: ViewAuditLogs, d: SendMessage }, [second]: { a: 0, d: 0 } };
    expect(two.role_permissions).toEqual(both);
    const three = await succeed(set({ ...call, of: first }, React));
    const last = { ...both, [first]: { a: React, d: 0 } };
    expect(three.role_permissions).toEqual(last);
    expect(announcements.take()).toEqual([
      channelUpdated(one, { role_permissions: one.role_permissions }),
      channelUpdated(two, { role_permissions: both }),
      channelUpdated(three, { role_permissions: last }),
    ]);
    expect((await readAuditLog(server, community))[0]).toEqual({
      by: community.owner.id,
      target: null,
      reason: "quiet",
      action: {
        type: "ChannelRolePermissionsEdit",
        channel: community.channel,
        role: first,
        permissions: { allow: ViewAuditLogs, deny: SendMessage },
      },
    });
    expect(await succeed(set({ ...call, of: first }, React))).toEqual(three);
    expect(announcements.take()).toEqual([]);
    expect(await readAuditLog(server, community)).toHaveLength(3);
  });

  test("by default are set and replaced, and sent as an event", async () => {
    const community = await newCommunity(server);
    const call = { by: community.owner, channel: community.channel, of: "default" };
    await using announcements = await recordAnnouncements(server);
    const one = await succeed(set({ ...call, reason: "quiet" }, ViewAuditLogs, SendMessage));
    const first = { default_permissions: { a: ViewAuditLogs, d: SendMessage } };
    expect(one).toEqual({
      channel_type: "TextChannel",
      _id: community.channel,
      server: community.id,
      name: "General",
      ...first,
    });
    const two = await succeed(set(call, 0));
    const second = { default_permissions: { a: 0, d: 0 } };
    expect(two).toMatchObject(second);
    expect(announcements.take()).toEqual([channelUpdated(one, first), channelUpdated(two, second)]);
    const entry = { by: community.owner.id, target: null };
    const action = { type: "ChannelEdit" as const, channel: community.channel };
    expect(await readAuditLog(server, community)).toEqual([
      { ...entry, reason: "quiet", action: { ...action, before: {}, after: first } },
      { ...entry, reason: null, action: { ...action, before: first, after: second } },
    ]);
    expect(await succeed(set(call, 0))).toEqual(two);
    expect(announcements.take()).toEqual([]);
  });

  test("take effect at once", async () => {
    const community = await newCommunity(server);
    const member = await newMember(server, community);
    const of = await addRole(server, community, { rank: 0, holders: [member] });
    const call = { by: community.owner, channel: community.channel };
    const fetchOutcome = async () =>
      outcome(await server.client.get(`/channels/${community.channel}`, member));
    await succeed(set({ ...call, of: "default" }, 0, permission.ViewChannel));
    expect(await fetchOutcome()).toBe("403 MissingPermission");
    await succeed(set({ ...call, of }, permission.ViewChannel));
    expect(await fetchOutcome()).toBe("200");
  });

  test("check that the channel exists, then the permission, then the kind of channel", async () => {
    const community = await newCommunity(server);
    const member = await newMember(server, community);
    const [one, two] = await newFriends(server);
    const { body: dm } = await openConversation(server, one, two.id);
    const { body: saved } = await openConversation(server, one, one.id);
    const denied = ["MissingPermission", { permission: "ManagePermissions" }] as const;
    await using announcements = await recordAnnouncements(server);
    for (const of of ["default", "unknown"]) {
      const reason = "x".repeat(513);
      expectFailure(await set({ by: member, channel: "unknown", of, reason }, 0), 400, "HeaderTooLarge");
      expectFailure(await set({ by: member, channel: "unknown", of }, 0), 404, "NotFound");
      expectFailure(await set({ by: member, channel: community.channel, of }, 0), 403, ...denied);
      expectFailure(await set({ by: one, channel: dm._id, of }, 0), 403, ...denied);
      expectFailure(await set({ by: one, channel: saved._id, of }, 0), 400, "InvalidOperation");
    }
    const all = { by: member, channel: community.channel, of: "default" };
    expectFailure(await send(all, 5), 403, ...denied);
    expectFailure(await send({ ...all, by: community.owner }, 5), 400, "InvalidOperation");
    expectFailure(await send({ by: one, channel: saved._id, of: "default" }, 5), 400, "InvalidOperation");
    expect(announcements.take()).toEqual([]);
  });

  test.each(oddRoles)("of a role that the server does not have are not found (%#)", async (of) => {
    const community = await newCommunity(server);
    const call = { by: community.owner, channel: community.channel, of };
    expectFailure(await set(call, 0), 404, "NotFound");
  });

  test("of roles of other servers are not found", async () => {
    const [community, other] = [await newCommunity(server), await newCommunity(server)];
    const of = await addRole(server, other, { rank: 0 });
    expectFailure(await set({ by: community.owner, channel: community.channel, of }, 0), 404, "NotFound");
  });

  test.each([
    [{ allow: -1, deny: 0 }],
    [{ allow: 0, deny: 2 ** 53 }],
    [{ allow: 0.5, deny: 0 }],
    [{ allow: "1", deny: 0 }],
    [{ allow: 0 }],
    [[0, 0]],
    [null],
    [-1],
    [2 ** 53],
  ])("refuses %j before anything is loaded", async (permissions) => {
    const { owner } = await newCommunity(server);
    for (const of of ["default", "unknown"]) {
      const response = await send({ by: owner, channel: "unknown", of }, permissions);
      expect(outcome(response)).toBe("400 FailedValidation");
    }
  });

  test("of many roles at once are all stored, and the last event lists them all", async () => {
    const community = await newCommunity(server);
    const roles: string[] = [];
    for (let rank = 0; rank < 6; rank++) roles.push(await addRole(server, community, { rank }));
    await using announcements = await recordAnnouncements(server);
    const responses = await Promise.all(
      roles.map((of) => set({ by: community.owner, channel: community.channel, of }, React)),
    );
    expect(responses.map(outcome)).toEqual(roles.map(() => "200"));
    const all = Object.fromEntries(roles.map((of) => [of, { a: React, d: 0 }]));
    expect(announcements.take().at(-1)?.payload).toMatchObject({ data: { role_permissions: all } });
  });
});
