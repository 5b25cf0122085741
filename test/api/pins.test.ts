import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Overhearing, overhear } from "../support/announcements.ts";
import { audited } from "../support/audited.ts";
import { newFriends, openConversation } from "../support/conversations.ts";
import { engines } from "../support/engines.ts";
import { expectFailure, outcome } from "../support/expect-failure.ts";
import { newCircle } from "../support/groups.ts";
import { verdict } from "../support/member-calls.ts";
import { messagesIn, newRoomWithCalls } from "../support/message-calls.ts";
import { lastMessageOf } from "../support/messages.ts";
import { newUser } from "../support/people.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { listenIn } from "../support/stream.ts";

const unknown = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
const headers = { "x-audit-log-reason": "worth reading" };

describe.each([...engines])("pins on %s", (engine) => {
  let server: TestServer;
  let all: Overhearing;
  beforeAll(async () => {
    server = await openServer(engine);
    all = await overhear(server);
  });
  afterAll(async () => {
    await all[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const furnish = () => newRoomWithCalls(server);

  test("are set, announced, posted as a system message and recorded in the audit log", async () => {
    const { calls, owner, member, channel, ...room } = await furnish();
    const id = await calls.say(member);
    const { stream } = await listenIn(server, member);
    all.take();
    expect(outcome(await calls.pin(owner, id, { headers }))).toBe("204");
    const system = { type: "message_pinned", id, by: owner.id };
    const news = (await lastMessageOf(server, channel)) ?? "";
    const [update, message] = all.take();
    expect(update).toEqual(calls.told("MessageUpdate", { id, channel, data: { pinned: true }, clear: [] }));
    expect(message?.payload).toEqual({ _id: news, channel, author: "0".repeat(26), system });
    expect((await stream.news()).map(({ type }) => type)).toEqual(["MessageUpdate", "Message"]);
    expect(await calls.see(id)).toMatchObject({ pinned: true });
    expect(await calls.see(id)).not.toHaveProperty("edited");
    expect(await calls.see(news)).toMatchObject({ system });
    expect((await audited(server, room)).at(-1)).toEqual({
      by: owner.id,
      target: member.id,
      reason: "worth reading",
      action: { type: "MessagePin", message: id, author: member.id, channel },
    });
    await stream[Symbol.asyncDispose]();
  });

  test("are removed in the same way", async () => {
    const { calls, owner, member, channel, ...room } = await furnish();
    const id = await calls.say(member);
    await calls.pin(owner, id);
    all.take();
    expect(outcome(await calls.unpin(owner, id, { headers }))).toBe("204");
    const news = (await lastMessageOf(server, channel)) ?? "";
    const [update, message] = all.take();
    expect(update).toEqual(
      calls.told("MessageUpdate", { id, channel, data: { pinned: false }, clear: ["Pinned"] }),
    );
    const system = { type: "message_unpinned", id, by: owner.id };
    expect(message?.payload).toEqual({ _id: news, channel, author: "0".repeat(26), system });
    expect(await calls.see(id)).not.toHaveProperty("pinned");
    expect((await audited(server, room)).at(-1)).toEqual({
      by: owner.id,
      target: member.id,
      reason: "worth reading",
      action: { type: "MessageUnpin", message: id, author: member.id, channel },
    });
  });

  test("are checked in this order", async () => {
    const { calls, owner, member } = await furnish();
    const [nowhere, elsewhere] = [messagesIn(server, unknown), await furnish()];
    const id = await calls.say(member);
    const long = { headers: { "x-audit-log-reason": "x".repeat(513) } };
    all.take();
    for (const turn of ["pin", "unpin"] as const) {
      expect(verdict(await nowhere[turn](member, id, long))).toBe("HeaderTooLarge");
      expect(verdict(await nowhere[turn](member, id))).toBe("NotFound");
      // The author too: it is the channel's wall.
      expect(verdict(await calls[turn](member, unknown))).toBe("MissingPermission ManageMessages");
      expect(verdict(await calls[turn](await newUser(server), id))).toBe("MissingPermission ManageMessages");
      expect(verdict(await calls[turn](owner, unknown))).toBe("NotFound");
      expect(verdict(await elsewhere.calls[turn](elsewhere.owner, id))).toBe("NotFound");
    }
    expectFailure(await calls.unpin(owner, id), 400, "NotPinned");
    expect(all.take().map(({ name }) => name)).not.toContain("MessageUpdate");
    await calls.pin(owner, id);
    all.take();
    expectFailure(await calls.pin(owner, id), 400, "AlreadyPinned");
    expect(all.take()).toEqual([]);
  });

  test("in direct messages are for both recipients, and for nobody else", async () => {
    const [one, two] = await newFriends(server);
    const { body: talk } = await openConversation(server, one, two.id);
    const calls = messagesIn(server, talk._id);
    const id = await calls.say(one);
    const stranger = await newUser(server);
    for (const turn of ["pin", "unpin"] as const)
      expect(verdict(await calls[turn](stranger, id))).toBe("MissingPermission ViewChannel");
    const { stream } = await listenIn(server, one);
    expect(outcome(await calls.pin(two, id))).toBe("204");
    expect(await stream.news()).toMatchObject([
      { type: "MessageUpdate", id, data: { pinned: true } },
      { type: "Message", channel: talk._id, system: { type: "message_pinned", by: two.id } },
    ]);
    expect(outcome(await calls.unpin(one, id))).toBe("204");
    await stream[Symbol.asyncDispose]();
  });

  test("in groups need ManageMessages; in saved messages they are for their owner", async () => {
    const circle = await newCircle(server);
    const [member] = circle.members;
    const calls = messagesIn(server, circle.id);
    const id = await calls.say(member);
    expect(verdict(await calls.pin(member, id))).toBe("MissingPermission ManageMessages");
    expect(outcome(await calls.pin(circle.owner, id))).toBe("204");
    expect(await calls.see(id)).toMatchObject({ pinned: true });

    const { body: saved } = await openConversation(server, member, member.id);
    const notes = messagesIn(server, saved._id);
    const note = await notes.say(member);
    expect(outcome(await notes.pin(member, note))).toBe("204");
    expect(verdict(await notes.pin(circle.owner, note))).toBe("MissingPermission ManageMessages");
  });

  test("work for system messages too", async () => {
    const { calls, owner, channel } = await furnish();
    await calls.pin(owner, await calls.say(owner));
    const news = (await lastMessageOf(server, channel)) ?? "";
    expect(outcome(await calls.pin(owner, news))).toBe("204");
    expect(await calls.see(news)).toMatchObject({ pinned: true, system: { type: "message_pinned" } });
  });

  test("are set once by many at the same time", async () => {
    const { calls, owner } = await furnish();
    for (let round = 0; round < 4; round++) {
      const id = await calls.say(owner);
      all.take();
      const answers = await Promise.all([1, 2, 3, 4].map(() => calls.pin(owner, id)));
      expect(answers.map(verdict).sort()).toEqual(["204", "AlreadyPinned", "AlreadyPinned", "AlreadyPinned"]);
      expect(all.take().map(({ name }) => name)).toEqual(["MessageUpdate", "Message"]);
    }
  });
});
