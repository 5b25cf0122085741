import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { newUser } from "../../support/accounts/people.ts";
import { channelUpdated } from "../../support/channels/channel-calls.ts";
import { newFriends, openConversation } from "../../support/channels/conversations.ts";
import { isFileAlive } from "../../support/files/file-state.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import { messageCalls, newRoomWithCalls } from "../../support/messages/message-calls.ts";
import { lastMessageOf, readMessages } from "../../support/messages/messages.ts";
import { sendMessage } from "../../support/messages/sending.ts";
import { readAuditLog } from "../../support/operators/audit-log.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import type { TestServer } from "../../support/server/server.ts";
import { newMember } from "../../support/servers/communities.ts";
import { verdict } from "../../support/servers/member-calls.ts";
import { type AnnouncementRecorder, openRecordedServer } from "../../support/stream/record-announcements.ts";
import { openReadyStream } from "../../support/stream/stream.ts";

const unknown = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
const headers = { "x-audit-log-reason": "not here" };

describe.each([...anyEngine])("deleting a message on %s", (engine) => {
  let server: TestServer;
  let announcements: AnnouncementRecorder;
  beforeAll(async () => {
    ({ server, announcements } = await openRecordedServer(engine));
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const newFixture = () => newRoomWithCalls(server);
  const channelOf = async (id: string, { token }: { token: string }) =>
    (await server.client.get(`/channels/${id}`, { token })).body;

  test("of the caller's own needs ViewChannel, and is not in the audit log", async () => {
    const { calls, member, owner, channel, ...community } = await newFixture();
    const file = await uploadFile(server, member, { content: "a" });
    const media = await uploadFile(server, member, { content: "b" });
    const id = await calls.send(member, { content: "x", attachments: [file], embeds: [{ media }] });
    await calls.react(owner, id, "🦦");
    const last = await calls.send(owner);
    await community.setPermissions([], ["SendMessage"]);
    const { stream } = await openReadyStream(server, owner);
    announcements.take();
    expect(outcome(await calls.remove(member, id, { headers }))).toBe("204");
    expect(announcements.take()).toEqual([calls.announcement("MessageDelete", { id, channel })]);
    expect(await stream.takeNew()).toEqual([{ type: "MessageDelete", id, channel }]);
    expect(await calls.read(id)).toBeUndefined();
    expect(await lastMessageOf(server, channel)).toBe(last);
    for (const fileId of [file, media]) expect(await isFileAlive(server, fileId)).toBe(false);
    expect((await readAuditLog(server, community)).map(({ action }) => action.type)).not.toContain(
      "MessageDelete",
    );
    expectFailure(await calls.remove(member, id), 404, "NotFound");

    const hidden = await calls.send(owner);
    await community.setPermissions([], ["ViewChannel"]);
    expect(verdict(await calls.remove(member, hidden))).toBe("MissingPermission ManageMessages");
    await stream[Symbol.asyncDispose]();
  });

  test("is refused in a channel that the caller can no longer view", async () => {
    const { calls, member, ...community } = await newFixture();
    const id = await calls.send(member);
    await community.setPermissions([], ["ViewChannel"]);
    announcements.take();
    expect(verdict(await calls.remove(member, id))).toBe("MissingPermission ViewChannel");
    expect(announcements.take()).toEqual([]);
    expect(await calls.read(id)).toBeDefined();
  });

  test("of another author needs ManageMessages, and is in the audit log", async () => {
    const { calls, member, owner, channel, ...community } = await newFixture();
    const [id, other] = [await calls.send(member), await newMember(server, community)];
    expect(verdict(await calls.remove(other, id))).toBe("MissingPermission ManageMessages");
    expect(verdict(await calls.remove(await newUser(server), id))).toBe("MissingPermission ManageMessages");
    await community.setPermissions(["ManageMessages"]);
    await calls.send(owner);
    announcements.take();
    expect(outcome(await calls.remove(other, id, { headers }))).toBe("204");
    expect(announcements.take()).toEqual([calls.announcement("MessageDelete", { id, channel })]);
    expect((await readAuditLog(server, community)).at(-1)).toEqual({
      by: other.id,
      target: member.id,
      reason: "not here",
      action: { type: "MessageDelete", author: member.id, channel },
    });
  });

  test("is checked in this order", async () => {
    const { calls, owner, member } = await newFixture();
    const [elsewhere, outside] = [await newFixture(), await newUser(server)];
    const id = await calls.send(owner);
    const long = { headers: { "x-audit-log-reason": "x".repeat(513) } };
    expect(verdict(await calls.remove(outside, unknown, long))).toBe("HeaderTooLarge");
    expect(verdict(await calls.remove(outside, unknown))).toBe("NotFound");
    expect(verdict(await messageCalls(server, unknown).remove(outside, id))).toBe("NotFound");
    expect(verdict(await elsewhere.calls.remove(elsewhere.owner, id))).toBe("NotFound");
    expect(verdict(await calls.remove(member, id))).toBe("MissingPermission ManageMessages");
    for (const hostile of ["%20", "%00", "a'--", "%F0%9F%A6%A6"])
      expect(verdict(await calls.remove(owner, hostile))).toBeOneOf(["NotFound", "FailedValidation"]);
    expect(await calls.read(id)).toBeDefined();
  });

  test("that is the last one of its channel updates the channel's last message", async () => {
    const { calls, owner, channel } = await newFixture();
    const [one, two, three] = [await calls.send(owner), await calls.send(owner), await calls.send(owner)];
    announcements.take();
    await calls.remove(owner, two);
    expect(announcements.take()).toEqual([calls.announcement("MessageDelete", { id: two, channel })]);
    await calls.remove(owner, three);
    const after = await channelOf(channel, owner);
    expect(after.last_message_id).toBe(one);
    expect(announcements.take()).toEqual([
      calls.announcement("MessageDelete", { id: three, channel }),
      channelUpdated(after, { last_message_id: one }),
    ]);
    await calls.remove(owner, one);
    const empty = await channelOf(channel, owner);
    expect(empty).not.toHaveProperty("last_message_id");
    expect(announcements.take()).toEqual([
      calls.announcement("MessageDelete", { id: one, channel }),
      channelUpdated(empty, { last_message_id: null }),
    ]);
  });

  test("works for system messages", async () => {
    const { calls, owner, member, ...community } = await newFixture();
    await calls.pin(owner, await calls.send(member));
    const systemMessage = (await lastMessageOf(server, community.channel)) ?? "";
    expect(verdict(await calls.remove(member, systemMessage))).toBe("MissingPermission ManageMessages");
    expect(outcome(await calls.remove(owner, systemMessage))).toBe("204");
    const system = "0".repeat(26);
    expect((await readAuditLog(server, community)).at(-1)).toMatchObject({
      target: system,
      action: { type: "MessageDelete", author: system },
    });
  });

  test("in a conversation is allowed for its author only, even after a block", async () => {
    const [one, two] = await newFriends(server);
    const { body: conversation } = await openConversation(server, one, two.id);
    const calls = messageCalls(server, conversation._id);
    const [first, second] = [await calls.send(one), await calls.send(one)];
    await server.client.put(`/users/${one.id}/block`, {}, two);
    expect(verdict(await calls.remove(two, second))).toBe("MissingPermission ManageMessages");
    const { stream } = await openReadyStream(server, two);
    announcements.take();
    expect(outcome(await calls.remove(one, second))).toBe("204");
    const update = { id: conversation._id, data: { last_message_id: first }, clear: [] };
    const deletion = { id: second, channel: conversation._id };
    expect(announcements.take()).toEqual([
      calls.announcement("MessageDelete", deletion),
      calls.announcement("ChannelUpdate", update),
    ]);
    expect(await stream.takeNew()).toEqual([
      { type: "MessageDelete", ...deletion },
      { type: "ChannelUpdate", ...update },
    ]);
    await stream[Symbol.asyncDispose]();

    const { body: saved } = await openConversation(server, one, one.id);
    const note = await sendMessage(server, { by: one, channel: saved._id }, { content: "x" });
    expect(outcome(await messageCalls(server, saved._id).remove(one, note))).toBe("204");
  });

  test("by many concurrent callers succeeds once", async () => {
    const { calls, owner, member, channel } = await newFixture();
    const id = await calls.send(member);
    announcements.take();
    const responses = await Promise.all([owner, member, owner].map((by) => calls.remove(by, id)));
    expect(responses.map(verdict).sort()).toEqual(["204", "NotFound", "NotFound"]);
    expect(announcements.take().map(({ name }) => name)).toEqual(["MessageDelete", "ChannelUpdate"]);
    expect(await lastMessageOf(server, channel)).toBeNull();
  });

  test("while others send messages leaves the channel with the correct last message", async () => {
    const { calls, owner, member, channel } = await newFixture();
    for (let round = 0; round < 6; round++) {
      const ids: string[] = [];
      for (let count = 0; count < 4; count++) ids.push(await calls.send(owner));
      const [, ...responses] = await Promise.all([
        calls.send(member),
        ...ids.slice(1).map((id) => calls.remove(owner, id)),
      ]);
      expect(responses.map(outcome)).toEqual(["204", "204", "204"]);
      const remaining = await readMessages(server, channel);
      expect(remaining).toHaveLength(2 * (round + 1));
      // Clients that follow the events of messages and of the channel end up with the same last message.
      expect(await lastMessageOf(server, channel)).toBe(remaining.at(-1)?.id ?? "");
    }
  });

  test("succeeds during concurrent reactions, edits and pins", async () => {
    const { calls, owner, member } = await newFixture();
    for (let round = 0; round < 6; round++) {
      const id = await calls.send(owner);
      const [removed, ...reacted] = await Promise.all([
        calls.remove(owner, id),
        ...["🦦", "🦊", "🦝"].map((emoji) => calls.react(member, id, emoji)),
        calls.edit(owner, id, { content: "x" }),
        calls.pin(owner, id),
      ]);
      expect(outcome(removed)).toBe("204");
      for (const response of reacted) expect(verdict(response)).toBeOneOf(["200", "204", "NotFound"]);
      expect(await calls.read(id)).toBeUndefined();
    }
  });
});
