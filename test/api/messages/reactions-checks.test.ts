import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { newUser } from "../../support/accounts/people.ts";
import { newFriends, openConversation } from "../../support/channels/conversations.ts";
import { outcome } from "../../support/http/expect-failure.ts";
import { messageCalls, newRoomWithCalls } from "../../support/messages/message-calls.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import type { TestServer } from "../../support/server/server.ts";
import { verdict } from "../../support/servers/member-calls.ts";
import { type AnnouncementRecorder, openRecordedServer } from "../../support/stream/record-announcements.ts";

const unknown = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
const otter = "🦦";
const maxEmoji = 3;

describe.each([...anyEngine])("reactions that are refused on %s", (engine) => {
  let server: TestServer;
  let announcements: AnnouncementRecorder;
  beforeAll(async () => {
    ({ server, announcements } = await openRecordedServer(engine, {
      config: { limits: { global: { message_reactions: maxEmoji } } },
    }));
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const newFixture = () => newRoomWithCalls(server);

  test("are checked in this order when they are added", async () => {
    const { calls, member, owner, ...community } = await newFixture();
    const [unknownChannel, otherFixture] = [messageCalls(server, unknown), await newFixture()];
    const interactions = { reactions: [otter], restrict_reactions: true };
    const id = await calls.send(owner, { content: "x", interactions });
    await community.setPermissions([], ["React"]);
    announcements.take();
    expect(verdict(await unknownChannel.react(member, id, "x"))).toBe("NotFound");
    expect(verdict(await calls.react(member, unknown, "x"))).toBe("MissingPermission React");
    expect(verdict(await calls.react(await newUser(server), unknown, "x"))).toBe("MissingPermission React");
    await community.setPermissions([]);
    announcements.take();
    expect(verdict(await calls.react(member, unknown, "x"))).toBe("NotFound");
    expect(verdict(await otherFixture.calls.react(otherFixture.owner, id, otter))).toBe("NotFound");
    // The restriction is checked before the existence of the emoji.
    expect(verdict(await calls.react(member, id, unknown))).toBe("InvalidOperation");
    const unrestricted = await calls.send(owner);
    expect(verdict(await calls.react(member, unrestricted, unknown))).toBe("NotFound");
    for (const emoji of ["🦊", "🦝", "🐸"]) await calls.react(member, unrestricted, emoji);
    // So is the maximum number of emoji.
    expect(verdict(await calls.react(member, unrestricted, unknown))).toBe("InvalidOperation");
  });

  test.each([
    "x",
    "1",
    "",
    " ",
    "🦦🦦",
    "🦦 ",
    ":otter:",
    "../x",
    "constructor",
    "__proto__",
    "ü",
    "a\u200db",
  ])("for %p, which is not an emoji", async (text) => {
    const { calls, owner } = await newFixture();
    const id = await calls.send(owner);
    announcements.take();
    const result = verdict(await calls.react(owner, id, text));
    expect(result).toBe(text === "" ? "NotFound" : "InvalidOperation");
    expect(announcements.take()).toEqual([]);
    expect(await calls.read(id)).not.toHaveProperty("reactions");
  });

  test("for bytes that are not valid text", async () => {
    const { calls, owner, channel } = await newFixture();
    const id = await calls.send(owner);
    for (const raw of ["%00", "%F0%9F", "%", "%ED%A0%80"]) {
      const path = `/channels/${channel}/messages/${id}/reactions/${raw}`;
      expect(verdict(await server.client.put(path, {}, owner))).toBe("FailedValidation");
      expect(verdict(await server.client.delete(path, {}, owner))).toBe("FailedValidation");
    }
    for (const query of ["?user_id=%00", "?remove_all=maybe"])
      expect(verdict(await calls.unreact(owner, id, otter, query))).toBe("FailedValidation");
  });

  test("for more emoji than the limit, but not for more users", async () => {
    const { calls, owner, member } = await newFixture();
    const id = await calls.send(owner);
    for (const emoji of ["🦊", "🦝", "🐸"]) expect(outcome(await calls.react(owner, id, emoji))).toBe("204");
    expect(verdict(await calls.react(member, id, otter))).toBe("InvalidOperation");
    expect(outcome(await calls.react(member, id, "🐸"))).toBe("204");
    await calls.unreact(owner, id, "🦊");
    expect(outcome(await calls.react(member, id, otter))).toBe("204");
  });

  test("for emoji that the author does not allow", async () => {
    const { calls, owner, member } = await newFixture();
    const reactions = [otter, "🦊"];
    const restricted = await calls.send(owner, {
      content: "x",
      interactions: { reactions, restrict_reactions: true },
    });
    const unrestricted = await calls.send(owner, { content: "x", interactions: { reactions } });
    expect(verdict(await calls.react(member, restricted, "🐸"))).toBe("InvalidOperation");
    expect(verdict(await calls.react(owner, restricted, "🐸"))).toBe("InvalidOperation");
    expect(outcome(await calls.react(member, restricted, "🦊"))).toBe("204");
    expect(outcome(await calls.react(member, unrestricted, "🐸"))).toBe("204");
  });

  test("are checked in this order when they are removed", async () => {
    const { calls, member, owner, ...community } = await newFixture();
    const [unknownChannel, otherFixture] = [messageCalls(server, unknown), await newFixture()];
    const id = await calls.send(owner);
    for (const by of [owner, member]) await calls.react(by, id, otter);
    await community.setPermissions(["ManageMessages"], ["React"]);
    announcements.take();
    const ofOwner = `?user_id=${owner.id}`;
    expect(verdict(await unknownChannel.unreact(member, unknown, otter, ofOwner))).toBe("NotFound");
    for (const query of ["", ofOwner, "?remove_all=true"])
      expect(verdict(await calls.unreact(member, unknown, otter, query))).toBe("MissingPermission React");
    await community.setPermissions([]);
    announcements.take();
    for (const query of [ofOwner, `?user_id=${member.id}`, "?remove_all=true"])
      expect(verdict(await calls.unreact(member, unknown, otter, query))).toBe(
        "MissingPermission ManageMessages",
      );
    expect(verdict(await calls.unreact(member, unknown, otter))).toBe("NotFound");
    expect(verdict(await otherFixture.calls.unreact(otherFixture.owner, id, otter))).toBe("NotFound");
    expect(verdict(await calls.unreact(member, id, "🦊"))).toBe("NotFound");
    expect(verdict(await calls.unreact(owner, id, otter, "?user_id=nobody"))).toBe("NotFound");
    expect(announcements.take()).toEqual([]);
    expect(await calls.read(id)).toMatchObject({ reactions: { [otter]: [owner.id, member.id] } });
  });

  test("are checked in this order when all are removed", async () => {
    const { calls, member, owner } = await newFixture();
    const [unknownChannel, otherFixture] = [messageCalls(server, unknown), await newFixture()];
    const id = await calls.send(member);
    await calls.react(member, id, otter);
    announcements.take();
    expect(verdict(await unknownChannel.clear(member, id))).toBe("NotFound");
    expect(verdict(await calls.clear(member, unknown))).toBe("MissingPermission ManageMessages");
    expect(verdict(await calls.clear(owner, unknown))).toBe("NotFound");
    expect(verdict(await otherFixture.calls.clear(otherFixture.owner, id))).toBe("NotFound");
    expect(announcements.take()).toEqual([]);
    expect(await calls.read(id)).toHaveProperty("reactions");
  });

  test("in a conversation in which the caller may no longer write", async () => {
    const [one, two] = await newFriends(server);
    const { body: conversation } = await openConversation(server, one, two.id);
    const conversationCalls = messageCalls(server, conversation._id);
    const id = await conversationCalls.send(one);
    await conversationCalls.react(two, id, otter);
    await server.client.put(`/users/${two.id}/block`, {}, one);
    expect(verdict(await conversationCalls.react(two, id, "🦊"))).toBe("MissingPermission React");
    expect(verdict(await conversationCalls.unreact(two, id, otter))).toBe("MissingPermission React");
    expect(verdict(await conversationCalls.clear(one, id))).toBe("MissingPermission ManageMessages");
  });
});
