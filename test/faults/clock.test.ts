import { describe, expect, test } from "bun:test";
import type { ChannelsTables } from "../../src/domains/channels/index.ts";
import { createIds, timeOfId } from "../../src/platform/ids/ids.ts";
import { newFriends, openConversation } from "../support/channels/conversations.ts";
import { newMigratedHome } from "../support/database/migrated-home.ts";
import { lastMessageOf, readMessages } from "../support/messages/messages.ts";
import { newRoom, sendMessage } from "../support/messages/sending.ts";
import { engines } from "../support/server/engines.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { days, hours } from "../support/server/test-clock.ts";
import { openReadyStream } from "../support/stream/stream.ts";
import { githubPayloads } from "../support/webhooks/github-payloads.ts";
import { execute, newWebhook, webhookPath } from "../support/webhooks/webhooks.ts";

describe.each([...engines])("ids of messages on %s", (engine) => {
  test("never run backwards when the clock jumps back over a restart", async () => {
    const home = await newMigratedHome(engine);
    try {
      const sent: string[] = [];
      let room: Awaited<ReturnType<typeof newRoom>>;
      let webhook: Awaited<ReturnType<typeof newWebhook>>;
      let deleted: string;
      {
        await using ahead = await openServer(engine, { home });
        room = await newRoom(ahead);
        webhook = await newWebhook(ahead, room.owner, room);
        ahead.clock.advance(hours(3));
        sent.push(await sendMessage(ahead, { by: room.member, channel: room.channel }));
        deleted = await sendMessage(ahead, { by: room.member, channel: room.channel });
        await ahead.client.put(`/channels/${room.channel}/ack/${deleted}`, {}, room.owner);
        await ahead.client.delete(`/channels/${room.channel}/messages/${deleted}`, {}, room.member);
      }
      await using server = await openServer(engine, { home });
      const { channel, owner, member } = room;
      const { stream } = await openReadyStream(server, owner);
      const first = await sendMessage(server, { by: member, channel });
      expect(first > deleted).toBe(true);
      await server.client.post(`/channels/${channel}/messages/${first}/pin`, {}, owner);
      const systemMessage = (await lastMessageOf(server, channel)) ?? "";
      const { body } = await execute(server, webhook, { content: "Hello." });
      const headers = { "x-github-event": "star" };
      await server.client.post(`${webhookPath(webhook)}/github`, githubPayloads.star, { headers });
      const embed = (await lastMessageOf(server, channel)) ?? "";
      const last = await sendMessage(server, { by: member, channel });
      sent.push(first, systemMessage, body._id, embed, last);
      expect(new Set(sent).size).toBe(sent.length);
      expect(sent).toEqual(sent.toSorted());
      expect((await readMessages(server, channel)).map(({ id }) => id)).toEqual(sent);
      expect(await lastMessageOf(server, channel)).toBe(last);
      const received = (await stream.takeNew()).filter(({ type }) => type === "Message");
      expect(received.map(({ _id }) => _id)).toEqual(sent.slice(1));
      await stream[Symbol.asyncDispose]();

      // What was read before the restart does not hide what came after it.
      const { body: unreads } = await server.client.get("/sync/unreads", owner);
      const mark = unreads.find(({ _id }: { _id: { channel: string } }) => _id.channel === channel);
      expect(mark.last_id).toBe(deleted);
      expect(mark.last_id < first).toBe(true);
      const page = await server.client.get(
        `/channels/${channel}/messages?after=${deleted}&sort=Oldest`,
        owner,
      );
      expect(page.body.map(({ _id }: { _id: string }) => _id)).toEqual(sent.slice(1));
    } finally {
      home.remove();
    }
  });

  test("never run backwards while the clock jumps to and fro", async () => {
    await using server = await openServer(engine);
    const { channel, owner, member } = await newRoom(server);
    const sent: string[] = [];
    for (const jump of [hours(1), -hours(2), days(2), -days(4), days(3)]) {
      server.clock.advance(jump);
      for (const by of [owner, member]) sent.push(await sendMessage(server, { by, channel }));
    }
    expect(sent).toEqual(sent.toSorted());
    expect((await readMessages(server, channel)).map(({ id }) => id)).toEqual(sent);
  });

  test("follow those of another process whose clock is ahead, in that channel only", async () => {
    await using server = await openServer(engine);
    const { channel, owner } = await newRoom(server);
    const [one, two] = await newFriends(server);
    const { body: conversation } = await openConversation(server, one, two.id);
    const theirs = createIds({ now: () => server.clock.now() + hours(1) }).next();
    await setGreatestMessage(server, channel, theirs);
    const before = server.clock.now();
    const sent = [theirs];
    for (let count = 0; count < 3; count++) sent.push(await sendMessage(server, { by: owner, channel }));
    expect(sent).toEqual(sent.toSorted());
    expect(timeOfId(sent.at(-1) ?? "") - timeOfId(theirs)).toBeLessThan(1_000);
    const elsewhere = await sendMessage(server, { by: one, channel: conversation._id });
    expect(timeOfId(elsewhere) - before).toBeLessThan(hours(1) / 2);
  });
});

async function setGreatestMessage({ running }: TestServer, channel: string, id: string): Promise<void> {
  await running.store.write(async (tx) => {
    const channels = tx.sql<ChannelsTables>().updateTable("channels");
    await channels.set({ last_message_id: id, greatest_message_id: id }).where("id", "=", channel).execute();
  });
}
