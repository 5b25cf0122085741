import { beforeAll, expect, test } from "bun:test";
import { isFileAlive } from "../../support/files/file-state.ts";
import { outcome } from "../../support/http/expect-failure.ts";
import { readMessages } from "../../support/messages/messages.ts";
import { newRoom, type Room } from "../../support/messages/sending.ts";
import { amount } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { engines } from "../../support/server/engines.ts";
import { usualConnections } from "../../support/server/server.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";
import { execute, newAvatar, newWebhook, webhookPath } from "../../support/webhooks/webhooks.ts";

const rounds = amount(2, 5);
const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i));

describeServer("concurrent calls on webhooks", engines, { config: usualConnections }, (server) => {
  let community: Room;
  beforeAll(async () => {
    community = await newRoom(server);
  });

  test("one of many deletions succeeds", async () => {
    for (let round = 0; round < rounds; round++) {
      const webhook = await newWebhook(server, community.owner, community);
      await using announcements = await recordAnnouncements(server);
      const responses = await Promise.all([
        ...many(5, () => server.client.delete(`/webhooks/${webhook.id}`, {}, community.owner)),
        ...many(5, () => server.client.delete(webhookPath(webhook))),
      ]);
      expect(responses.map(outcome).toSorted()).toEqual(["204", ...Array(9).fill("404 NotFound")]);
      expect(announcements.take().map(({ name }) => name)).toEqual(["WebhookDelete"]);
    }
  });

  test("a message during the deletion is sent before it or not at all", async () => {
    for (let round = 0; round < rounds; round++) {
      const otherCommunity = await newRoom(server);
      const webhook = await newWebhook(server, otherCommunity.owner, otherCommunity);
      const sends = many(6, () => execute(server, webhook, { content: "Hello." }));
      const [deletion, ...responses] = await Promise.all([
        server.client.delete(webhookPath(webhook)),
        ...sends,
      ]);
      expect(outcome(deletion)).toBe("204");
      const outcomes = responses.map(outcome);
      for (const each of outcomes) expect(each).toBeOneOf(["200", "404 NotFound"]);
      const stored = await readMessages(server, otherCommunity.channel);
      expect(stored).toHaveLength(outcomes.filter((each) => each === "200").length);
    }
  });

  test("deleting the channel works during executions and edits", async () => {
    for (let round = 0; round < rounds; round++) {
      const path = `/servers/${community.id}/channels`;
      const { body: channel } = await server.client.post(path, { name: "Doomed" }, community.owner);
      const webhook = await newWebhook(server, community.owner, { channel: channel._id });
      const avatar = await newAvatar(server, community.owner);
      const [deletion, sent, edited, created] = await Promise.all([
        server.client.delete(`/channels/${channel._id}`, {}, community.owner),
        execute(server, webhook, { content: "Hello." }),
        server.client.patch(webhookPath(webhook), { avatar }),
        server.client.post(`/channels/${channel._id}/webhooks`, { name: "Late" }, community.owner),
      ]);
      expect(outcome(deletion)).toBe("204");
      for (const response of [sent, edited, created])
        expect(outcome(response)).toBeOneOf(["200", "404 NotFound"]);
      expect(outcome(await server.client.get(webhookPath(webhook)))).toBe("404 NotFound");
      if (created.status === 200)
        expect(outcome(await server.client.get(webhookPath(created.body)))).toBe("404 NotFound");
      // A claimed file was deleted with the webhook; an unclaimed one can still be claimed.
      expect(await isFileAlive(server, avatar)).toBe(edited.status !== 200);
    }
  });

  test("one of many avatars that are set at once stays, and the others are deleted", async () => {
    const webhook = await newWebhook(server, community.owner, community);
    const avatars = await Promise.all(many(5, () => newAvatar(server, community.owner)));
    const edits = avatars.map((avatar) => server.client.patch(webhookPath(webhook), { avatar }));
    for (const response of await Promise.all(edits)) expect(outcome(response)).toBe("200");
    const { body } = await server.client.get(webhookPath(webhook));
    const isStored = await Promise.all(avatars.map((avatar) => isFileAlive(server, avatar)));
    expect(avatars.filter((_, index) => isStored[index])).toEqual([body.avatar._id]);
  });

  test("many messages at once are all sent once", async () => {
    const otherCommunity = await newRoom(server);
    const webhook = await newWebhook(server, otherCommunity.owner, otherCommunity);
    const headers = { "idempotency-key": "raced" };
    const responses = await Promise.all([
      ...many(20, (index) => execute(server, webhook, { content: `${index}` })),
      ...many(10, () => execute(server, webhook, { content: "Me!" }, { headers })),
    ]);
    const outcomes = responses.map(outcome);
    expect(outcomes.filter((each) => each === "200")).toHaveLength(21);
    expect(outcomes.filter((each) => each === "409 DuplicateNonce")).toHaveLength(9);
    expect(await readMessages(server, otherCommunity.channel)).toHaveLength(21);
  });
});
