import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { engines } from "../support/engines.ts";
import { expectFailure, outcome } from "../support/expect-failure.ts";
import { isFileAlive } from "../support/file-state.ts";
import { messageCalls } from "../support/message-calls.ts";
import { uploadFile } from "../support/multipart.ts";
import { type AnnouncementRecorder, recordAnnouncements } from "../support/record-announcements.ts";
import { mentionsOf, newRoom, type Room } from "../support/sending.ts";
import { openServer, type TestServer } from "../support/server.ts";
import {
  channelAnnouncement,
  execute,
  type NewWebhook,
  newAvatar,
  newWebhook,
  setWebhookPermissions,
  webhookPath,
} from "../support/webhooks.ts";

const content = "Hello.";
const usual = ["SendMessage", "SendEmbeds", "Masquerade", "React"] as const;

describe.each([...engines])("messages of webhooks on %s", (engine) => {
  let server: TestServer;
  let room: Room;
  let webhook: NewWebhook;
  let all: AnnouncementRecorder;
  beforeAll(async () => {
    server = await openServer(engine);
    // The jobs that unfurl links stay in their table, where the tests count them.
    await server.running.worker.stop(1_000);
    all = await recordAnnouncements(server);
    room = await newRoom(server);
    webhook = await newWebhook(server, room.owner, room);
  });
  afterAll(async () => {
    await all[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const say = (draft: unknown, key?: string) =>
    execute(server, webhook, draft, key === undefined ? {} : { headers: { "idempotency-key": key } });
  const fetchMessage = async (id: string, channel = room.channel) =>
    (await server.client.get(`/channels/${channel}/messages/${id}`, room.owner)).body;
  const jobsFor = async (id: string) => {
    const jobs = await server.running.store.read((db) =>
      db
        .sql<{ jobs: { name: string; payload: string } }>()
        .selectFrom("jobs")
        .selectAll()
        .where("name", "=", "unfurl_links")
        .execute(),
    );
    return jobs.filter(({ payload }) => JSON.parse(payload).message === id).length;
  };

  test("have the webhook as author and reach all viewers of the channel", async () => {
    all.take();
    const { status, body } = await say({ content });
    const { id, name } = webhook;
    const message = {
      _id: expect.any(String),
      nonce: body._id,
      channel: room.channel,
      author: id,
      webhook: { name, avatar: null },
      content,
    };
    expect({ status, body }).toEqual({ status: 200, body: message });
    expect(all.take()).toMatchObject([channelAnnouncement(room.channel, "Message", body)]);
    expect(await fetchMessage(body._id)).toEqual(body);
    const { body: channel } = await server.client.get(`/channels/${room.channel}`, room.owner);
    expect(channel.last_message_id).toBe(body._id);
  });

  test("keep the name and avatar that the webhook had", async () => {
    const avatar = await newAvatar(server, room.owner);
    const faced = await newWebhook(server, room.owner, { ...room, name: "Before", avatar });
    const { body } = await execute(server, faced, { content });
    expect(body.webhook).toEqual({ name: "Before", avatar });
    await server.client.patch(webhookPath(faced), { name: "After", remove: ["Avatar"] });
    expect((await fetchMessage(body._id)).webhook).toEqual({ name: "Before", avatar });
    expect((await execute(server, faced, { content })).body.webhook).toEqual({ name: "After", avatar: null });
  });

  test("may use all features that the permissions of the webhook allow", async () => {
    const place = await newRoom(server);
    const spare = await newWebhook(server, place.owner, place);
    await setWebhookPermissions(server, spare, [...usual, "UploadFiles"]);
    const [attachment, media] = [
      await uploadFile(server, place.member, { content: "one" }),
      await uploadFile(server, place.owner, { content: "two" }),
    ];
    const answered = await messageCalls(server, place.channel).send(place.member);
    const { status, body } = await execute(server, spare, {
      content: "x".repeat(1_990),
      attachments: [attachment],
      embeds: [{ title: "One", description: "Two", media, colour: "red" }],
      masquerade: { name: "Another", colour: "red" },
      interactions: { reactions: ["🦦"], restrict_reactions: true },
      replies: [{ id: answered, mention: true }],
      nonce: "mine",
    });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        nonce: "mine",
        attachments: [{ _id: attachment }],
        embeds: [{ type: "Text", title: "One", media: { _id: media } }],
        masquerade: { name: "Another", colour: "red" },
        interactions: { reactions: ["🦦"], restrict_reactions: true },
        replies: [answered],
        mentions: [place.member.id],
      },
    });
    expect(await mentionsOf(server, body._id)).toEqual([place.member.id]);
    for (const id of [attachment, media]) expect(await isFileAlive(server, id)).toBe(true);
  });

  test.each([
    ["SendMessage", { content }, ["SendEmbeds", "Masquerade", "React"]],
    ["UploadFiles", { attachments: ["unknown"] }, usual],
    ["SendEmbeds", { embeds: [{ title: "x" }] }, ["SendMessage", "Masquerade", "React"]],
    ["Masquerade", { content, masquerade: {} }, ["SendMessage", "SendEmbeds", "React"]],
    ["React", { content, interactions: {} }, ["SendMessage", "SendEmbeds", "Masquerade"]],
  ] as const)("need a permission of the webhook: %s", async (permission, draft, held) => {
    const { owner } = room;
    const spare = await newWebhook(server, owner, room);
    await setWebhookPermissions(server, spare, held);
    all.take();
    expectFailure(await execute(server, spare, draft), 403, "MissingPermission", { permission });
    expect(all.take()).toEqual([]);
    await setWebhookPermissions(server, spare, [...held, permission]);
    const expected = permission === "UploadFiles" ? "404 NotFound" : "200";
    expect(outcome(await execute(server, spare, draft))).toBe(expected);
  });

  test("are rejected in this order of checks", async () => {
    const ill = { content: 1 };
    const tooMuch = { content: "x".repeat(2_001), attachments: ["unknown"], flags: 9, nonce: "used" };
    const wrong = { id: webhook.id, token: "wrong" };
    const nowhere = { id: "nothing", token: webhook.token };
    const colour = { content, masquerade: { colour: "url(evil)" } };
    all.take();
    expect(outcome(await execute(server, nowhere, ill))).toBe("400 FailedValidation");
    expect(outcome(await execute(server, nowhere, colour))).toBe("400 FailedValidation");
    expect(outcome(await execute(server, nowhere, tooMuch))).toBe("404 NotFound");
    expect(outcome(await execute(server, wrong, tooMuch))).toBe("401 NotAuthenticated");
    expect(outcome(await say(tooMuch))).toBe("403 MissingPermission");
    const { attachments: _, ...rest } = tooMuch;
    expect(outcome(await say(rest))).toBe("422 PayloadTooLarge");
    expect(all.take()).toEqual([]);
    await say({ content, nonce: "used" });
    expect(outcome(await say({ ...rest, content: "" }))).toBe("409 DuplicateNonce");
    expect(outcome(await say({ ...rest, content: "", nonce: "new" }))).toBe("422 EmptyMessage");
    const restrained = { interactions: { restrict_reactions: true } };
    expect(outcome(await say({ content, flags: 9, ...restrained }))).toBe("400 InvalidProperty");
    const replies = [{ id: "unknown", mention: false }];
    expect(outcome(await say({ content, ...restrained, replies }))).toBe("400 InvalidProperty");
    expect(outcome(await say({ content, replies }))).toBe("404 NotFound");
    expect(outcome(await say({ content, replies: Array(6).fill(replies[0]) }))).toBe("400 TooManyReplies");
    expect(outcome(await say({ embeds: Array(6).fill({}) }))).toBe("400 TooManyEmbeds");
    expect(outcome(await say({ embeds: [{ media: "unknown" }] }))).toBe("404 NotFound");
    expect(outcome(await say({ content, interactions: { reactions: ["no emoji"] } }))).toBe(
      "400 InvalidOperation",
    );
  });

  test("are sent once for each idempotency key", async () => {
    expect((await say({ content }, "once")).body.nonce).toBe("once");
    expectFailure(await say({ content }, "once"), 409, "DuplicateNonce");
    expectFailure(await say({ content, nonce: "once" }), 409, "DuplicateNonce");
    const other = await newWebhook(server, room.owner, room);
    const headers = { "idempotency-key": "once" };
    expect(outcome(await execute(server, other, { content }, { headers }))).toBe("200");
    // A failed call does not use up the key.
    expect(outcome(await say({}, "again"))).toBe("422 EmptyMessage");
    expect(outcome(await say({ content }, "again"))).toBe("200");
    expect(outcome(await say({ content }, "x".repeat(65)))).toBe("400 FailedValidation");
  });

  test("have the default limits, not those of new users", async () => {
    const strict = { limits: { new_user: { message_length: 5, message_attachments: 1 } } };
    await using small = await openServer(engine, { config: strict });
    const place = await newRoom(small);
    const spare = await newWebhook(small, place.owner, place);
    expect(outcome(await execute(small, spare, { content: "x".repeat(2_000) }))).toBe("200");
    expect(outcome(await execute(small, spare, { content: "x".repeat(2_001) }))).toBe("422 PayloadTooLarge");
  });

  test("are not subject to slowmode", async () => {
    const place = await newRoom(server);
    await server.client.patch(`/channels/${place.channel}`, { slowmode: 60 }, place.owner);
    const spare = await newWebhook(server, place.owner, place);
    for (const _ of [1, 2, 3]) expect(outcome(await execute(server, spare, { content }))).toBe("200");
  });

  test("have embeds for their links even without SendEmbeds", async () => {
    const spare = await newWebhook(server, room.owner, room);
    await setWebhookPermissions(server, spare, ["SendMessage"]);
    const linked = await execute(server, spare, { content: "https://a.example/" });
    const plain = await execute(server, spare, { content });
    expect([await jobsFor(linked.body._id), await jobsFor(plain.body._id)]).toEqual([1, 0]);
  });

  test("can be replied to, found, pinned and deleted like other messages", async () => {
    const { owner, channel } = room;
    const { body } = await say({ content: "peculiar" });
    const found = await server.client.post(`/channels/${channel}/search`, { query: "peculiar" }, owner);
    expect(found.body.map(({ _id }: { _id: string }) => _id)).toEqual([body._id]);
    const calls = messageCalls(server, channel);
    const reply = { content, replies: [{ id: body._id, mention: true }] };
    expect(await calls.read(await calls.send(owner, reply))).not.toHaveProperty("mentions");
    expectFailure(await calls.edit(owner, body._id, { content: "Mine." }), 403, "CannotEditMessage");
    expect(outcome(await calls.pin(owner, body._id))).toBe("204");
    expect(outcome(await calls.remove(owner, body._id))).toBe("204");
  });
});
