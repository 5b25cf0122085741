import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { newFriends, openConversation } from "../support/conversations.ts";
import { engines } from "../support/engines.ts";
import { outcome } from "../support/expect-failure.ts";
import { verdict } from "../support/member-calls.ts";
import { messageCalls, newRoomWithCalls } from "../support/message-calls.ts";
import { newUser } from "../support/people.ts";
import { type AnnouncementRecorder, recordAnnouncements } from "../support/record-announcements.ts";
import { openServer, type TestServer } from "../support/server.ts";

const unknown = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
const otter = "🦦";
const most = 3;

describe.each([...engines])("reactions that are refused on %s", (engine) => {
  let server: TestServer;
  let all: AnnouncementRecorder;
  beforeAll(async () => {
    server = await openServer(engine, { config: { limits: { global: { message_reactions: most } } } });
    all = await recordAnnouncements(server);
  });
  afterAll(async () => {
    await all[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const furnish = () => newRoomWithCalls(server);

  test("are checked in this order when they are added", async () => {
    const { calls, member, owner, ...room } = await furnish();
    const [nowhere, elsewhere] = [messageCalls(server, unknown), await furnish()];
    const interactions = { reactions: [otter], restrict_reactions: true };
    const id = await calls.send(owner, { content: "x", interactions });
    await room.setPermissions([], ["React"]);
    all.take();
    expect(verdict(await nowhere.react(member, id, "x"))).toBe("NotFound");
    expect(verdict(await calls.react(member, unknown, "x"))).toBe("MissingPermission React");
    expect(verdict(await calls.react(await newUser(server), unknown, "x"))).toBe("MissingPermission React");
    await room.setPermissions([]);
    all.take();
    expect(verdict(await calls.react(member, unknown, "x"))).toBe("NotFound");
    expect(verdict(await elsewhere.calls.react(elsewhere.owner, id, otter))).toBe("NotFound");
    // Restricted comes before unknown, which would not be found.
    expect(verdict(await calls.react(member, id, unknown))).toBe("InvalidOperation");
    const free = await calls.send(owner);
    expect(verdict(await calls.react(member, free, unknown))).toBe("NotFound");
    for (const emoji of ["🦊", "🦝", "🐸"]) await calls.react(member, free, emoji);
    // So does being one too many.
    expect(verdict(await calls.react(member, free, unknown))).toBe("InvalidOperation");
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
  ])("for %p, which is no emoji", async (text) => {
    const { calls, owner } = await furnish();
    const id = await calls.send(owner);
    all.take();
    const said = verdict(await calls.react(owner, id, text));
    expect(said).toBe(text === "" ? "NotFound" : "InvalidOperation");
    expect(all.take()).toEqual([]);
    expect(await calls.read(id)).not.toHaveProperty("reactions");
  });

  test("for bytes that are no text, or empty", async () => {
    const { calls, owner, channel } = await furnish();
    const id = await calls.send(owner);
    for (const raw of ["%00", "%F0%9F", "%", "%ED%A0%80"]) {
      const path = `/channels/${channel}/messages/${id}/reactions/${raw}`;
      expect(verdict(await server.client.put(path, {}, owner))).toBe("FailedValidation");
      expect(verdict(await server.client.delete(path, {}, owner))).toBe("FailedValidation");
    }
    for (const query of ["?user_id=%00", "?remove_all=maybe"])
      expect(verdict(await calls.unreact(owner, id, otter, query))).toBe("FailedValidation");
  });

  test("for one emoji too many, but not for one user too many", async () => {
    const { calls, owner, member } = await furnish();
    const id = await calls.send(owner);
    for (const emoji of ["🦊", "🦝", "🐸"]) expect(outcome(await calls.react(owner, id, emoji))).toBe("204");
    expect(verdict(await calls.react(member, id, otter))).toBe("InvalidOperation");
    expect(outcome(await calls.react(member, id, "🐸"))).toBe("204");
    await calls.unreact(owner, id, "🦊");
    expect(outcome(await calls.react(member, id, otter))).toBe("204");
  });

  test("for emoji that the author does not allow", async () => {
    const { calls, owner, member } = await furnish();
    const reactions = [otter, "🦊"];
    const strict = await calls.send(owner, {
      content: "x",
      interactions: { reactions, restrict_reactions: true },
    });
    const open = await calls.send(owner, { content: "x", interactions: { reactions } });
    expect(verdict(await calls.react(member, strict, "🐸"))).toBe("InvalidOperation");
    expect(verdict(await calls.react(owner, strict, "🐸"))).toBe("InvalidOperation");
    expect(outcome(await calls.react(member, strict, "🦊"))).toBe("204");
    expect(outcome(await calls.react(member, open, "🐸"))).toBe("204");
  });

  test("are checked in this order when they are removed", async () => {
    const { calls, member, owner, ...room } = await furnish();
    const [nowhere, elsewhere] = [messageCalls(server, unknown), await furnish()];
    const id = await calls.send(owner);
    for (const by of [owner, member]) await calls.react(by, id, otter);
    await room.setPermissions(["ManageMessages"], ["React"]);
    all.take();
    const ofSomebody = `?user_id=${owner.id}`;
    expect(verdict(await nowhere.unreact(member, unknown, otter, ofSomebody))).toBe("NotFound");
    for (const query of ["", ofSomebody, "?remove_all=true"])
      expect(verdict(await calls.unreact(member, unknown, otter, query))).toBe("MissingPermission React");
    await room.setPermissions([]);
    all.take();
    for (const query of [ofSomebody, `?user_id=${member.id}`, "?remove_all=true"])
      expect(verdict(await calls.unreact(member, unknown, otter, query))).toBe(
        "MissingPermission ManageMessages",
      );
    expect(verdict(await calls.unreact(member, unknown, otter))).toBe("NotFound");
    expect(verdict(await elsewhere.calls.unreact(elsewhere.owner, id, otter))).toBe("NotFound");
    expect(verdict(await calls.unreact(member, id, "🦊"))).toBe("NotFound");
    expect(verdict(await calls.unreact(owner, id, otter, "?user_id=nobody"))).toBe("NotFound");
    expect(all.take()).toEqual([]);
    expect(await calls.read(id)).toMatchObject({ reactions: { [otter]: [owner.id, member.id] } });
  });

  test("are checked in this order when all are removed", async () => {
    const { calls, member, owner } = await furnish();
    const [nowhere, elsewhere] = [messageCalls(server, unknown), await furnish()];
    const id = await calls.send(member);
    await calls.react(member, id, otter);
    all.take();
    expect(verdict(await nowhere.clear(member, id))).toBe("NotFound");
    expect(verdict(await calls.clear(member, unknown))).toBe("MissingPermission ManageMessages");
    expect(verdict(await calls.clear(owner, unknown))).toBe("NotFound");
    expect(verdict(await elsewhere.calls.clear(elsewhere.owner, id))).toBe("NotFound");
    expect(all.take()).toEqual([]);
    expect(await calls.read(id)).toHaveProperty("reactions");
  });

  test("in a conversation in which the caller may no longer write", async () => {
    const [one, two] = await newFriends(server);
    const { body: talk } = await openConversation(server, one, two.id);
    const here = messageCalls(server, talk._id);
    const id = await here.send(one);
    await here.react(two, id, otter);
    await server.client.put(`/users/${two.id}/block`, {}, one);
    expect(verdict(await here.react(two, id, "🦊"))).toBe("MissingPermission React");
    expect(verdict(await here.unreact(two, id, otter))).toBe("MissingPermission React");
    expect(verdict(await here.clear(one, id))).toBe("MissingPermission ManageMessages");
  });
});
