import { expect, test } from "bun:test";
import { permission } from "../../../src/permissions/bits.ts";
import { newServerDefault } from "../../../src/permissions/defaults.ts";
import { topic } from "../../../src/visibility/announcement.ts";
import { succeed } from "../../support/channels/channel-calls.ts";
import { outcome } from "../../support/http/expect-failure.ts";
import { readAuditLog } from "../../support/operators/audit-log.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { newCommunity, newMember } from "../../support/servers/communities.ts";
import { roleCalls } from "../../support/servers/role-calls.ts";
import { addRole } from "../../support/servers/roles.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";
import { openReadyStream } from "../../support/stream/stream.ts";

const { SendMessage, React, ViewAuditLogs, ViewChannel } = permission;
/** Every bit that can be granted: more than 32, and more than a 32-bit float could hold. */
const all = 2 ** 52 - 1;

describeServer("permissions in servers", anyEngine, (server) => {
  async function begin() {
    const community = await newCommunity(server);
    const role = await addRole(server, community, { rank: 3 });
    const entry = (action: object, reason: string | null = null) => ({
      by: community.owner.id,
      target: null,
      reason,
      action,
    });
    const seen = () => succeed(server.client.get(`/servers/${community.id}`, community.owner));
    return { ...community, ...roleCalls(server, community), community, role, entry, seen };
  }

  test("of a role are set, announced and audited", async () => {
    const { allow, owner, role, id, entry, seen, community } = await begin();
    await using announcements = await recordAnnouncements(server);
    const body = await succeed(allow({ ...owner, reason: "trust" }, role, [ViewAuditLogs, SendMessage]));
    const first = { a: ViewAuditLogs, d: SendMessage };
    expect(body.roles[role]).toEqual({ _id: role, name: "Role", permissions: first, rank: 3 });
    expect(await seen()).toEqual(body);
    await succeed(allow(owner, role, [0, React]));
    const second = { a: 0, d: React };
    const updated = (permissions: object) => ({
      name: "ServerRoleUpdate",
      payload: { id, role_id: role, data: { permissions }, clear: [] },
      topics: [topic.server(id)],
      changes: [{ kind: "role changed", server: id, role: { id: role, rank: 3, permissions } }],
    });
    expect<object[]>(announcements.take()).toEqual([updated(first), updated(second)]);
    const action = (before: object, after: object) => ({
      type: "RoleEdit",
      role,
      before: { permissions: before },
      after: { permissions: after },
    });
    const entries = [entry(action({ a: 0, d: 0 }, first), "trust"), entry(action(first, second))];
    expect<object[]>(await readAuditLog(server, community)).toEqual(entries);
    // The same value again is neither announced nor audited.
    expect(await succeed(allow(owner, role, [0, React]))).toEqual(await seen());
    expect(announcements.take()).toEqual([]);
    expect<object[]>(await readAuditLog(server, community)).toEqual(entries);
  });

  test("by default are set, announced and audited", async () => {
    const { allowAll, owner, id, entry, seen, community, server: before } = await begin();
    await using announcements = await recordAnnouncements(server);
    const body = await succeed(allowAll({ ...owner, reason: "quiet" }, ViewAuditLogs));
    expect(body).toMatchObject({ ...before, default_permissions: ViewAuditLogs });
    expect(await seen()).toEqual(body);
    expect<object[]>(announcements.take()).toEqual([
      {
        name: "ServerUpdate",
        payload: { id, data: { default_permissions: ViewAuditLogs }, clear: [] },
        topics: [topic.server(id)],
        changes: [{ kind: "server changed", server: id, defaultPermissions: ViewAuditLogs }],
      },
    ]);
    const after = { default_permissions: ViewAuditLogs };
    const entries = [
      entry({ type: "ServerEdit", before: { default_permissions: newServerDefault }, after }, "quiet"),
    ];
    expect<object[]>(await readAuditLog(server, community)).toEqual(entries);
    expect(await succeed(allowAll(owner, ViewAuditLogs))).toEqual(body);
    expect(announcements.take()).toEqual([]);
    expect<object[]>(await readAuditLog(server, community)).toEqual(entries);
  });

  test("take effect at once", async () => {
    const { allow, allowAll, owner, channel, community } = await begin();
    const member = await newMember(server, community);
    const role = await addRole(server, community, { rank: 4, holders: [member] });
    const looks = async () => outcome(await server.client.get(`/channels/${channel}`, member));
    expect(await looks()).toBe("200");
    await succeed(allowAll(owner, 0));
    expect(await looks()).toBe("403 MissingPermission");
    await succeed(allow(owner, role, [ViewChannel]));
    expect(await looks()).toBe("200");
    // A bit that is both allowed and denied is denied.
    await succeed(allow(owner, role, [ViewChannel, ViewChannel]));
    expect(await looks()).toBe("403 MissingPermission");
  });

  test("of all 52 bits are stored, returned and announced exactly", async () => {
    const { allow, allowAll, owner, role, seen, community } = await begin();
    await using announcements = await recordAnnouncements(server);
    const values = [all, all - 1, 2 ** 51 + 1, 2 ** 32, 2 ** 31];
    for (const format of ["json", "msgpack"] as const) {
      const { stream } = await openReadyStream(server, owner, { format });
      for (const value of values) {
        await succeed(allow(owner, role, [value, all - value]));
        await succeed(allowAll(owner, value));
        const { roles, default_permissions } = await seen();
        const permissions = { a: value, d: all - value };
        expect([roles[role].permissions, default_permissions]).toEqual([permissions, value]);
        expect(await stream.next("ServerRoleUpdate")).toMatchObject({ data: { permissions } });
        expect(await stream.next("ServerUpdate")).toMatchObject({ data: { default_permissions: value } });
      }
      await stream[Symbol.asyncDispose]();
    }
    const actions = (await readAuditLog(server, community)).map(({ action }) => action);
    expect(actions).toContainEqual({
      type: "RoleEdit",
      role,
      before: { permissions: { a: 0, d: 0 } },
      after: { permissions: { a: all, d: 0 } },
    });
    expect(announcements.take().filter(({ name }) => name === "ServerUpdate")).toHaveLength(
      2 * values.length,
    );
  });

  test("of many roles can be set concurrently", async () => {
    const { allow, owner, seen, community } = await begin();
    const ids = await Promise.all([0, 1, 2, 4, 5].map((rank) => addRole(server, community, { rank })));
    const responses = await Promise.all(ids.map((id, index) => allow(owner, id, [index, all - index])));
    expect(responses.map(outcome)).toEqual(ids.map(() => "200"));
    const { roles } = await seen();
    expect(ids.map((id) => roles[id].permissions)).toEqual(
      ids.map((_, index) => ({ a: index, d: all - index })),
    );
  });
});
