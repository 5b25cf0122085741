import { beforeAll, expect, test } from "bun:test";
import { type AuditAction, recordAudit } from "../../../src/domains/audit/index.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { newEmoji } from "../../support/files/emojis.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { type Community, newCommunity, newMember } from "../../support/servers/communities.ts";
import { memberCalls, readMember, verdict } from "../../support/servers/member-calls.ts";
import { addRole } from "../../support/servers/roles.ts";
import { recordEvents } from "../../support/stream/record-events.ts";
import { setRelationship } from "../../support/users/relationship-transitions.ts";

const unknown = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

interface EntryDraft {
  readonly by: { readonly id: string };
  readonly action: AuditAction;
  readonly target?: { readonly id: string };
  readonly reason?: string;
}

describeServer("the audit log", anyEngine, (server) => {
  let community: Community;
  let owner: Person;
  beforeAll(async () => {
    community = await newCommunity(server);
    owner = community.owner;
  });

  const read = ({ token }: Person, { id } = community, query = "") =>
    server.client.get(`/servers/${id}/audit_logs${query}`, { token });
  const record = ({ by, target, reason, action }: EntryDraft, { id } = community) =>
    server.running.store.write((tx) =>
      recordAudit(tx, { server: id, by: by.id, target: target?.id, reason, action }),
    );
  const idsOf = (list: { _id: unknown }[]) => list.map(({ _id }) => _id);

  test("is empty at first", async () => {
    const { body } = await read(owner, await newCommunity(server, owner));
    expect(body).toEqual({ audit_logs: [], users: [], members: [] });
  });

  test("shows the action, reason, actor and target", async () => {
    const here = await newCommunity(server, owner);
    const member = await newMember(server, here);
    const headers = { "x-audit-log-reason": "they asked for it" };
    const emoji = await newEmoji(server, owner, { community: here, name: "otter" });
    await memberCalls(server, here).kick(owner, member, {}, { headers });
    const { status, body } = await read(owner, here);
    expect(status).toBe(200);
    const entry = { _id: expect.any(String), server: here.id, user: owner.id };
    expect(body.audit_logs).toEqual([
      {
        ...entry,
        reason: "they asked for it",
        target: member.id,
        action: { type: "MemberKick", user: member.id },
      },
      { ...entry, reason: null, target: null, action: { type: "EmojiCreate", emoji, name: "otter" } },
    ]);
    expect(idsOf(body.users).sort()).toEqual([owner.id, member.id].sort());
    expect(body.members).toEqual([await readMember(server, here, owner)]);
  });

  test("limits a reason to 512 bytes", async () => {
    const here = await newCommunity(server, owner);
    const emoji = await newEmoji(server, owner, { community: here });
    const rename = (name: string, reason: string) =>
      server.client.patch(
        `/custom/emoji/${emoji}`,
        { name },
        { token: owner.token, headers: { "x-audit-log-reason": reason } },
      );
    expectFailure(await rename("a", "x".repeat(513)), 400, "HeaderTooLarge");
    expect((await rename("b", "x".repeat(512))).status).toBe(200);
    const { body } = await read(owner, here, "?limit=1");
    expect(body.audit_logs).toMatchObject([{ reason: "x".repeat(512), action: { after: { name: "b" } } }]);
  });

  test("lists the users who acted and those whom the actions name, each once", async () => {
    const here = await newCommunity(server, owner);
    const people = await Promise.all(Array.from({ length: 8 }, () => newUser(server)));
    const [actor, a, b, c, d, e, f, unnamed] = people.map(({ id }) => id);
    if (!actor || !a || !b || !c || !d || !e || !f || !unnamed) throw new Error("missing users");
    const by = { id: actor };
    const of = { channel: here.channel, message: unknown };
    const { message: _, ...channel } = of;
    const actions: AuditAction[] = [
      { type: "MemberEdit", user: a, before: {}, after: { nickname: "x" } },
      { type: "MemberKick", user: a },
      { type: "BanCreate", user: b },
      { type: "BanDelete", user: c },
      { type: "MessageDelete", author: d, ...channel },
      { type: "MessagePin", author: e, ...of },
      { type: "MessageUnpin", author: f, ...of },
      { type: "MessagePin", author: unknown, ...of },
    ];
    for (const action of actions) await record({ by, action }, here);
    await record(
      { by, target: { id: unnamed }, action: { type: "InviteDelete", invite: "abc", channel: here.channel } },
      here,
    );
    const { body } = await read(owner, here);
    expect(body.audit_logs.length).toBe(9);
    expect(idsOf(body.users).sort()).toEqual([actor, a, b, c, d, e, f].sort());
    expect(body.members).toEqual([]);
  });

  test("shows members with their roles, and users with their relation to the reader", async () => {
    const here = await newCommunity(server);
    const reader = await newMember(server, here);
    const [friend, blocker] = [await newMember(server, here), await newMember(server, here)];
    await addRole(server, here, { rank: 1, allow: ["ViewAuditLogs"], holders: [reader] });
    await setRelationship(server, "Friend/Friend", [reader, friend]);
    await setRelationship(server, "BlockedOther/Blocked", [reader, blocker]);
    const status = { text: "about" };
    for (const person of [friend, blocker]) await server.client.patch("/users/@me", { status }, person);
    for (const by of [friend, blocker, reader, here.owner])
      await record({ by, action: { type: "RolesReorder", before: [], after: [] } }, here);
    const { body } = await read(reader, here);
    const usersById = Object.fromEntries(body.users.map((user: { _id: string }) => [user._id, user]));
    expect(usersById[friend.id]).toMatchObject({ relationship: "Friend", status });
    expect(usersById[blocker.id]).toMatchObject({ relationship: "BlockedOther", online: false });
    expect(usersById[blocker.id].status).toBeUndefined();
    expect(usersById[reader.id]).toMatchObject({ relationship: "User" });
    expect(usersById[here.owner.id]).toMatchObject({ relationship: "None" });
    const people = [friend, blocker, reader, here.owner].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(body.members).toEqual(await Promise.all(people.map((one) => readMember(server, here, one))));
    expect(
      body.members.find(({ _id }: { _id: { user: string } }) => _id.user === reader.id).roles.length,
    ).toBe(1);
  });

  test("returns every type of action as it was recorded", async () => {
    const here = await newCommunity(server, owner);
    const id = unknown;
    const change = {
      before: { name: "a" },
      after: { name: "b", description: "c", deep: { list: [1, null] } },
    };
    const channel = { channel: id };
    const actions: AuditAction[] = [
      { type: "MessageDelete", author: id, ...channel },
      { type: "MessageBulkDelete", ...channel, count: 3 },
      { type: "MessagePin", message: id, author: id, ...channel },
      { type: "MessageUnpin", message: id, author: id, ...channel },
      { type: "BanCreate", user: id },
      { type: "BanDelete", user: id },
      { type: "ChannelCreate", ...channel, name: "x" },
      { type: "ChannelEdit", ...channel, ...change },
      { type: "ChannelRolePermissionsEdit", ...channel, role: id, permissions: { allow: 2 ** 40, deny: 1 } },
      { type: "ChannelDelete", ...channel, name: "x" },
      { type: "MemberEdit", user: id, ...change },
      { type: "MemberKick", user: id },
      { type: "ServerEdit", ...change },
      { type: "RoleCreate", role: id, name: "x" },
      { type: "RoleDelete", role: id, name: "x" },
      { type: "RoleEdit", role: id, ...change },
      { type: "RolesReorder", before: [id], after: [id, id] },
      { type: "InviteCreate", invite: "abc", ...channel },
      { type: "InviteDelete", invite: "abc", ...channel },
      { type: "WebhookCreate", webhook: id, name: "x", ...channel },
      { type: "WebhookDelete", webhook: id, name: "x", ...channel },
      { type: "EmojiCreate", emoji: id, name: "x" },
      { type: "EmojiUpdate", emoji: id, ...change },
      { type: "EmojiDelete", emoji: id, name: "x" },
    ];
    for (const action of actions) await record({ by: owner, action }, here);
    const { body } = await read(owner, here);
    expect(body.audit_logs.map(({ action }: { action: unknown }) => action)).toEqual(actions.toReversed());
    for (const { type } of actions) {
      const { body: some } = await read(owner, here, `?type=${type}`);
      expect(some.audit_logs.map(({ action }: { action: AuditAction }) => action.type)).toEqual([type]);
    }
  });

  test("needs ViewAuditLogs, and checks query, server and permission in this order", async () => {
    const here = await newCommunity(server);
    const reader = await newMember(server, here);
    const member = await newMember(server, here);
    await addRole(server, here, { rank: 1, allow: ["ViewAuditLogs"], holders: [reader] });
    expect(verdict(await read(member, { ...here, id: unknown }, "?limit=0"))).toBe("FailedValidation");
    expect(verdict(await read(member, { ...here, id: unknown }))).toBe("NotFound");
    expect(verdict(await read(member, { ...here, id: "x" }))).toBe("NotFound");
    for (const person of [member, await newUser(server)])
      expect(verdict(await read(person, here))).toBe("MissingPermission ViewAuditLogs");
    for (const person of [reader, here.owner]) expect(verdict(await read(person, here))).toBe("200");
  });

  test("refuses invalid query parameters", async () => {
    const id26 = "x".repeat(26);
    const wrong = [
      ...["user", "target", "before", "after"].flatMap((key) =>
        ["", "x", `${id26}x`, "%00".repeat(26), "%ED%A0%80"].map((value) => `${key}=${value}`),
      ),
      ...["0", "101", "-1", "abc", "", "1.5", "1e1", "9".repeat(20)].map((limit) => `limit=${limit}`),
      ...["", "member_kick", "MemberKick%00", "MemberKick,BanCreate"].map((type) => `type=${type}`),
      "type=MemberKick&type=nothing",
    ];
    for (const query of wrong)
      expectFailure(await read(owner, community, `?${query}`), 400, "FailedValidation", {
        error: expect.any(String),
      });
    const hostile = encodeURIComponent("' or 1=1 -- %_\\ {{7*7}} ö");
    for (const key of ["user", "target", "after"]) {
      const text = decodeURIComponent(hostile).padEnd(26, "~").slice(0, 26);
      const { status, body } = await read(owner, community, `?${key}=${encodeURIComponent(text)}`);
      expect({ status, entries: Array.isArray(body.audit_logs) }).toEqual({ status: 200, entries: true });
    }
  });

  test("emits no event", async () => {
    await using all = await recordEvents(server, "all");
    await record({ by: owner, action: { type: "MemberKick", user: unknown } });
    expect((await read(owner)).body.audit_logs.length).toBe(1);
    expect(all.received).toEqual([]);
  });

  test("belongs to one server and is deleted with it", async () => {
    const [here, there] = [await newCommunity(server, owner), await newCommunity(server, owner)];
    for (const one of [here, there])
      await record({ by: owner, action: { type: "ServerEdit", before: {}, after: { name: one.id } } }, one);
    expect((await server.client.delete(`/servers/${here.id}`, {}, owner)).status).toBe(204);
    expectFailure(await read(owner, here), 404, "NotFound");
    const { body } = await read(owner, there);
    expect(body.audit_logs).toMatchObject([{ server: there.id, action: { after: { name: there.id } } }]);
  });
});
