import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { newMember } from "../support/communities.ts";
import { engines } from "../support/engines.ts";
import { verdict } from "../support/member-calls.ts";
import { type MessageCalls, messageCalls } from "../support/message-calls.ts";
import type { Person } from "../support/people.ts";
import { recordAnnouncements } from "../support/record-announcements.ts";
import { newRoom, type Room } from "../support/sending.ts";
import { openServer, type TestServer } from "../support/server.ts";

const emoji = [..."🐶🐱🐭🐹🐰🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧🐦🐤🦆🦅🦉🦇🐺🐗🐴🦄🐝🐛🦋"];
const most = 20;

describe.each([...engines])("concurrent reactions on %s", (engine) => {
  let server: TestServer;
  let room: Room;
  let calls: MessageCalls;
  beforeAll(async () => {
    server = await openServer(engine);
    room = await newRoom(server);
    calls = messageCalls(server, room.channel);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test("with thirty emoji never exceed twenty", async () => {
    expect(emoji).toHaveLength(30);
    for (let round = 0; round < 2; round++) {
      const id = await calls.send(room.owner);
      await using heard = await recordAnnouncements(server);
      const answers = await Promise.all(
        emoji.map((one, index) => calls.react(index % 2 ? room.owner : room.member, id, one)),
      );
      const said = answers.map(verdict);
      expect(said.filter((one) => one === "204")).toHaveLength(most);
      expect(said.filter((one) => one === "InvalidOperation")).toHaveLength(10);
      const told = heard.take().map(({ payload }) => (payload as { emoji_id: string }).emoji_id);
      // In the order in which they were told.
      expect(Object.keys((await calls.read(id))?.reactions ?? {})).toEqual(told);
    }
  });

  test("with one emoji by fifty users are all stored, in the order of their events", async () => {
    const people: Person[] = [];
    for (let count = 0; count < 50; count++) people.push(await newMember(server, room));
    const id = await calls.send(room.owner);
    await using heard = await recordAnnouncements(server);
    const answers = await Promise.all(people.map((by) => calls.react(by, id, "🦊")));
    expect(new Set(answers.map(verdict))).toEqual(new Set(["204"]));
    const told = heard.take().map(({ payload }) => (payload as { user_id: string }).user_id);
    expect(told.toSorted()).toEqual(people.map((person) => person.id).toSorted());
    expect((await calls.read(id))?.reactions).toEqual({ "🦊": told });
  });

  test("that are added and removed end in the state of their events", async () => {
    const people = [room.owner, room.member, await newMember(server, room)];
    const id = await calls.send(room.owner);
    await using heard = await recordAnnouncements(server);
    const some = emoji.slice(0, 4);
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(
        people.flatMap((by) => some.flatMap((one) => [calls.react(by, id, one), calls.unreact(by, id, one)])),
      );
      for (const answer of answers) expect(verdict(answer)).toBeOneOf(["204", "NotFound"]);
      await calls.unreact(room.owner, id, some[round % 4] ?? "", "?remove_all=true");
    }
    const known = new Map<string, Set<string>>();
    for (const { name, payload } of heard.take()) {
      const { emoji_id, user_id } = payload as { emoji_id: string; user_id: string };
      const users = known.get(emoji_id) ?? new Set();
      if (name === "MessageReact") known.set(emoji_id, users.add(user_id));
      else if (name === "MessageRemoveReaction") users.clear();
      else users.delete(user_id);
      if (users.size === 0) known.delete(emoji_id);
    }
    const kept = Object.entries((await calls.read(id))?.reactions ?? {});
    expect(kept).toEqual([...known].map(([one, users]) => [one, [...users]]));
  });
});
