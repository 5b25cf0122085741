import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ulid } from "ulid";
import { channelUpdated } from "../../support/channels/channel-calls.ts";
import { newFriends, openConversation } from "../../support/channels/conversations.ts";
import { newGroupFixture } from "../../support/channels/groups.ts";
import { isFileAlive } from "../../support/files/file-state.ts";
import { outcome } from "../../support/http/expect-failure.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import { messageCalls, newRoomWithCalls } from "../../support/messages/message-calls.ts";
import { lastMessageOf, messagesBy, readMessages, writeMessages } from "../../support/messages/messages.ts";
import { sendMessage } from "../../support/messages/sending.ts";
import { readAuditLog } from "../../support/operators/audit-log.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import type { TestServer } from "../../support/server/server.ts";
import { days, minutes } from "../../support/server/test-clock.ts";
import { verdict } from "../../support/servers/member-calls.ts";
import { type AnnouncementRecorder, openRecordedServer } from "../../support/stream/record-announcements.ts";
import { openReadyStream } from "../../support/stream/stream.ts";

const unknown = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

describe.each([...anyEngine])("deleting many messages on %s", (engine) => {
  let server: TestServer;
  let announcements: AnnouncementRecorder;
  beforeAll(async () => {
    ({ server, announcements } = await openRecordedServer(engine));
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const newFixture = () => newRoomWithCalls(server);
  const ago = (ms: number) => ulid(server.clock.now() - ms);

  test("deletes the existing messages, of any author, and announces them", async () => {
    const { calls, owner, member, channel, ...community } = await newFixture();
    const file = await uploadFile(server, member, { content: "a" });
    const keptFile = await uploadFile(server, member, { content: "b" });
    const one = await calls.send(member, { attachments: [file] });
    const two = await calls.send(member, { attachments: [keptFile] });
    const [three, four] = [await calls.send(owner), await calls.send(member)];
    const elsewhere = await newFixture();
    const foreign = await elsewhere.calls.send(elsewhere.owner);
    const fresh = ago(0);
    const { stream } = await openReadyStream(server, member);
    announcements.take();
    const requestedIds = [four, fresh, one, three, foreign, four];
    const headers = { "x-audit-log-reason": "too much" };
    expect(outcome(await calls.removeMany(owner, requestedIds, { headers }))).toBe("204");
    const { body: after } = await server.client.get(`/channels/${channel}`, owner);
    expect(after.last_message_id).toBe(two);
    const deletion = { channel, ids: [four, one, three] };
    expect(announcements.take()).toEqual([
      calls.announcement("BulkMessageDelete", deletion),
      channelUpdated(after, { last_message_id: two }),
    ]);
    expect((await stream.takeNew())[0]).toEqual({ type: "BulkMessageDelete", ...deletion });
    expect((await readMessages(server, channel)).map(({ id }) => id)).toEqual([two]);
    expect(await elsewhere.calls.read(foreign)).toBeDefined();
    expect(await isFileAlive(server, file)).toBe(false);
    expect(await isFileAlive(server, keptFile)).toBe(true);
    expect((await readAuditLog(server, community)).at(-1)).toEqual({
      by: owner.id,
      target: null,
      reason: "too much",
      action: { type: "MessageBulkDelete", channel, count: 6 },
    });
    await stream[Symbol.asyncDispose]();
  });

  test("is announced even if no message exists", async () => {
    const { calls, owner, channel } = await newFixture();
    const last = await calls.send(owner);
    announcements.take();
    expect(outcome(await calls.removeMany(owner, [ago(0), ago(days(6))]))).toBe("204");
    expect(announcements.take()).toEqual([calls.announcement("BulkMessageDelete", { channel, ids: [] })]);
    expect(await lastMessageOf(server, channel)).toBe(last);
  });

  test("deletes up to a hundred messages, even all of a channel", async () => {
    const { calls, owner, channel } = await newFixture();
    const ids = await writeMessages(server, channel, messagesBy(100, owner.id));
    announcements.take();
    expect(outcome(await calls.removeMany(owner, ids))).toBe("204");
    expect(announcements.take().map(({ payload }) => payload)).toEqual([
      { channel, ids },
      { id: channel, data: { last_message_id: null }, clear: [] },
    ]);
  });

  test("accepts ids that are at most a week old", async () => {
    const { calls, owner } = await newFixture();
    const remove = async (...ids: string[]) => verdict(await calls.removeMany(owner, ids));
    expect(await remove(ago(0), ago(days(7) + minutes(1)))).toBe("InvalidOperation");
    expect(await remove(ago(days(7) - minutes(1)))).toBe("204");
    expect(await remove(ago(-days(30)))).toBe("204");
    const [old] = await writeMessages(server, (await newFixture()).channel, messagesBy(1, owner.id));
    server.clock.advance(days(8));
    expect(await remove(old ?? "")).toBe("InvalidOperation");
  });

  test("is checked in this order", async () => {
    const { calls, member, owner, ...community } = await newFixture();
    const nowhere = messageCalls(server, unknown);
    const id = await calls.send(owner);
    const long = { headers: { "x-audit-log-reason": "x".repeat(513) } };
    announcements.take();
    for (const ids of [undefined, [], Array(101).fill(id), [1], "x", [null], ["\0"]])
      expect(verdict(await nowhere.removeMany(member, ids, long))).toBe("FailedValidation");
    expect(verdict(await nowhere.removeMany(member, ["x"], long))).toBe("HeaderTooLarge");
    for (const malformed of [
      "x",
      "",
      `${id}0`,
      id.replace(/^./, "8"),
      id.replace(/.$/, "U"),
      "🦦".repeat(13),
    ])
      expect(verdict(await nowhere.removeMany(member, [id, malformed]))).toBe("InvalidOperation");
    expect(verdict(await nowhere.removeMany(member, [id]))).toBe("NotFound");
    expect(verdict(await calls.removeMany(member, [id]))).toBe("MissingPermission ManageMessages");
    expect(announcements.take()).toEqual([]);
    await community.setPermissions(["ManageMessages"]);
    expect(verdict(await calls.removeMany(member, [id]))).toBe("204");
  });

  test("needs ManageMessages for the caller's own messages too, also in conversations and groups", async () => {
    const { calls, member } = await newFixture();
    const mine = await calls.send(member);
    expect(verdict(await calls.removeMany(member, [mine]))).toBe("MissingPermission ManageMessages");

    const [one, two] = await newFriends(server);
    const { body: conversation } = await openConversation(server, one, two.id);
    const conversationCalls = messageCalls(server, conversation._id);
    const sentId = await conversationCalls.send(one);
    expect(verdict(await conversationCalls.removeMany(one, [sentId]))).toBe(
      "MissingPermission ManageMessages",
    );

    const { body: saved } = await openConversation(server, one, one.id);
    const note = await sendMessage(server, { by: one, channel: saved._id }, { content: "x" });
    expect(verdict(await messageCalls(server, saved._id).removeMany(one, [note]))).toBe("204");

    const group = await newGroupFixture(server);
    const groupMessages = messageCalls(server, group.id);
    const [member1] = group.members;
    const theirs = await groupMessages.send(member1);
    expect(verdict(await groupMessages.removeMany(member1, [theirs]))).toBe(
      "MissingPermission ManageMessages",
    );
    expect(verdict(await groupMessages.removeMany(group.owner, [theirs]))).toBe("204");
  });

  test("by several concurrent callers deletes and announces each message once", async () => {
    const { calls, owner, channel } = await newFixture();
    for (let round = 0; round < 4; round++) {
      const ids = await writeMessages(server, channel, messagesBy(6, owner.id));
      announcements.take();
      const responses = await Promise.all([
        calls.removeMany(owner, ids.slice(0, 4)),
        calls.removeMany(owner, ids.slice(2)),
        calls.removeMany(owner, ids.toReversed()),
      ]);
      expect(responses.map(outcome)).toEqual(["204", "204", "204"]);
      const deletions = announcements.take().filter(({ name }) => name === "BulkMessageDelete");
      expect(deletions).toHaveLength(3);
      const deletedIds = deletions.flatMap(({ payload }) => (payload as { ids: string[] }).ids);
      expect(deletedIds.toSorted()).toEqual(ids);
      expect(await lastMessageOf(server, channel)).toBeNull();
    }
  });
});
