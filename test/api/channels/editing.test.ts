import { expect, test } from "bun:test";
import type { Person } from "../../support/accounts/people.ts";
import { channelUpdated, putPermissions, succeed } from "../../support/channels/channel-calls.ts";
import { newFriends, openConversation } from "../../support/channels/conversations.ts";
import { readFileState } from "../../support/files/file-state.ts";
import { makeImage } from "../../support/files/make-images.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import { readAuditLog } from "../../support/operators/audit-log.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { newCommunity, newMember } from "../../support/servers/communities.ts";
import { addRole } from "../../support/servers/roles.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";
import { changeRelationship } from "../../support/users/relationship-transitions.ts";

describeServer("editing channels", anyEngine, (server) => {
  const edit = (person: Person, id: string, body: unknown, headers?: Record<string, string>) =>
    server.client.patch(`/channels/${id}`, body, { token: person.token, ...(headers && { headers }) });
  const upload = async (person: Person, tag = "icons") =>
    uploadFile(server, person, { tag, content: await makeImage("png"), filename: "picture.png" });

  test("sets every field, and sends the changes to users who can view the channel", async () => {
    const { owner, channel, id } = await newCommunity(server);
    await using announcements = await recordAnnouncements(server);
    const change = { name: "Den", description: "", nsfw: true, voice: { max_users: 7 }, slowmode: 21_600 };
    const after = await succeed(edit(owner, channel, { ...change, archived: true }));
    expect(after).toEqual({ channel_type: "TextChannel", _id: channel, server: id, ...change });
    expect(announcements.take()).toEqual([channelUpdated(after, change)]);
    expect((await server.client.get(`/channels/${channel}`, owner)).body).toEqual(after);

    const again = await succeed(edit(owner, channel, { name: "Den", nsfw: false, voice: {} }));
    const { nsfw: _, ...marked } = after;
    expect(again).toEqual({ ...marked, voice: {} });
    expect(announcements.take()).toEqual([channelUpdated(again, { nsfw: false, voice: {} })]);
  });

  test("slowmode of 0 seconds stays a field until it is removed", async () => {
    const { owner, channel } = await newCommunity(server);
    expect(await succeed(edit(owner, channel, { slowmode: 0 }))).toHaveProperty("slowmode", 0);
    await using announcements = await recordAnnouncements(server);
    const after = await succeed(edit(owner, channel, { remove: ["Slowmode"] }));
    expect(after).not.toHaveProperty("slowmode");
    expect(announcements.take()).toEqual([channelUpdated(after, {}, ["Slowmode"])]);
  });

  test("removes fields that are set, and sends only these", async () => {
    const { owner, channel, server: founded } = await newCommunity(server);
    const plain = { channel_type: "TextChannel", _id: channel, server: founded._id, name: "General" };
    await succeed(edit(owner, channel, { description: "About", voice: {}, icon: await upload(owner) }));
    await succeed(putPermissions(server, { by: owner, channel, of: "default" }, { allow: 0, deny: 8 }));
    await using announcements = await recordAnnouncements(server);
    const all = ["Description", "Icon", "DefaultPermissions", "Voice", "Slowmode"];
    expect(await succeed(edit(owner, channel, { remove: [...all, "Icon"] }))).toEqual(plain);
    expect(announcements.take()).toEqual([channelUpdated(plain, {}, all.slice(0, 4))]);
    expect(await succeed(edit(owner, channel, { remove: all }))).toEqual(plain);
    expect(announcements.take()).toEqual([]);
  });

  test("a field that is set and removed at once is set", async () => {
    const { owner, channel } = await newCommunity(server);
    await succeed(edit(owner, channel, { description: "Old", slowmode: 3 }));
    await using announcements = await recordAnnouncements(server);
    const both = { description: "New", remove: ["Description", "Slowmode"] };
    const after = await succeed(edit(owner, channel, both));
    expect(after).toMatchObject({ description: "New" });
    expect(announcements.take()).toEqual([channelUpdated(after, { description: "New" }, ["Slowmode"])]);
  });

  test("an empty edit, or one with the present values, changes nothing and sends no event", async () => {
    const community = await newCommunity(server);
    const [one, two] = await newFriends(server);
    const { body: dm } = await openConversation(server, one, two.id);
    const { body: before } = await server.client.get(`/channels/${community.channel}`, community.owner);
    await using announcements = await recordAnnouncements(server);
    const idle = [{}, { archived: true }, { remove: [] }, { name: null, remove: null }, { unknown: 1 }];
    for (const body of idle) {
      expect(await succeed(edit(community.owner, community.channel, body))).toEqual(before);
      expect(await succeed(edit(one, dm._id, body))).toEqual(dm);
    }
    expect(await succeed(edit(community.owner, community.channel, { name: "General", nsfw: false }))).toEqual(
      before,
    );
    expect(announcements.take()).toEqual([]);
    expect(await readAuditLog(server, community)).toEqual([]);
  });

  test("an icon belongs to the channel until another replaces it", async () => {
    const { owner, channel } = await newCommunity(server);
    const [first, second] = [await upload(owner), await upload(owner)];
    const iconStatus = async (id: string) => (await fetch(`${server.url}/autumn/icons/${id}`)).status;
    await using announcements = await recordAnnouncements(server);
    const after = await succeed(edit(owner, channel, { icon: first }));
    expect(after.icon).toMatchObject({ _id: first, tag: "icons", filename: "picture.png" });
    expect(announcements.take()).toEqual([channelUpdated(after, { icon: after.icon })]);
    expect(await readFileState(server, first)).toMatchObject({ used_as: "ChannelIcon", used_by: channel });
    expect(await iconStatus(first)).toBe(200);

    expect((await succeed(edit(owner, channel, { icon: second, remove: ["Icon"] }))).icon._id).toBe(second);
    expect([await iconStatus(first), await iconStatus(second)]).toEqual([404, 200]);
    expect(await succeed(edit(owner, channel, { remove: ["Icon"] }))).not.toHaveProperty("icon");
    expect(await iconStatus(second)).toBe(404);
  });

  test("icons of other users, used, misplaced and unknown ones are not found, and nothing changes", async () => {
    const community = await newCommunity(server);
    const { owner, channel } = community;
    const member = await newMember(server, community);
    const used = await upload(owner);
    await succeed(edit(owner, channel, { icon: used }));
    const before = (await server.client.get(`/channels/${channel}`, owner)).body;
    await using announcements = await recordAnnouncements(server);
    const wrong = [await upload(member), await upload(owner, "avatars"), used, "unknown", "x".repeat(128)];
    for (const icon of wrong)
      expectFailure(await edit(owner, channel, { name: "New", icon }), 404, "NotFound");
    expect((await server.client.get(`/channels/${channel}`, owner)).body).toEqual(before);
    expect(announcements.take()).toEqual([]);
  });

  test("is recorded in the audit log with the previous values", async () => {
    const community = await newCommunity(server);
    const { owner, channel } = community;
    await succeed(edit(owner, channel, { name: "Den", description: "One" }, { "x-audit-log-reason": "why" }));
    await succeed(edit(owner, channel, { nsfw: true, remove: ["Description", "Icon"] }));
    const entry = { by: owner.id, target: null, reason: null };
    const action = { type: "ChannelEdit" as const, channel };
    expect(await readAuditLog(server, community)).toEqual([
      {
        ...entry,
        reason: "why",
        action: { ...action, before: { name: "General" }, after: { name: "Den", description: "One" } },
      },
      {
        ...entry,
        action: { ...action, before: { nsfw: false, description: "One" }, after: { nsfw: true } },
      },
    ]);
  });

  test.each([
    [{ name: "" }],
    [{ name: "x".repeat(33) }],
    [{ name: 5 }],
    [{ description: "x".repeat(1025) }],
    [{ icon: "" }],
    [{ icon: "x".repeat(129) }],
    [{ nsfw: "yes" }],
    [{ owner: 1 }],
    [{ voice: { max_users: 0 } }],
    [{ voice: { max_users: 1.5 } }],
    [{ voice: { max_users: 2 ** 31 } }],
    [{ voice: true }],
    [{ slowmode: -1 }],
    [{ slowmode: 21_601 }],
    [{ slowmode: 0.5 }],
    [{ remove: ["Name"] }],
    [{ remove: "Icon" }],
    [{ name: "a\0b" }],
  ])("refuses %j before anything is loaded", async (body) => {
    const { owner } = await newCommunity(server);
    expect(outcome(await edit(owner, "unknown", body))).toBe("400 FailedValidation");
  });

  test("accepts any name of 32 characters and any description of 1024", async () => {
    const { owner, channel } = await newCommunity(server);
    const change = { name: "🦦".repeat(32), description: `\u202e'"<é${"🦦".repeat(1019)}` };
    expect(await succeed(edit(owner, channel, change))).toMatchObject(change);
  });

  test("checks ManageChannel before the contents of the edit", async () => {
    const community = await newCommunity(server);
    const member = await newMember(server, community);
    const denied = { permission: "ManageChannel" };
    for (const body of [{}, { name: "New" }, { owner: member.id }, { icon: "unknown" }])
      expectFailure(await edit(member, community.channel, body), 403, "MissingPermission", denied);
    await addRole(server, community, { rank: 0, allow: ["ManageChannel"], holders: [member] });
    expect(await succeed(edit(member, community.channel, { name: "New" }))).toMatchObject({ name: "New" });
    const long = { "x-audit-log-reason": "é".repeat(513) };
    expectFailure(await edit(member, "unknown", {}, long), 400, "HeaderTooLarge");
  });

  test("only groups have an owner, and only groups and channels of servers are edited", async () => {
    const { owner, channel } = await newCommunity(server);
    expectFailure(await edit(owner, channel, { owner: owner.id, icon: "unknown" }), 400, "InvalidOperation");
    const [one, two] = await newFriends(server);
    const { body: dm } = await openConversation(server, one, two.id);
    const { body: saved } = await openConversation(server, one, one.id);
    await using announcements = await recordAnnouncements(server);
    for (const id of [dm._id, saved._id]) {
      for (const body of [{ owner: two.id }, { name: "New", icon: "unknown" }, { remove: ["Icon"] }])
        expectFailure(await edit(one, id, body), 400, "InvalidOperation");
    }
    await changeRelationship(server, "remove", [one, two]);
    const denied = { permission: "ManageChannel" };
    expectFailure(await edit(one, dm._id, { name: "New" }), 403, "MissingPermission", denied);
    expectFailure(await edit(two, saved._id, { name: "New" }), 403, "MissingPermission", denied);
    expect(announcements.take().filter(({ name }) => name === "ChannelUpdate")).toEqual([]);
  });

  test("loses none of many concurrent edits", async () => {
    const { owner, channel } = await newCommunity(server);
    await using announcements = await recordAnnouncements(server);
    const bodies = [{ name: "A" }, { description: "B" }, { nsfw: true }, { voice: {} }, { slowmode: 9 }];
    const responses = await Promise.all(bodies.map((body) => edit(owner, channel, body)));
    expect(responses.map(outcome)).toEqual(bodies.map(() => "200"));
    const { body } = await server.client.get(`/channels/${channel}`, owner);
    expect(body).toMatchObject(Object.assign({}, ...bodies));
    const emitted = announcements.take();
    expect(emitted).toHaveLength(5);
    expect(emitted.at(-1)?.changes).toMatchObject([{ kind: "server channel changed", channel: body }]);
  });
});
