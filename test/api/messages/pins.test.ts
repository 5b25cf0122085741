import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { newUser } from "../../support/accounts/people.ts";
import { newFriends, openConversation } from "../../support/channels/conversations.ts";
import { newGroupFixture } from "../../support/channels/groups.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { messageCalls, newRoomWithCalls } from "../../support/messages/message-calls.ts";
import { lastMessageOf } from "../../support/messages/messages.ts";
import { readAuditLog } from "../../support/operators/audit-log.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import type { TestServer } from "../../support/server/server.ts";
import { verdict } from "../../support/servers/member-calls.ts";
import { type AnnouncementRecorder, openRecordedServer } from "../../support/stream/record-announcements.ts";
import { openReadyStream } from "../../support/stream/stream.ts";

const unknown = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
const headers = { "x-audit-log-reason": "worth reading" };

describe.each([...anyEngine])("pins on %s", (engine) => {
  let server: TestServer;
  let announcements: AnnouncementRecorder;
  beforeAll(async () => {
    ({ server, announcements } = await openRecordedServer(engine));
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const newFixture = () => newRoomWithCalls(server);

  test("are set, announced, posted as a system message and recorded in the audit log", async () => {
    const { calls, owner, member, channel, ...community } = await newFixture();
    const id = await calls.send(member);
    const { stream } = await openReadyStream(server, member);
    announcements.take();
    expect(outcome(await calls.pin(owner, id, { headers }))).toBe("204");
    const system = { type: "message_pinned", id, by: owner.id };
    const systemMessage = (await lastMessageOf(server, channel)) ?? "";
    const [update, message] = announcements.take();
    expect(update).toEqual(
      calls.announcement("MessageUpdate", { id, channel, data: { pinned: true }, clear: [] }),
    );
    expect(message?.payload).toEqual({ _id: systemMessage, channel, author: "0".repeat(26), system });
    expect((await stream.takeNew()).map(({ type }) => type)).toEqual(["MessageUpdate", "Message"]);
    expect(await calls.read(id)).toMatchObject({ pinned: true });
    expect(await calls.read(id)).not.toHaveProperty("edited");
    expect(await calls.read(systemMessage)).toMatchObject({ system });
    expect((await readAuditLog(server, community)).at(-1)).toEqual({
      by: owner.id,
      target: member.id,
      reason: "worth reading",
      action: { type: "MessagePin", message: id, author: member.id, channel },
    });
    await stream[Symbol.asyncDispose]();
  });

  test("are removed in the same way", async () => {
    const { calls, owner, member, channel, ...community } = await newFixture();
    const id = await calls.send(member);
    await calls.pin(owner, id);
    announcements.take();
    expect(outcome(await calls.unpin(owner, id, { headers }))).toBe("204");
    const systemMessage = (await lastMessageOf(server, channel)) ?? "";
    const [update, message] = announcements.take();
    expect(update).toEqual(
      calls.announcement("MessageUpdate", { id, channel, data: { pinned: false }, clear: ["Pinned"] }),
    );
    const system = { type: "message_unpinned", id, by: owner.id };
    expect(message?.payload).toEqual({ _id: systemMessage, channel, author: "0".repeat(26), system });
    expect(await calls.read(id)).not.toHaveProperty("pinned");
    expect((await readAuditLog(server, community)).at(-1)).toEqual({
      by: owner.id,
      target: member.id,
      reason: "worth reading",
      action: { type: "MessageUnpin", message: id, author: member.id, channel },
    });
  });

  test("are checked in this order", async () => {
    const { calls, owner, member } = await newFixture();
    const [nowhere, elsewhere] = [messageCalls(server, unknown), await newFixture()];
    const id = await calls.send(member);
    const long = { headers: { "x-audit-log-reason": "x".repeat(513) } };
    announcements.take();
    for (const method of ["pin", "unpin"] as const) {
      expect(verdict(await nowhere[method](member, id, long))).toBe("HeaderTooLarge");
      expect(verdict(await nowhere[method](member, id))).toBe("NotFound");
      // The author of the message needs the permission too.
      expect(verdict(await calls[method](member, unknown))).toBe("MissingPermission ManageMessages");
      expect(verdict(await calls[method](await newUser(server), id))).toBe(
        "MissingPermission ManageMessages",
      );
      expect(verdict(await calls[method](owner, unknown))).toBe("NotFound");
      expect(verdict(await elsewhere.calls[method](elsewhere.owner, id))).toBe("NotFound");
    }
    expectFailure(await calls.unpin(owner, id), 400, "NotPinned");
    expect(announcements.take().map(({ name }) => name)).not.toContain("MessageUpdate");
    await calls.pin(owner, id);
    announcements.take();
    expectFailure(await calls.pin(owner, id), 400, "AlreadyPinned");
    expect(announcements.take()).toEqual([]);
  });

  test("in direct messages are refused while one has blocked the other", async () => {
    const [blocker, blocked] = await newFriends(server);
    const { body: conversation } = await openConversation(server, blocker, blocked.id);
    const calls = messageCalls(server, conversation._id);
    const [id, pinned] = [await calls.send(blocked), await calls.send(blocked)];
    await calls.pin(blocker, pinned);
    await server.client.put(`/users/${blocked.id}/block`, {}, blocker);
    const { stream } = await openReadyStream(server, blocker);
    announcements.take();
    for (const by of [blocked, blocker]) {
      expect(verdict(await calls.pin(by, id))).toBe("MissingPermission SendMessage");
      expect(verdict(await calls.unpin(by, pinned))).toBe("MissingPermission SendMessage");
    }
    expect(announcements.take()).toEqual([]);
    expect(await stream.takeNew()).toEqual([]);
    await stream[Symbol.asyncDispose]();
  });

  test("in direct messages are allowed for both recipients only", async () => {
    const [one, two] = await newFriends(server);
    const { body: conversation } = await openConversation(server, one, two.id);
    const calls = messageCalls(server, conversation._id);
    const id = await calls.send(one);
    const stranger = await newUser(server);
    for (const method of ["pin", "unpin"] as const)
      expect(verdict(await calls[method](stranger, id))).toBe("MissingPermission ViewChannel");
    const { stream } = await openReadyStream(server, one);
    expect(outcome(await calls.pin(two, id))).toBe("204");
    expect(await stream.takeNew()).toMatchObject([
      { type: "MessageUpdate", id, data: { pinned: true } },
      { type: "Message", channel: conversation._id, system: { type: "message_pinned", by: two.id } },
    ]);
    expect(outcome(await calls.unpin(one, id))).toBe("204");
    await stream[Symbol.asyncDispose]();
  });

  test("in groups need ManageMessages; in saved messages they are allowed for the owner", async () => {
    const group = await newGroupFixture(server);
    const [member] = group.members;
    const calls = messageCalls(server, group.id);
    const id = await calls.send(member);
    expect(verdict(await calls.pin(member, id))).toBe("MissingPermission ManageMessages");
    expect(outcome(await calls.pin(group.owner, id))).toBe("204");
    expect(await calls.read(id)).toMatchObject({ pinned: true });

    const { body: saved } = await openConversation(server, member, member.id);
    const notes = messageCalls(server, saved._id);
    const note = await notes.send(member);
    expect(outcome(await notes.pin(member, note))).toBe("204");
    expect(verdict(await notes.pin(group.owner, note))).toBe("MissingPermission ManageMessages");
  });

  test("work for system messages too", async () => {
    const { calls, owner, channel } = await newFixture();
    await calls.pin(owner, await calls.send(owner));
    const systemMessage = (await lastMessageOf(server, channel)) ?? "";
    expect(outcome(await calls.pin(owner, systemMessage))).toBe("204");
    expect(await calls.read(systemMessage)).toMatchObject({
      pinned: true,
      system: { type: "message_pinned" },
    });
  });

  test("are set once by many concurrent callers", async () => {
    const { calls, owner } = await newFixture();
    for (let round = 0; round < 4; round++) {
      const id = await calls.send(owner);
      announcements.take();
      const responses = await Promise.all([1, 2, 3, 4].map(() => calls.pin(owner, id)));
      expect(responses.map(verdict).sort()).toEqual([
        "204",
        "AlreadyPinned",
        "AlreadyPinned",
        "AlreadyPinned",
      ]);
      expect(announcements.take().map(({ name }) => name)).toEqual(["MessageUpdate", "Message"]);
    }
  });
});
