import { beforeAll, expect, test } from "bun:test";
import type { Person } from "../../support/accounts/people.ts";
import { type MessageCalls, messageCalls } from "../../support/messages/message-calls.ts";
import { newRoom, type Room } from "../../support/messages/sending.ts";
import { amount } from "../../support/run/is-thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { engines } from "../../support/server/engines.ts";
import { usualConnections } from "../../support/server/server.ts";
import { newMember } from "../../support/servers/communities.ts";
import { verdict } from "../../support/servers/member-calls.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";

const emoji = [..."🐶🐱🐭🐹🐰🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧🐦🐤🦆🦅🦉🦇🐺🐗🐴🦄🐝🐛🦋"];
const maxEmoji = 20;

describeServer("concurrent reactions", engines, { config: usualConnections }, (server) => {
  let community: Room;
  let calls: MessageCalls;
  beforeAll(async () => {
    community = await newRoom(server);
    calls = messageCalls(server, community.channel);
  });

  test("with thirty emoji never exceed twenty", async () => {
    expect(emoji).toHaveLength(30);
    for (let round = 0; round < amount(1, 2); round++) {
      const id = await calls.send(community.owner);
      await using announcements = await recordAnnouncements(server);
      const responses = await Promise.all(
        emoji.map((one, index) => calls.react(index % 2 ? community.owner : community.member, id, one)),
      );
      const outcomes = responses.map(verdict);
      expect(outcomes.filter((one) => one === "204")).toHaveLength(maxEmoji);
      expect(outcomes.filter((one) => one === "InvalidOperation")).toHaveLength(10);
      const announced = announcements.take().map(({ payload }) => (payload as { emoji_id: string }).emoji_id);
      expect(Object.keys((await calls.read(id))?.reactions ?? {})).toEqual(announced);
    }
  });

  test("with one emoji by many users are all stored, in the order of their events", async () => {
    const people: Person[] = [];
    for (let count = 0; count < amount(20, 50); count++) people.push(await newMember(server, community));
    const id = await calls.send(community.owner);
    await using announcements = await recordAnnouncements(server);
    const responses = await Promise.all(people.map((by) => calls.react(by, id, "🦊")));
    expect(new Set(responses.map(verdict))).toEqual(new Set(["204"]));
    const announced = announcements.take().map(({ payload }) => (payload as { user_id: string }).user_id);
    expect(announced.toSorted()).toEqual(people.map((person) => person.id).toSorted());
    expect((await calls.read(id))?.reactions).toEqual({ "🦊": announced });
  });

  test("that are added and removed end in the state of their events", async () => {
    const people = [community.owner, community.member, await newMember(server, community)];
    const id = await calls.send(community.owner);
    await using announcements = await recordAnnouncements(server);
    const reactedEmoji = emoji.slice(0, 4);
    for (let round = 0; round < amount(3, 5); round++) {
      const responses = await Promise.all(
        people.flatMap((by) =>
          reactedEmoji.flatMap((one) => [calls.react(by, id, one), calls.unreact(by, id, one)]),
        ),
      );
      for (const response of responses) expect(verdict(response)).toBeOneOf(["204", "NotFound"]);
      await calls.unreact(community.owner, id, reactedEmoji[round % 4] ?? "", "?remove_all=true");
    }
    const expected = new Map<string, Set<string>>();
    for (const { name, payload } of announcements.take()) {
      const { emoji_id, user_id } = payload as { emoji_id: string; user_id: string };
      const users = expected.get(emoji_id) ?? new Set();
      if (name === "MessageReact") expected.set(emoji_id, users.add(user_id));
      else if (name === "MessageRemoveReaction") users.clear();
      else users.delete(user_id);
      if (users.size === 0) expected.delete(emoji_id);
    }
    const stored = Object.entries((await calls.read(id))?.reactions ?? {});
    expect(stored).toEqual([...expected].map(([one, users]) => [one, [...users]]));
  });
});
