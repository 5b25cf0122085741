import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { engines } from "../support/engines.ts";
import { outcome } from "../support/expect-failure.ts";
import { isFileAlive } from "../support/file-state.ts";
import { readMessages } from "../support/messages.ts";
import { recordAnnouncements } from "../support/record-announcements.ts";
import { newRoom, type Room } from "../support/sending.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { execute, newAvatar, newWebhook, webhookPath } from "../support/webhooks.ts";

const rounds = 5;
const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i));

describe.each([...engines])("concurrent calls on webhooks on %s", (engine) => {
  let server: TestServer;
  let room: Room;
  beforeAll(async () => {
    server = await openServer(engine);
    room = await newRoom(server);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test("one of many deletions succeeds", async () => {
    for (let round = 0; round < rounds; round++) {
      const webhook = await newWebhook(server, room.owner, room);
      await using news = await recordAnnouncements(server);
      const answers = await Promise.all([
        ...many(5, () => server.client.delete(`/webhooks/${webhook.id}`, {}, room.owner)),
        ...many(5, () => server.client.delete(webhookPath(webhook))),
      ]);
      expect(answers.map(outcome).toSorted()).toEqual(["204", ...Array(9).fill("404 NotFound")]);
      expect(news.take().map(({ name }) => name)).toEqual(["WebhookDelete"]);
    }
  });

  test("a message during the deletion is sent before it or not at all", async () => {
    for (let round = 0; round < rounds; round++) {
      const place = await newRoom(server);
      const webhook = await newWebhook(server, place.owner, place);
      const said = many(6, () => execute(server, webhook, { content: "Hello." }));
      const [gone, ...answers] = await Promise.all([server.client.delete(webhookPath(webhook)), ...said]);
      expect(outcome(gone)).toBe("204");
      const outcomes = answers.map(outcome);
      for (const each of outcomes) expect(each).toBeOneOf(["200", "404 NotFound"]);
      const kept = await readMessages(server, place.channel);
      expect(kept).toHaveLength(outcomes.filter((each) => each === "200").length);
    }
  });

  test("deleting the channel works during executions and edits", async () => {
    for (let round = 0; round < rounds; round++) {
      const path = `/servers/${room.id}/channels`;
      const { body: channel } = await server.client.post(path, { name: "Doomed" }, room.owner);
      const webhook = await newWebhook(server, room.owner, { channel: channel._id });
      const avatar = await newAvatar(server, room.owner);
      const [gone, said, edited, made] = await Promise.all([
        server.client.delete(`/channels/${channel._id}`, {}, room.owner),
        execute(server, webhook, { content: "Hello." }),
        server.client.patch(webhookPath(webhook), { avatar }),
        server.client.post(`/channels/${channel._id}/webhooks`, { name: "Late" }, room.owner),
      ]);
      expect(outcome(gone)).toBe("204");
      for (const answer of [said, edited, made]) expect(outcome(answer)).toBeOneOf(["200", "404 NotFound"]);
      expect(outcome(await server.client.get(webhookPath(webhook)))).toBe("404 NotFound");
      if (made.status === 200)
        expect(outcome(await server.client.get(webhookPath(made.body)))).toBe("404 NotFound");
      // A claimed file was deleted with the webhook; an unclaimed one can still be claimed.
      expect(await isFileAlive(server, avatar)).toBe(edited.status !== 200);
    }
  });

  test("one of many avatars that are set at once stays, and the others are deleted", async () => {
    const webhook = await newWebhook(server, room.owner, room);
    const avatars = await Promise.all(many(5, () => newAvatar(server, room.owner)));
    const edits = avatars.map((avatar) => server.client.patch(webhookPath(webhook), { avatar }));
    for (const answer of await Promise.all(edits)) expect(outcome(answer)).toBe("200");
    const { body } = await server.client.get(webhookPath(webhook));
    const kept = await Promise.all(avatars.map((avatar) => isFileAlive(server, avatar)));
    expect(avatars.filter((_, index) => kept[index])).toEqual([body.avatar._id]);
  });

  test("many messages at once are all sent once", async () => {
    const place = await newRoom(server);
    const webhook = await newWebhook(server, place.owner, place);
    const headers = { "idempotency-key": "raced" };
    const answers = await Promise.all([
      ...many(20, (index) => execute(server, webhook, { content: `${index}` })),
      ...many(10, () => execute(server, webhook, { content: "Me!" }, { headers })),
    ]);
    const outcomes = answers.map(outcome);
    expect(outcomes.filter((each) => each === "200")).toHaveLength(21);
    expect(outcomes.filter((each) => each === "409 DuplicateNonce")).toHaveLength(9);
    expect(await readMessages(server, place.channel)).toHaveLength(21);
  });
});
