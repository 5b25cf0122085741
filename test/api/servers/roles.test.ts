import { beforeEach, expect, test } from "bun:test";
import { topic } from "../../../src/visibility/announcement.ts";
import { putPermissions, succeed } from "../../support/channels/channel-calls.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { readAuditLog } from "../../support/operators/audit-log.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { type Community, newCommunity, newMember } from "../../support/servers/communities.ts";
import { memberCalls, readMember } from "../../support/servers/member-calls.ts";
import { roleCalls, roleIdsByRank } from "../../support/servers/role-calls.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";
import { openReadyStream } from "../../support/stream/stream.ts";

describeServer("roles", anyEngine, (server) => {
  let community: Community;
  let roles: ReturnType<typeof roleCalls>;
  beforeEach(async () => {
    community = await newCommunity(server);
    roles = roleCalls(server, community);
  });

  const newRole = async (): Promise<string> => (await succeed(roles.create(community.owner))).id;
  /** The announcement of a change to a role of rank 0 that allows nothing. */
  const updated = (id: string, data: object, clear: string[] = []) => ({
    name: "ServerRoleUpdate",
    payload: { id: community.id, role_id: id, data, clear },
    topics: [topic.server(community.id)],
    changes: [
      { kind: "role changed", server: community.id, role: { id, rank: 0, permissions: { a: 0, d: 0 } } },
    ],
  });
  const entry = (action: object, reason: string | null = null) => ({
    by: community.owner.id,
    target: null,
    reason,
    action,
  });

  test("are created, announced with all fields and audited", async () => {
    const { stream } = await openReadyStream(server, await newMember(server, community));
    await using announcements = await recordAnnouncements(server);
    const body = await succeed(
      roles.create({ ...community.owner, reason: "order" }, { name: "Crew", rank: 7 }),
    );
    const { id } = body;
    const shared = { name: "Crew", permissions: { a: 0, d: 0 }, rank: 0 };
    expect(body).toEqual({ id, role: { _id: id, ...shared } });
    const data = { id, ...shared, hoist: false };
    expect<object[]>(announcements.take()).toEqual([updated(id, data)]);
    const { type, ...event } = await stream.next("ServerRoleUpdate");
    expect(event).toEqual({ id: community.id, role_id: id, data, clear: [] });
    expect<object[]>(await readAuditLog(server, community)).toEqual([
      entry({ type: "RoleCreate", role: id, name: "Crew" }, "order"),
    ]);
    expect((await succeed(server.client.get(`/servers/${community.id}`, community.owner))).roles).toEqual({
      [id]: body.role,
    });
    await stream[Symbol.asyncDispose]();
  });

  test("are created below all others, also after deletions", async () => {
    const [first, second, third] = [await newRole(), await newRole(), await newRole()];
    expect(await roleIdsByRank(server, community, community.owner)).toEqual([first, second, third]);
    await roles.remove(community.owner, first);
    const { role } = await succeed(roles.create(community.owner));
    expect((await roles.fetch(community.owner, third)).body.rank).toBe(2);
    expect(role.rank).toBe(3);
  });

  test("are edited; unchanged fields are not announced", async () => {
    const id = await newRole();
    await using announcements = await recordAnnouncements(server);
    const edit = { name: "Crew", colour: "linear-gradient(90deg, red, #00f 50%)", hoist: true };
    const first = await succeed(roles.edit({ ...community.owner, reason: "order" }, id, edit));
    expect(first).toEqual({ _id: id, ...edit, permissions: { a: 0, d: 0 }, rank: 0 });
    const second = await succeed(
      roles.edit(community.owner, id, { ...edit, name: "Staff", rank: 9, hoist: false }),
    );
    const { hoist: _, ...plain } = first;
    expect(second).toEqual({ ...plain, name: "Staff" });
    const third = await succeed(
      roles.edit(community.owner, id, { colour: null, remove: ["Colour", "Icon"] }),
    );
    expect(third).toEqual({ _id: id, name: "Staff", permissions: { a: 0, d: 0 }, rank: 0 });
    expect(await succeed(roles.fetch(community.owner, id))).toEqual(third);
    const renamed = { name: "Staff", hoist: false };
    expect<object[]>(announcements.take()).toEqual([
      updated(id, edit),
      updated(id, renamed),
      updated(id, {}, ["Colour"]),
    ]);
    const action = { type: "RoleEdit", role: id };
    expect<object[]>((await readAuditLog(server, community)).slice(1)).toEqual([
      entry({ ...action, before: { name: "Role", hoist: false }, after: edit }, "order"),
      entry({ ...action, before: { name: "Crew", hoist: true }, after: renamed }),
      entry({ ...action, before: { colour: edit.colour }, after: {} }),
    ]);
  });

  test("an edit without effect is neither announced nor audited", async () => {
    const id = await newRole();
    const before = await succeed(roles.edit(community.owner, id, { colour: "red" }));
    const entries = await readAuditLog(server, community);
    await using announcements = await recordAnnouncements(server);
    const edits = [{}, { rank: 5 }, { name: "Role", hoist: false }, { remove: ["Icon", "Icon"] }];
    for (const body of [...edits, { colour: "red", remove: ["Colour"] }, { icon: null, name: null }])
      expect(await succeed(roles.edit(community.owner, id, body))).toEqual(before);
    expect(announcements.take()).toEqual([]);
    expect(await readAuditLog(server, community)).toEqual(entries);
  });

  test("are deleted from members and channels", async () => {
    const member = await newMember(server, community);
    const [deleted, remaining] = [await newRole(), await newRole()];
    const { body: other } = await server.client.post(
      `/servers/${community.id}/channels`,
      { name: "other" },
      community.owner,
    );
    await succeed(
      memberCalls(server, community).edit(community.owner, member, { roles: [deleted, remaining] }),
    );
    const channels: string[] = [community.channel, other._id];
    for (const channel of channels)
      for (const of of [deleted, remaining])
        await succeed(putPermissions(server, { by: community.owner, channel, of }, { allow: 0, deny: 1 }));
    const entries = await readAuditLog(server, community);
    await using announcements = await recordAnnouncements(server);
    const { status, body } = await roles.remove({ ...community.owner, reason: "done" }, deleted);
    expect({ status, body }).toEqual({ status: 204, body: undefined });
    expect<object[]>(announcements.take()).toEqual([
      {
        name: "ServerRoleDelete",
        payload: { id: community.id, role_id: deleted },
        topics: [topic.server(community.id)],
        changes: [{ kind: "role gone", server: community.id, role: deleted }],
      },
    ]);
    expect<object[]>((await readAuditLog(server, community)).slice(entries.length)).toEqual([
      entry({ type: "RoleDelete", role: deleted, name: "Role" }, "done"),
    ]);
    expect((await readMember(server, community, member))?.roles).toEqual([remaining]);
    for (const channel of channels) {
      const { role_permissions } = await succeed(server.client.get(`/channels/${channel}`, community.owner));
      expect(role_permissions).toEqual({ [remaining]: { a: 0, d: 1 } });
    }
    expect(await roleIdsByRank(server, community, community.owner)).toEqual([remaining]);
    // The others keep their ranks.
    expect((await roles.fetch(community.owner, remaining)).body.rank).toBe(1);
    for (const response of [
      await roles.remove(community.owner, deleted),
      await roles.fetch(community.owner, deleted),
    ])
      expectFailure(response, 404, "NotFound");
  });

  test("a server without roles shows none", async () => {
    const id = await newRole();
    await roles.remove(community.owner, id);
    expect(await succeed(server.client.get(`/servers/${community.id}`, community.owner))).toEqual(
      community.server,
    );
  });

  test("`ranks` and `default` are no role ids", async () => {
    const responses = [
      await roles.edit(community.owner, "ranks", { ranks: [] }),
      await roles.edit(community.owner, "ranks", { name: "Crew" }),
      await roles.put(community.owner, "default", { permissions: 0 }),
      await roles.put(community.owner, "default", { permissions: { allow: 0, deny: 0 } }),
      await roles.fetch(community.owner, "ranks"),
      await roles.remove(community.owner, "ranks"),
    ];
    expect(responses.map(outcome)).toEqual([
      "200",
      "400 FailedValidation",
      "200",
      "400 FailedValidation",
      "404 NotFound",
      "404 NotFound",
    ]);
  });
});
