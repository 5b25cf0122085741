import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ulid } from "ulid";
import { readAuditLog } from "../support/audit-log.ts";
import { channelUpdated } from "../support/channel-calls.ts";
import { newFriends, openConversation } from "../support/conversations.ts";
import { engines } from "../support/engines.ts";
import { outcome } from "../support/expect-failure.ts";
import { isFileAlive } from "../support/file-state.ts";
import { newGroupFixture } from "../support/groups.ts";
import { verdict } from "../support/member-calls.ts";
import { messageCalls, newRoomWithCalls } from "../support/message-calls.ts";
import { lastMessageOf, messagesBy, readMessages, writeMessages } from "../support/messages.ts";
import { uploadFile } from "../support/multipart.ts";
import { type AnnouncementRecorder, recordAnnouncements } from "../support/record-announcements.ts";
import { sendMessage } from "../support/sending.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { openReadyStream } from "../support/stream.ts";
import { days, minutes } from "../support/test-clock.ts";

const unknown = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

describe.each([...engines])("deleting many messages on %s", (engine) => {
  let server: TestServer;
  let all: AnnouncementRecorder;
  beforeAll(async () => {
    server = await openServer(engine);
    all = await recordAnnouncements(server);
  });
  afterAll(async () => {
    await all[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const furnish = () => newRoomWithCalls(server);
  const ago = (ms: number) => ulid(server.clock.now() - ms);

  test("deletes those that exist, of any author, and announces them", async () => {
    const { calls, owner, member, channel, ...room } = await furnish();
    const file = await uploadFile(server, member, { content: "a" });
    const kept = await uploadFile(server, member, { content: "b" });
    const one = await calls.send(member, { attachments: [file] });
    const two = await calls.send(member, { attachments: [kept] });
    const [three, four] = [await calls.send(owner), await calls.send(member)];
    const elsewhere = await furnish();
    const foreign = await elsewhere.calls.send(elsewhere.owner);
    const fresh = ago(0);
    const { stream } = await openReadyStream(server, member);
    all.take();
    const asked = [four, fresh, one, three, foreign, four];
    const headers = { "x-audit-log-reason": "too much" };
    expect(outcome(await calls.removeMany(owner, asked, { headers }))).toBe("204");
    const { body: after } = await server.client.get(`/channels/${channel}`, owner);
    expect(after.last_message_id).toBe(two);
    const deletion = { channel, ids: [four, one, three] };
    expect(all.take()).toEqual([
      calls.announcement("BulkMessageDelete", deletion),
      channelUpdated(after, { last_message_id: two }),
    ]);
    expect((await stream.takeNew())[0]).toEqual({ type: "BulkMessageDelete", ...deletion });
    expect((await readMessages(server, channel)).map(({ id }) => id)).toEqual([two]);
    expect(await elsewhere.calls.read(foreign)).toBeDefined();
    expect(await isFileAlive(server, file)).toBe(false);
    expect(await isFileAlive(server, kept)).toBe(true);
    expect((await readAuditLog(server, room)).at(-1)).toEqual({
      by: owner.id,
      target: null,
      reason: "too much",
      action: { type: "MessageBulkDelete", channel, count: 6 },
    });
    await stream[Symbol.asyncDispose]();
  });

  test("is announced even if none exists", async () => {
    const { calls, owner, channel } = await furnish();
    const last = await calls.send(owner);
    all.take();
    expect(outcome(await calls.removeMany(owner, [ago(0), ago(days(6))]))).toBe("204");
    expect(all.take()).toEqual([calls.announcement("BulkMessageDelete", { channel, ids: [] })]);
    expect(await lastMessageOf(server, channel)).toBe(last);
  });

  test("deletes up to a hundred, and may leave none", async () => {
    const { calls, owner, channel } = await furnish();
    const ids = await writeMessages(server, channel, messagesBy(100, owner.id));
    all.take();
    expect(outcome(await calls.removeMany(owner, ids))).toBe("204");
    expect(all.take().map(({ payload }) => payload)).toEqual([
      { channel, ids },
      { id: channel, data: { last_message_id: null }, clear: [] },
    ]);
  });

  test("goes back exactly a week", async () => {
    const { calls, owner } = await furnish();
    const remove = async (...ids: string[]) => verdict(await calls.removeMany(owner, ids));
    expect(await remove(ago(0), ago(days(7) + minutes(1)))).toBe("InvalidOperation");
    expect(await remove(ago(days(7) - minutes(1)))).toBe("204");
    expect(await remove(ago(-days(30)))).toBe("204");
    const [old] = await writeMessages(server, (await furnish()).channel, messagesBy(1, owner.id));
    server.clock.advance(days(8));
    expect(await remove(old ?? "")).toBe("InvalidOperation");
  });

  test("is checked in this order", async () => {
    const { calls, member, owner, ...room } = await furnish();
    const nowhere = messageCalls(server, unknown);
    const id = await calls.send(owner);
    const long = { headers: { "x-audit-log-reason": "x".repeat(513) } };
    all.take();
    for (const ids of [undefined, [], Array(101).fill(id), [1], "x", [null], ["\0"]])
      expect(verdict(await nowhere.removeMany(member, ids, long))).toBe("FailedValidation");
    expect(verdict(await nowhere.removeMany(member, ["x"], long))).toBe("HeaderTooLarge");
    for (const none of ["x", "", `${id}0`, id.replace(/^./, "8"), id.replace(/.$/, "U"), "🦦".repeat(13)])
      expect(verdict(await nowhere.removeMany(member, [id, none]))).toBe("InvalidOperation");
    expect(verdict(await nowhere.removeMany(member, [id]))).toBe("NotFound");
    expect(verdict(await calls.removeMany(member, [id]))).toBe("MissingPermission ManageMessages");
    expect(all.take()).toEqual([]);
    await room.setPermissions(["ManageMessages"]);
    expect(verdict(await calls.removeMany(member, [id]))).toBe("204");
  });

  test("needs ManageMessages for the caller's own too, in conversations and groups", async () => {
    const { calls, member } = await furnish();
    const mine = await calls.send(member);
    expect(verdict(await calls.removeMany(member, [mine]))).toBe("MissingPermission ManageMessages");

    const [one, two] = await newFriends(server);
    const { body: talk } = await openConversation(server, one, two.id);
    const inTalk = messageCalls(server, talk._id);
    const said = await inTalk.send(one);
    expect(verdict(await inTalk.removeMany(one, [said]))).toBe("MissingPermission ManageMessages");

    const { body: saved } = await openConversation(server, one, one.id);
    const note = await sendMessage(server, { by: one, channel: saved._id }, { content: "x" });
    expect(verdict(await messageCalls(server, saved._id).removeMany(one, [note]))).toBe("204");

    const circle = await newGroupFixture(server);
    const inGroup = messageCalls(server, circle.id);
    const [member1] = circle.members;
    const theirs = await inGroup.send(member1);
    expect(verdict(await inGroup.removeMany(member1, [theirs]))).toBe("MissingPermission ManageMessages");
    expect(verdict(await inGroup.removeMany(circle.owner, [theirs]))).toBe("204");
  });

  test("by several at once deletes and announces each message once", async () => {
    const { calls, owner, channel } = await furnish();
    for (let round = 0; round < 4; round++) {
      const ids = await writeMessages(server, channel, messagesBy(6, owner.id));
      all.take();
      const answers = await Promise.all([
        calls.removeMany(owner, ids.slice(0, 4)),
        calls.removeMany(owner, ids.slice(2)),
        calls.removeMany(owner, ids.toReversed()),
      ]);
      expect(answers.map(outcome)).toEqual(["204", "204", "204"]);
      const told = all.take().filter(({ name }) => name === "BulkMessageDelete");
      expect(told).toHaveLength(3);
      const gone = told.flatMap(({ payload }) => (payload as { ids: string[] }).ids);
      expect(gone.toSorted()).toEqual(ids);
      expect(await lastMessageOf(server, channel)).toBeNull();
    }
  });
});
