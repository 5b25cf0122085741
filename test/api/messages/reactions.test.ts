import { afterAll, beforeAll, expect, test } from "bun:test";
import { newFriends, openConversation } from "../../support/channels/conversations.ts";
import { newEmoji } from "../../support/files/emojis.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { type MessageCalls, messageCalls } from "../../support/messages/message-calls.ts";
import { newRoom, type Room } from "../../support/messages/sending.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { type AnnouncementRecorder, recordAnnouncements } from "../../support/stream/record-announcements.ts";
import { openReadyStream } from "../../support/stream/stream.ts";

const otter = "🦦";
const fox = "🦊";

describeServer("reactions", anyEngine, (server) => {
  let community: Room;
  let calls: MessageCalls;
  let announcements: AnnouncementRecorder;
  beforeAll(async () => {
    announcements = await recordAnnouncements(server);
    community = await newRoom(server);
    calls = messageCalls(server, community.channel);
  });
  afterAll(() => announcements[Symbol.asyncDispose]());

  const reactionsTo = async (id: string) => (await calls.read(id))?.reactions;
  const reactionPayload = (id: string, emoji_id: string, user?: { id: string }) => ({
    id,
    channel_id: community.channel,
    ...(user && { user_id: user.id }),
    emoji_id,
  });

  test("are stored in their order, and announced", async () => {
    const { owner, member } = community;
    const id = await calls.send(owner);
    const { stream } = await openReadyStream(server, owner);
    announcements.take();
    for (const [by, emoji] of [
      [member, otter],
      [owner, fox],
      [owner, otter],
    ] as const) {
      expect(outcome(await calls.react(by, id, emoji))).toBe("204");
      expect(announcements.take()).toEqual([
        calls.announcement("MessageReact", reactionPayload(id, emoji, by)),
      ]);
    }
    expect(Object.entries((await reactionsTo(id)) ?? {})).toEqual([
      [otter, [member.id, owner.id]],
      [fox, [owner.id]],
    ]);
    expect(await stream.takeNew()).toEqual([
      { type: "MessageReact", ...reactionPayload(id, otter, member) },
      { type: "MessageReact", ...reactionPayload(id, fox, owner) },
      { type: "MessageReact", ...reactionPayload(id, otter, owner) },
    ]);
    await stream[Symbol.asyncDispose]();
  });

  test("that exist already are announced again, and stored once in their position", async () => {
    const { owner, member } = community;
    const id = await calls.send(owner);
    await calls.react(member, id, otter);
    await calls.react(owner, id, otter);
    announcements.take();
    expect(outcome(await calls.react(member, id, otter))).toBe("204");
    expect(announcements.take()).toEqual([
      calls.announcement("MessageReact", reactionPayload(id, otter, member)),
    ]);
    expect(await reactionsTo(id)).toEqual({ [otter]: [member.id, owner.id] });
  });

  test("are the exact text of the path", async () => {
    const id = await calls.send(community.owner);
    const emoji = ["❤️", "❤", "👩‍👩‍👧", "🇨🇭", "1️⃣", "👍🏽", "🇦"];
    for (const one of emoji) expect(outcome(await calls.react(community.owner, id, one))).toBe("204");
    expect(Object.keys((await reactionsTo(id)) ?? {})).toEqual(emoji);
  });

  test("can be any custom emoji of any server, also a detached one", async () => {
    const { owner, member } = community;
    const other = await newRoom(server);
    const emoji = await newEmoji(server, other.owner, { community: other });
    const id = await calls.send(owner);
    expect(outcome(await calls.react(member, id, emoji))).toBe("204");
    await server.client.delete(`/custom/emoji/${emoji}`, {}, other.owner);
    expect(outcome(await calls.react(owner, id, emoji))).toBe("204");
    expect(await reactionsTo(id)).toEqual({ [emoji]: [member.id, owner.id] });
  });

  test("are removed by their users, and the emoji disappears with the last one", async () => {
    const { owner, member } = community;
    const id = await calls.send(owner);
    await calls.react(member, id, otter);
    await calls.react(member, id, fox);
    await calls.react(owner, id, otter);
    announcements.take();
    expect(outcome(await calls.unreact(member, id, otter, "?remove_all=false"))).toBe("204");
    expect(announcements.take()).toEqual([
      calls.announcement("MessageUnreact", reactionPayload(id, otter, member)),
    ]);
    // The emoji stays where it was, before one that came after it.
    expect(Object.entries((await reactionsTo(id)) ?? {})).toEqual([
      [otter, [owner.id]],
      [fox, [member.id]],
    ]);
    expectFailure(await calls.unreact(member, id, otter), 404, "NotFound");
    expect(announcements.take()).toEqual([]);
    expect(outcome(await calls.unreact(owner, id, otter))).toBe("204");
    expect(await reactionsTo(id)).toEqual({ [fox]: [member.id] });
    await calls.unreact(member, id, fox);
    expect(await calls.read(id)).not.toHaveProperty("reactions");
  });

  test("of others are removed with ManageMessages: one, all with an emoji, or all", async () => {
    const { owner, member } = community;
    const id = await calls.send(member);
    for (const emoji of [otter, fox]) for (const by of [member, owner]) await calls.react(by, id, emoji);
    announcements.take();
    expect(outcome(await calls.unreact(owner, id, otter, `?user_id=${member.id}`))).toBe("204");
    expect(announcements.take()).toEqual([
      calls.announcement("MessageUnreact", reactionPayload(id, otter, member)),
    ]);
    expect(await reactionsTo(id)).toEqual({ [otter]: [owner.id], [fox]: [member.id, owner.id] });

    expect(outcome(await calls.unreact(owner, id, fox, `?remove_all=true&user_id=${member.id}`))).toBe("204");
    expect(announcements.take()).toEqual([
      calls.announcement("MessageRemoveReaction", reactionPayload(id, fox)),
    ]);
    expect(await reactionsTo(id)).toEqual({ [otter]: [owner.id] });
    expect(outcome(await calls.unreact(owner, id, "nothing there", "?remove_all=true"))).toBe("204");
    expect(announcements.take()).toEqual([
      calls.announcement("MessageRemoveReaction", reactionPayload(id, "nothing there")),
    ]);

    const update = { id, channel: community.channel, data: { reactions: {} }, clear: [] };
    for (const _ of ["some", "none"]) {
      expect(outcome(await calls.clear(owner, id))).toBe("204");
      expect(announcements.take()).toEqual([calls.announcement("MessageUpdate", update)]);
      expect(await calls.read(id)).not.toHaveProperty("reactions");
    }
  });

  test("in direct messages are for both recipients, and reach both", async () => {
    const [one, two] = await newFriends(server);
    const { body: conversation } = await openConversation(server, one, two.id);
    const conversationCalls = messageCalls(server, conversation._id);
    const id = await conversationCalls.send(one);
    const { stream } = await openReadyStream(server, one);
    await conversationCalls.react(two, id, otter);
    await conversationCalls.unreact(two, id, otter);
    const payload = { id, channel_id: conversation._id, user_id: two.id, emoji_id: otter };
    expect(await stream.takeNew()).toEqual([
      { type: "MessageReact", ...payload },
      { type: "MessageUnreact", ...payload },
    ]);
    await stream[Symbol.asyncDispose]();
  });

  test("do not reach members who cannot view the channel", async () => {
    const hiddenCommunity = await newRoom(server);
    const hiddenCalls = messageCalls(server, hiddenCommunity.channel);
    const id = await hiddenCalls.send(hiddenCommunity.owner);
    await hiddenCommunity.setPermissions([], ["ViewChannel"]);
    const { stream } = await openReadyStream(server, hiddenCommunity.member);
    await hiddenCalls.react(hiddenCommunity.owner, id, otter);
    await hiddenCalls.unreact(hiddenCommunity.owner, id, otter, "?remove_all=true");
    await hiddenCalls.clear(hiddenCommunity.owner, id);
    expect(await stream.takeNew()).toEqual([]);
    await stream[Symbol.asyncDispose]();
  });
});
