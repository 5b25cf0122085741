import { afterAll, beforeAll, expect, test } from "bun:test";
import { newUser } from "../../support/accounts/people.ts";
import { newFriends, openConversation } from "../../support/channels/conversations.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import { type MessageCalls, messageCalls } from "../../support/messages/message-calls.ts";
import { lastMessageOf } from "../../support/messages/messages.ts";
import { newRoom, type Room } from "../../support/messages/sending.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { openServer } from "../../support/server/server.ts";
import { days } from "../../support/server/test-clock.ts";
import { verdict } from "../../support/servers/member-calls.ts";
import { type AnnouncementRecorder, recordAnnouncements } from "../../support/stream/record-announcements.ts";

describeServer("edits that are refused", anyEngine, (server, engine) => {
  let community: Room;
  let calls: MessageCalls;
  let announcements: AnnouncementRecorder;
  let id: string;
  beforeAll(async () => {
    announcements = await recordAnnouncements(server);
    community = await newRoom(server);
    calls = messageCalls(server, community.channel);
    id = await calls.send(community.member);
  });
  afterAll(() => announcements[Symbol.asyncDispose]());

  const elsewhere = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
  const long = "x".repeat(2_001);

  test("are checked in this order", async () => {
    const fixture = await newRoom(server);
    const { member, owner } = fixture;
    const here = messageCalls(server, fixture.channel);
    const nowhere = messageCalls(server, elsewhere);
    const [mine, other] = [await here.send(member), await here.send(owner)];
    const missing = { content: "x", embeds: [{ media: "unknown" }] };
    await fixture.setPermissions([], ["SendMessage", "SendEmbeds"]);
    announcements.take();
    const bad = { content: long, embeds: [{ colour: "javascript:1" }] };
    expect(verdict(await nowhere.edit(member, elsewhere, bad))).toBe("FailedValidation");
    expect(verdict(await nowhere.edit(member, elsewhere, { content: long }))).toBe("PayloadTooLarge");
    expect(verdict(await nowhere.edit(member, elsewhere, missing))).toBe("NotFound");
    expect(verdict(await here.edit(member, elsewhere, missing))).toBe("MissingPermission SendMessage");
    await fixture.setPermissions([], ["SendEmbeds"]);
    announcements.take();
    expect(verdict(await here.edit(member, elsewhere, missing))).toBe("NotFound");
    expect(verdict(await here.edit(member, other, missing))).toBe("CannotEditMessage");
    expect(verdict(await here.edit(member, mine, missing))).toBe("MissingPermission SendEmbeds");
    expect(verdict(await here.edit(member, mine, { embeds: [] }))).toBe("MissingPermission SendEmbeds");
    expect(announcements.take()).toEqual([]);
    expect(verdict(await here.edit(member, mine, { content: "x" }))).toBe("200");
    await fixture.setPermissions([]);
    announcements.take();
    expect(verdict(await here.edit(member, mine, missing))).toBe("NotFound");
    expect(announcements.take()).toEqual([]);
    expect(await here.read(mine)).toMatchObject({ content: "x", embeds: [] });
  });

  test.each([
    ["an empty text", { content: "" }],
    ["a number", { content: 1 }],
    ["eleven embeds", { embeds: Array(11).fill({}) }],
    ["a long title", { embeds: [{ title: "x".repeat(101) }] }],
    ["an empty title", { embeds: [{ title: "" }] }],
    ["a long description", { embeds: [{ description: long }] }],
    ["a long address", { embeds: [{ url: "x".repeat(257) }] }],
    ["an invalid colour", { embeds: [{}, { colour: "javascript:1" }] }],
    ["a null character", { content: "\0" }],
    ["a list", []],
  ])("for %s change nothing", async (_, body) => {
    const before = await calls.read(id);
    const { status, body: failure } = await calls.edit(community.member, id, body);
    expect({ status, type: failure.type }).toEqual({ status: 400, type: "FailedValidation" });
    expect(await calls.read(id)).toEqual(before);
  });

  test("for their length count bytes, including the descriptions of embeds", async () => {
    const { member } = community;
    const edit = async (body: object) => verdict(await calls.edit(member, id, body));
    expect(await edit({ content: "ä".repeat(1_000) })).toBe("200");
    expectFailure(await calls.edit(member, id, { content: "ä".repeat(1_001) }), 422, "PayloadTooLarge");
    const description = "x".repeat(1_000);
    expect(await edit({ embeds: [{ description }, { description }] })).toBe("200");
    expect(await edit({ content: "x", embeds: [{ description }, { description }] })).toBe("PayloadTooLarge");
    expect(await edit({ embeds: Array(10).fill({ title: "x" }) })).toBe("200");
  });

  test("depend on the age of the account", async () => {
    const config = { limits: { new_user: { message_length: 5 }, default: { message_length: 10 } } };
    await using strict = await openServer(engine, { config });
    const { member, channel } = await newRoom(strict);
    const here = messageCalls(strict, channel);
    const mine = await here.send(member, "x");
    expect(verdict(await here.edit(member, mine, { content: "123456" }))).toBe("PayloadTooLarge");
    strict.clock.advance(days(3));
    expect(verdict(await here.edit(member, mine, { content: "123456" }))).toBe("200");
    expect(verdict(await here.edit(member, mine, { content: "x".repeat(11) }))).toBe("PayloadTooLarge");
  });

  test("by strangers, in the wrong channel, and of system messages", async () => {
    const [stranger, other] = [await newUser(server), await newRoom(server)];
    const content = "x";
    expect(verdict(await calls.edit(stranger, id, { content }))).toBe("MissingPermission SendMessage");
    const otherCalls = messageCalls(server, other.channel);
    expect(verdict(await otherCalls.edit(other.owner, id, { content }))).toBe("NotFound");
    await calls.pin(community.owner, id);
    const systemMessage = (await lastMessageOf(server, community.channel)) ?? "";
    expect(verdict(await calls.edit(community.owner, systemMessage, { content }))).toBe("CannotEditMessage");
    // Moderators may delete the messages of others, but not edit them.
    expect(verdict(await calls.edit(community.owner, id, { content }))).toBe("CannotEditMessage");
  });

  test("in a conversation in which the author may no longer write", async () => {
    const [one, two] = await newFriends(server);
    const { body: conversation } = await openConversation(server, one, two.id);
    const here = messageCalls(server, conversation._id);
    const mine = await here.send(one);
    await server.client.put(`/users/${one.id}/block`, {}, two);
    const edit = await here.edit(one, mine, { content: "x" });
    expect(verdict(edit)).toBe("MissingPermission SendMessage");
  });

  test("for files of others, or files that are in use already", async () => {
    const { member, owner } = community;
    const theirs = await uploadFile(server, owner, { content: "theirs" });
    const used = await uploadFile(server, member, { content: "used" });
    const fresh = await uploadFile(server, member, { content: "fresh" });
    await calls.send(member, { attachments: [used] });
    for (const media of [theirs, used])
      expect(verdict(await calls.edit(member, id, { embeds: [{ media }] }))).toBe("NotFound");
    const twice = { embeds: [{ media: fresh }, { media: fresh }] };
    expect(verdict(await calls.edit(member, id, twice))).toBe("NotFound");
    // A refused edit does not use up its file.
    expect(verdict(await calls.edit(member, id, { embeds: [{ media: fresh }] }))).toBe("200");
  });
});
