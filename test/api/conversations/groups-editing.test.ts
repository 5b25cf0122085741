import { expect, test } from "bun:test";
import { bitsetOf, grantAllSafe, permission } from "../../../src/permissions/bits.ts";
import type { Person } from "../../support/accounts/people.ts";
import { openConversation } from "../../support/channels/conversations.ts";
import { groupCalls, newGroupFixture, summarizeAnnouncements } from "../../support/channels/groups.ts";
import { makeImage } from "../../support/files/make-images.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";

describeServer("editing a group", anyEngine, (server) => {
  const newIcon = async (person: Person) =>
    uploadFile(server, person, { tag: "icons", content: await makeImage("png") });
  const isServed = async (icon: string) => (await fetch(`${server.url}/autumn/icons/${icon}`)).ok;

  test("posts system messages about all fields in this order, and then sends the event", async () => {
    const { group, id, owner, members } = await newGroupFixture(server);
    const icon = await newIcon(owner);
    const edits = { name: "Them", description: "Talk", nsfw: true, owner: members[0].id };
    await using announcements = await recordAnnouncements(server);
    const { status, body } = await groupCalls(server, id).edit(owner, { ...edits, icon });
    const emitted = announcements.take();
    const after = { ...group, ...edits, icon: expect.objectContaining({ _id: icon }) };
    expect(status).toBe(200);
    expect(body).toEqual({ ...after, last_message_id: expect.any(String) });
    const by = owner.id;
    expect(summarizeAnnouncements({ take: () => emitted })).toEqual([
      ["Message", `channel:${id}`, { type: "channel_ownership_changed", from: owner.id, to: members[0].id }],
      ["Message", `channel:${id}`, { type: "channel_renamed", name: "Them", by }],
      ["Message", `channel:${id}`, { type: "channel_description_changed", by }],
      ["Message", `channel:${id}`, { type: "channel_icon_changed", by }],
      ["ChannelUpdate", `channel:${id}`, { id, data: { ...edits, icon: body.icon }, clear: [] }],
    ]);
    expect(emitted.at(-1)?.changes).toEqual([{ kind: "group changed", channel: id, owner: members[0].id }]);
    expect((await groupCalls(server, id).view(members[1])).body).toEqual(body);
  });

  test("is open to every recipient, and ignores fields of server channels", async () => {
    const { id, members } = await newGroupFixture(server);
    const [member] = members;
    const { edit } = groupCalls(server, id);
    await using announcements = await recordAnnouncements(server);
    const more = { voice: { max_users: 2 }, slowmode: 5, archived: true };
    const { status, body } = await edit(member, { name: "Them", ...more });
    expect(status).toBe(200);
    expect(Object.keys(body)).not.toContain("voice");
    expect(Object.keys(body)).not.toContain("slowmode");
    expect(summarizeAnnouncements(announcements)).toEqual([
      ["Message", `channel:${id}`, { type: "channel_renamed", name: "Them", by: member.id }],
      ["ChannelUpdate", `channel:${id}`, { id, data: { name: "Them" }, clear: [] }],
    ]);
    expect((await edit(member, { voice: {}, slowmode: 1 })).body).toEqual(body);
    expect((await edit(member, { remove: ["Voice", "Slowmode", "DefaultPermissions"] })).body).toEqual(body);
    expect(announcements.take()).toEqual([]);
  });

  test("sends removed fields, without a system message", async () => {
    const { id, owner } = await newGroupFixture(server);
    const { edit } = groupCalls(server, id);
    const icon = await newIcon(owner);
    await edit(owner, { description: "Talk", icon });
    await using announcements = await recordAnnouncements(server);
    const { body } = await edit(owner, { remove: ["Icon", "Description", "Icon"] });
    for (const field of ["icon", "description"]) expect(Object.keys(body)).not.toContain(field);
    expect(summarizeAnnouncements(announcements)).toEqual([
      ["ChannelUpdate", `channel:${id}`, { id, data: {}, clear: ["Icon", "Description"] }],
    ]);
    expect(await isServed(icon)).toBe(false);
    expect((await edit(owner, { remove: ["Icon", "Description"] })).body).toEqual(body);
    expect(announcements.take()).toEqual([]);
  });

  test("removes fields before it sets them", async () => {
    const { id, owner } = await newGroupFixture(server);
    const { edit } = groupCalls(server, id);
    const first = await newIcon(owner);
    await edit(owner, { icon: first, description: "Old" });
    const icon = await newIcon(owner);
    await using announcements = await recordAnnouncements(server);
    const { body } = await edit(owner, { icon, description: "New", remove: ["Icon", "Description"] });
    expect(body).toMatchObject({ icon: { _id: icon }, description: "New" });
    expect(summarizeAnnouncements(announcements).at(-1)).toEqual([
      "ChannelUpdate",
      `channel:${id}`,
      { id, data: { icon: body.icon, description: "New" }, clear: [] },
    ]);
    expect([await isServed(first), await isServed(icon)]).toEqual([false, true]);
  });

  test("without a change posts no system message", async () => {
    const { group, id, owner } = await newGroupFixture(server);
    const { edit } = groupCalls(server, id);
    await using announcements = await recordAnnouncements(server);
    for (const body of [{}, { archived: true }, { name: "Us", nsfw: false }, { owner: owner.id }])
      expect(await edit(owner, body)).toMatchObject({ status: 200, body: group });
    expect(announcements.take()).toEqual([]);
  });

  test("is refused for these reasons, in this order", async () => {
    const { id, owner, members, friend, stranger } = await newGroupFixture(server);
    const [member] = members;
    const { edit, allow } = groupCalls(server, id);
    const { body: dm } = await openConversation(server, owner, friend.id);
    const { body: notes } = await openConversation(server, owner, owner.id);
    await using announcements = await recordAnnouncements(server);
    for (const body of [{ name: "" }, { name: "x".repeat(33) }, { owner: 1 }, { remove: ["Owner"] }])
      expectFailure(await edit(stranger, body), 400, "FailedValidation", { error: expect.any(String) });
    const edits = { owner: "unknown", icon: "unknown" };
    expectFailure(await groupCalls(server, "unknown").edit(owner, edits), 404, "NotFound");
    const missing = { permission: "ManageChannel" };
    for (const body of [edits, {}])
      expectFailure(await edit(stranger, body), 403, "MissingPermission", missing);
    for (const channel of [dm._id, notes._id]) {
      expect((await groupCalls(server, channel).edit(owner, {})).status).toBe(200);
      expectFailure(await groupCalls(server, channel).edit(owner, edits), 400, "InvalidOperation");
      expectFailure(await groupCalls(server, channel).edit(owner, { name: "a" }), 400, "InvalidOperation");
    }
    expectFailure(await edit(member, edits), 403, "NotOwner");
    expectFailure(await edit(member, { owner: member.id }), 403, "NotOwner");
    announcements.take();
    for (const to of ["unknown", friend.id, ""])
      expectFailure(await edit(owner, { ...edits, owner: to }), 404, "NotInGroup");
    expectFailure(await edit(owner, { owner: member.id, icon: "unknown" }), 404, "NotFound");
    expectFailure(await edit(owner, { icon: await newIcon(member) }), 404, "NotFound");
    expect(announcements.take()).toEqual([]);
    await allow(owner, bitsetOf("SendMessage"));
    expectFailure(await edit(member, { name: "a" }), 403, "MissingPermission", missing);
  });

  test("a new owner gets all permissions, and the previous one loses them", async () => {
    const { id, owner, members, stranger } = await newGroupFixture(server);
    const [member, other] = members;
    const { edit, remove, allow } = groupCalls(server, id);
    expect((await edit(owner, { owner: member.id })).status).toBe(200);
    expectFailure(await remove(owner, other), 403, "MissingPermission", { permission: "ManageChannel" });
    expectFailure(await allow(owner, 0), 403, "MissingPermission", { permission: "ManagePermissions" });
    expect((await allow(member, 0)).status).toBe(200);
    expect((await remove(member, owner)).status).toBe(204);
    expectFailure(await edit(stranger, { name: "a" }), 403, "MissingPermission", {
      permission: "ManageChannel",
    });
  });

  test("new permissions of recipients are sent, and apply from then on", async () => {
    const { group, id, owner, members } = await newGroupFixture(server);
    const { allow, edit, view } = groupCalls(server, id);
    await using announcements = await recordAnnouncements(server);
    for (const permissions of [0, grantAllSafe, bitsetOf("ManageChannel")]) {
      const { status, body } = await allow(owner, permissions);
      expect({ status, body }).toEqual({ status: 200, body: { ...group, permissions } });
      const [event, ...more] = announcements.take();
      expect(event).toEqual({
        name: "ChannelUpdate",
        payload: { id, data: { permissions }, clear: [] },
        topics: [`channel:${id}`] as never,
        changes: [{ kind: "group changed", channel: id, permissions }],
      });
      expect(more).toEqual([]);
      expect((await allow(owner, permissions)).body).toEqual(body);
      expect(announcements.take()).toEqual([]);
      const mayEdit = permissions !== 0;
      expect((await edit(members[0], { nsfw: false })).status).toBe(mayEdit ? 200 : 403);
      // Recipients can always view the group.
      expect((await view(members[0])).body).toEqual(body);
    }
  });

  test("permissions of recipients need ManagePermissions, and have bounds", async () => {
    const { id, owner, members, friend, stranger } = await newGroupFixture(server);
    const [member] = members;
    const { allow } = groupCalls(server, id);
    const { body: dm } = await openConversation(server, owner, friend.id);
    const { body: notes } = await openConversation(server, owner, owner.id);
    await using announcements = await recordAnnouncements(server);
    for (const wrong of [-1, 1.5, "1", null, 2 ** 53, { allow: 0 }])
      expectFailure(await allow(owner, wrong), 400, "FailedValidation", { error: expect.any(String) });
    const missing = { permission: "ManagePermissions" };
    expectFailure(await groupCalls(server, "unknown").allow(owner, 0), 404, "NotFound");
    for (const by of [member, stranger])
      for (const permissions of [2 ** 52, { allow: 0, deny: 0 }])
        expectFailure(await allow(by, permissions), 403, "MissingPermission", missing);
    expectFailure(await groupCalls(server, dm._id).allow(owner, 0), 403, "MissingPermission", missing);
    expectFailure(await groupCalls(server, notes._id).allow(owner, 0), 400, "InvalidOperation");
    expectFailure(await allow(owner, { allow: 0, deny: 0 }), 400, "InvalidOperation");
    expectFailure(await allow(owner, 2 ** 52), 403, "CannotGiveMissingPermissions");
    expect(announcements.take()).toEqual([]);
    // A recipient with ManagePermissions may grant more than they have.
    await allow(owner, permission.ManagePermissions);
    expect((await allow(member, grantAllSafe)).body.permissions).toBe(grantAllSafe);
    const role = await server.client.put(
      `/channels/${id}/permissions/unknown`,
      { permissions: { allow: 0, deny: 0 } },
      owner,
    );
    expectFailure(role, 400, "InvalidOperation");
  });
});
