import { describe, expect, test } from "bun:test";
import { messagesOf, reactionsOf } from "../../../src/domains/messages/store/personal-messages.ts";
import { insertReaction } from "../../../src/domains/messages/store/reactions.ts";
import { insertMessages } from "../../support/messages/reading.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer } from "../../support/server/server.ts";
import { newCommunity } from "../../support/servers/communities.ts";

/** A full page, and some more. */
const count = 503;

describe.each([...anyEngine])("the personal data of messages on %s", (engine) => {
  test("has each message and each reaction once, also if they fill several pages", async () => {
    await using server = await openServer(engine);
    const { channel, owner } = await newCommunity(server);
    const { store } = server.running;
    const drafts = Array.from({ length: count }, () => ({ author_id: owner.id, content: "Mine." }));
    const ids = await insertMessages(server, channel, drafts);
    const reaction = { channel_id: channel, emoji: "👍" };
    await store.write(async (tx) => {
      for (const message_id of ids)
        await insertReaction(tx, { ...reaction, message_id, user_id: owner.id, since: message_id });
    });
    const request = { userId: owner.id, read: store.read.bind(store) };
    const messages = await Array.fromAsync(messagesOf(request));
    expect(messages.map((each) => (each as { _id: string })._id)).toEqual(ids);
    const reactions = await Array.fromAsync(reactionsOf(request));
    expect(reactions).toEqual(ids.map((message_id) => ({ ...reaction, message_id })));
  });
});
