import { expect, test } from "bun:test";
import { insertInvite } from "../../../src/domains/invites/store.ts";
import { updateServer } from "../../../src/domains/members/index.ts";
import { permission } from "../../../src/permissions/bits.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { putPermissions, succeed } from "../../support/channels/channel-calls.ts";
import { newFriends, openConversation } from "../../support/channels/conversations.ts";
import { makeImage } from "../../support/files/make-images.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import { readAuditLog } from "../../support/operators/audit-log.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { newCommunity, newMember } from "../../support/servers/communities.ts";
import { addRole, setDefaultPermissions } from "../../support/servers/roles.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";

const code = expect.stringMatching(/^[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{8}$/);

const unknownCodes = [
  "unknown",
  "ABCDEFGH",
  "01ARZ3NDEKTSV4RRFFQ69G5FAV",
  "x".repeat(10_000),
  "%F0%9F%A6%A6",
  "a%20b",
  "'%20or%201=1%20--",
  "..%2f..%2fetc",
  "%25",
];

describeServer("invites", anyEngine, (server) => {
  const invite = ({ token }: Person, channel: string, headers?: Record<string, string>) =>
    server.client.post(`/channels/${channel}/invites`, {}, { token, ...(headers && { headers }) });
  const fetchInvite = (id: string) => server.client.get(`/invites/${id}`);
  const remove = ({ token }: Person, id: string, headers?: Record<string, string>) =>
    server.client.delete(`/invites/${id}`, {}, { token, ...(headers && { headers }) });
  const list = ({ token }: Person, id: string) => server.client.get(`/servers/${id}/invites`, { token });
  const change = (id: string, changes: Parameters<typeof updateServer>[2]) =>
    server.running.store.write((tx) => updateServer(tx, id, changes));

  test("are created with permission, each with a code of its own, without an event", async () => {
    const community = await newCommunity(server);
    const member = await newMember(server, community);
    await using announcements = await recordAnnouncements(server);
    const { status, body } = await invite(member, community.channel, { "x-audit-log-reason": "friends" });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        type: "Server",
        _id: code,
        server: community.id,
        creator: member.id,
        channel: community.channel,
      },
    });
    const { body: other } = await invite(member, community.channel);
    expect(other._id).not.toBe(body._id);
    expect(announcements.take()).toEqual([]);
    expect((await readAuditLog(server, community))[0]).toEqual({
      by: member.id,
      target: null,
      reason: "friends",
      action: { type: "InviteCreate", invite: body._id, channel: community.channel },
    });
  });

  test("check for the channel, then for InviteOthers, then for the kind of channel", async () => {
    const community = await newCommunity(server);
    const member = await newMember(server, community);
    const denied = ["MissingPermission", { permission: "InviteOthers" }] as const;
    const long = { "x-audit-log-reason": "x".repeat(513) };
    expectFailure(await invite(member, "unknown", long), 400, "HeaderTooLarge");
    for (const id of unknownCodes) expectFailure(await invite(member, id), 404, "NotFound");
    expectFailure(await invite(await newUser(server), community.channel), 403, ...denied);
    await setDefaultPermissions(server, community, ["ViewChannel"]);
    expectFailure(await invite(member, community.channel), 403, ...denied);
    const [one, two] = await newFriends(server);
    const { body: directMessage } = await openConversation(server, one, two.id);
    const { body: saved } = await openConversation(server, one, one.id);
    for (const { _id } of [directMessage, saved])
      expectFailure(await invite(one, _id), 400, "InvalidOperation");
    expectFailure(await invite(member, directMessage._id), 403, ...denied);
  });

  test("are shown to strangers, with all fields that have a value", async () => {
    const community = await newCommunity(server);
    const { owner } = community;
    const member = await newMember(server, community);
    const { body } = await invite(member, community.channel);
    const required = {
      type: "Server",
      code: body._id,
      server_id: community.id,
      server_name: "Place",
      channel_id: community.channel,
      channel_name: "General",
      user_name: "Somebody",
      member_count: 2,
    };
    expect(await fetchInvite(body._id)).toMatchObject({ status: 200, body: required });
    expect((await fetchInvite(body._id)).body).toEqual(required);

    const avatar = await uploadFile(server, member, { tag: "avatars", content: await makeImage("png") });
    await server.client.patch("/users/@me", { avatar }, member);
    await server.client.patch(`/channels/${community.channel}`, { description: "Talk" }, owner);
    const { body: self } = await server.client.get("/users/@me", member);
    const [icon, banner] = ["icons", "banners"].map((tag) => ({ ...self.avatar, tag }));
    await change(community.id, { icon: JSON.stringify(icon), banner: JSON.stringify(banner), flags: 2 });
    await server.client.patch(`/servers/${community.id}`, { description: "A place" }, owner);
    expect((await fetchInvite(body._id)).body).toEqual({
      ...required,
      channel_description: "Talk",
      server_icon: icon,
      server_banner: banner,
      server_description: "A place",
      server_flags: 2,
      user_avatar: self.avatar,
    });
  });

  test.each(unknownCodes)("with other codes are NotFound (%#)", async (id) => {
    const person = await newUser(server);
    expectFailure(await fetchInvite(id), 404, "NotFound");
    expectFailure(await remove(person, id), 404, "NotFound");
    expectFailure(await server.client.post(`/invites/${id}`, {}, person), 404, "NotFound");
  });

  test("a code that exists is not used again", async () => {
    const community = await newCommunity(server);
    const { body } = await invite(community.owner, community.channel);
    const { channel: channel_id, id: server_id } = community;
    const creator_id = community.owner.id;
    const unlimited = { expires_at: null, max_uses: null, uses: 0 };
    const other = { code: body._id, channel_id, server_id, creator_id, ...unlimited };
    const insertWithCode = (code: string) =>
      server.running.store.write((tx) => insertInvite(tx, { ...other, code }));
    expect([await insertWithCode(body._id), await insertWithCode("Freecode")]).toEqual([false, true]);
    expect((await list(community.owner, community.id)).body).toHaveLength(2);
  });

  test("codes are matched exactly", async () => {
    const community = await newCommunity(server);
    let { body } = await invite(community.owner, community.channel);
    while (!/[a-z]/i.test(body._id)) ({ body } = await invite(community.owner, community.channel));
    const swapped = body._id.replace(/[a-z]/i, (letter: string) =>
      letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
    );
    for (const similarCode of [swapped, `${body._id}%20`, `${body._id}0`, body._id.slice(1)])
      expectFailure(await fetchInvite(similarCode), 404, "NotFound");
  });

  test("are deleted with their channel", async () => {
    const community = await newCommunity(server);
    const { body } = await invite(community.owner, community.channel);
    await server.client.delete(`/channels/${community.channel}`, {}, community.owner);
    expectFailure(await fetchInvite(body._id), 404, "NotFound");
    expect((await list(community.owner, community.id)).body).toEqual([]);
  });

  test("the id of a server is an invite while the server is discoverable and has a channel", async () => {
    const community = await newCommunity(server);
    const { owner } = community;
    expectFailure(await fetchInvite(community.id), 404, "NotFound");
    await change(community.id, { discoverable: 1 });
    expect((await fetchInvite(community.id)).body).toEqual({
      type: "Server",
      code: community.id,
      server_id: community.id,
      server_name: "Place",
      channel_id: community.channel,
      channel_name: "General",
      user_name: "Somebody",
      member_count: 1,
    });
    expectFailure(await remove(owner, community.id), 404, "NotFound");
    const { body: second } = await server.client.post(
      `/servers/${community.id}/channels`,
      { name: "b" },
      owner,
    );
    const hide = { by: owner, channel: community.channel, of: "default" };
    await succeed(putPermissions(server, hide, { allow: 0, deny: permission.ViewChannel }));
    expect((await fetchInvite(community.id)).body).toMatchObject({
      channel_id: second._id,
      channel_name: "b",
    });
    await succeed(
      putPermissions(server, { ...hide, channel: second._id }, { allow: 0, deny: permission.ViewChannel }),
    );
    expect((await fetchInvite(community.id)).body).toMatchObject({ channel_id: community.channel });
    for (const id of [second._id, community.channel])
      await server.client.delete(`/channels/${id}`, {}, owner);
    expectFailure(await fetchInvite(community.id), 404, "NotFound");
  });

  test("are listed with ManageServer", async () => {
    const [community, other] = [await newCommunity(server), await newCommunity(server)];
    const member = await newMember(server, community);
    expect((await list(community.owner, community.id)).body).toEqual([]);
    const created = [
      (await invite(community.owner, community.channel)).body,
      (await invite(member, community.channel)).body,
    ];
    await invite(other.owner, other.channel);
    const { status, body } = await list(community.owner, community.id);
    expect({ status, body: new Set(body) }).toEqual({ status: 200, body: new Set(created) });
    const denied = { permission: "ManageServer" };
    for (const person of [member, other.owner])
      expectFailure(await list(person, community.id), 403, "MissingPermission", denied);
    for (const id of unknownCodes) expectFailure(await list(member, id), 404, "NotFound");
    await addRole(server, community, { rank: 0, allow: ["ManageServer"], holders: [member] });
    expect((await list(member, community.id)).body).toEqual(body);
  });

  test("are deleted by their creators, members or not, without an audit entry", async () => {
    const community = await newCommunity(server);
    const member = await newMember(server, community);
    const { body } = await invite(member, community.channel);
    await setDefaultPermissions(server, community, []);
    await using announcements = await recordAnnouncements(server);
    const reply = await remove(member, body._id);
    expect({ status: reply.status, body: reply.body }).toEqual({ status: 204, body: undefined });
    expectFailure(await fetchInvite(body._id), 404, "NotFound");
    expectFailure(await remove(member, body._id), 404, "NotFound");
    expect(announcements.take()).toEqual([]);
    expect((await readAuditLog(server, community)).map(({ action }) => action.type)).toEqual([
      "InviteCreate",
    ]);
  });

  test("are deleted with ManageServer, with an audit entry", async () => {
    const community = await newCommunity(server);
    const [creator, member] = [await newMember(server, community), await newMember(server, community)];
    const { body } = await invite(creator, community.channel);
    const denied = { permission: "ManageServer" };
    for (const person of [member, await newUser(server)])
      expectFailure(await remove(person, body._id), 403, "MissingPermission", denied);
    const long = { "x-audit-log-reason": "x".repeat(513) };
    expectFailure(await remove(member, body._id, long), 400, "HeaderTooLarge");
    expect((await fetchInvite(body._id)).status).toBe(200);
    await addRole(server, community, { rank: 0, allow: ["ManageServer"], holders: [member] });
    expect((await remove(member, body._id, { "x-audit-log-reason": "spread" })).status).toBe(204);
    expect((await readAuditLog(server, community)).at(-1)).toEqual({
      by: member.id,
      target: creator.id,
      reason: "spread",
      action: { type: "InviteDelete", invite: body._id, channel: community.channel },
    });
  });

  test("concurrent deletions of one invite succeed once", async () => {
    const community = await newCommunity(server);
    const { body } = await invite(await newMember(server, community), community.channel);
    const responses = await Promise.all(Array.from({ length: 8 }, () => remove(community.owner, body._id)));
    expect(responses.map(outcome).toSorted()).toEqual(["204", ...Array(7).fill("404 NotFound")]);
    const types = (await readAuditLog(server, community)).map(({ action }) => action.type);
    expect(types).toEqual(["InviteCreate", "InviteDelete"]);
  });
});
