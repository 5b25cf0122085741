import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { isFileAlive } from "../../support/files/file-state.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import { messageCalls } from "../../support/messages/message-calls.ts";
import { mentionsOf, newRoom, type Room } from "../../support/messages/sending.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import type { AnnouncementRecorder } from "../../support/stream/record-announcements.ts";
import { openWebhookServer } from "../../support/webhooks/webhook-server.ts";
import {
  channelAnnouncement,
  execute,
  type NewWebhook,
  newAvatar,
  newWebhook,
  setWebhookPermissions,
  webhookPath,
} from "../../support/webhooks/webhooks.ts";

const content = "Hello.";
const defaultPermissions = ["SendMessage", "SendEmbeds", "Masquerade", "React"] as const;

describe.each([...anyEngine])("messages of webhooks on %s", (engine) => {
  let server: TestServer;
  let community: Room;
  let webhook: NewWebhook;
  let announcements: AnnouncementRecorder;
  beforeAll(async () => {
    ({ server, announcements, community, webhook } = await openWebhookServer(engine, { runsJobs: false }));
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const executeWebhook = (draft: unknown, key?: string) =>
    execute(server, webhook, draft, key === undefined ? {} : { headers: { "idempotency-key": key } });
  const fetchMessage = async (id: string, channel = community.channel) =>
    (await server.client.get(`/channels/${channel}/messages/${id}`, community.owner)).body;
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
    announcements.take();
    const { status, body } = await executeWebhook({ content });
    const { id, name } = webhook;
    const message = {
      _id: expect.any(String),
      nonce: body._id,
      channel: community.channel,
      author: id,
      webhook: { name, avatar: null },
      content,
    };
    expect({ status, body }).toEqual({ status: 200, body: message });
    expect(announcements.take()).toMatchObject([channelAnnouncement(community.channel, "Message", body)]);
    expect(await fetchMessage(body._id)).toEqual(body);
    const { body: channel } = await server.client.get(`/channels/${community.channel}`, community.owner);
    expect(channel.last_message_id).toBe(body._id);
  });

  test("keep the name and avatar that the webhook had", async () => {
    const avatar = await newAvatar(server, community.owner);
    const webhookWithAvatar = await newWebhook(server, community.owner, {
      ...community,
      name: "Before",
      avatar,
    });
    const { body } = await execute(server, webhookWithAvatar, { content });
    expect(body.webhook).toEqual({ name: "Before", avatar });
    await server.client.patch(webhookPath(webhookWithAvatar), { name: "After", remove: ["Avatar"] });
    expect((await fetchMessage(body._id)).webhook).toEqual({ name: "Before", avatar });
    expect((await execute(server, webhookWithAvatar, { content })).body.webhook).toEqual({
      name: "After",
      avatar: null,
    });
  });

  test("may use all features that the permissions of the webhook allow", async () => {
    const otherCommunity = await newRoom(server);
    const ownWebhook = await newWebhook(server, otherCommunity.owner, otherCommunity);
    await setWebhookPermissions(server, ownWebhook, [...defaultPermissions, "UploadFiles"]);
    const [attachment, media] = [
      await uploadFile(server, otherCommunity.member, { content: "one" }),
      await uploadFile(server, otherCommunity.owner, { content: "two" }),
    ];
    const repliedTo = await messageCalls(server, otherCommunity.channel).send(otherCommunity.member);
    const { status, body } = await execute(server, ownWebhook, {
      content: "x".repeat(1_990),
      attachments: [attachment],
      embeds: [{ title: "One", description: "Two", media, colour: "red" }],
      masquerade: { name: "Another", colour: "red" },
      interactions: { reactions: ["🦦"], restrict_reactions: true },
      replies: [{ id: repliedTo, mention: true }],
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
        replies: [repliedTo],
        mentions: [otherCommunity.member.id],
      },
    });
    expect(await mentionsOf(server, body._id)).toEqual([otherCommunity.member.id]);
    for (const id of [attachment, media]) expect(await isFileAlive(server, id)).toBe(true);
  });

  test.each([
    ["SendMessage", { content }, ["SendEmbeds", "Masquerade", "React"]],
    ["UploadFiles", { attachments: ["unknown"] }, defaultPermissions],
    ["SendEmbeds", { embeds: [{ title: "x" }] }, ["SendMessage", "Masquerade", "React"]],
    ["Masquerade", { content, masquerade: {} }, ["SendMessage", "SendEmbeds", "React"]],
    ["React", { content, interactions: {} }, ["SendMessage", "SendEmbeds", "Masquerade"]],
  ] as const)("need a permission of the webhook: %s", async (permission, draft, otherPermissions) => {
    const { owner } = community;
    const ownWebhook = await newWebhook(server, owner, community);
    await setWebhookPermissions(server, ownWebhook, otherPermissions);
    announcements.take();
    expectFailure(await execute(server, ownWebhook, draft), 403, "MissingPermission", { permission });
    expect(announcements.take()).toEqual([]);
    await setWebhookPermissions(server, ownWebhook, [...otherPermissions, permission]);
    const expected = permission === "UploadFiles" ? "404 NotFound" : "200";
    expect(outcome(await execute(server, ownWebhook, draft))).toBe(expected);
  });

  test("are rejected in this order of checks", async () => {
    const invalid = { content: 1 };
    const tooLong = { content: "x".repeat(2_001), attachments: ["unknown"], flags: 9, nonce: "used" };
    const wrongToken = { id: webhook.id, token: "wrong" };
    const unknownWebhook = { id: "nothing", token: webhook.token };
    const colour = { content, masquerade: { colour: "url(evil)" } };
    announcements.take();
    expect(outcome(await execute(server, unknownWebhook, invalid))).toBe("400 FailedValidation");
    expect(outcome(await execute(server, unknownWebhook, colour))).toBe("400 FailedValidation");
    expect(outcome(await execute(server, unknownWebhook, tooLong))).toBe("404 NotFound");
    expect(outcome(await execute(server, wrongToken, tooLong))).toBe("401 NotAuthenticated");
    expect(outcome(await executeWebhook(tooLong))).toBe("403 MissingPermission");
    const { attachments: _, ...rest } = tooLong;
    expect(outcome(await executeWebhook(rest))).toBe("422 PayloadTooLarge");
    expect(announcements.take()).toEqual([]);
    await executeWebhook({ content, nonce: "used" });
    expect(outcome(await executeWebhook({ ...rest, content: "" }))).toBe("409 DuplicateNonce");
    expect(outcome(await executeWebhook({ ...rest, content: "", nonce: "new" }))).toBe("422 EmptyMessage");
    const restricted = { interactions: { restrict_reactions: true } };
    expect(outcome(await executeWebhook({ content, flags: 9, ...restricted }))).toBe("400 InvalidProperty");
    const replies = [{ id: "unknown", mention: false }];
    expect(outcome(await executeWebhook({ content, ...restricted, replies }))).toBe("400 InvalidProperty");
    expect(outcome(await executeWebhook({ content, replies }))).toBe("404 NotFound");
    expect(outcome(await executeWebhook({ content, replies: Array(6).fill(replies[0]) }))).toBe(
      "400 TooManyReplies",
    );
    expect(outcome(await executeWebhook({ embeds: Array(6).fill({}) }))).toBe("400 TooManyEmbeds");
    expect(outcome(await executeWebhook({ embeds: [{ media: "unknown" }] }))).toBe("404 NotFound");
    expect(outcome(await executeWebhook({ content, interactions: { reactions: ["no emoji"] } }))).toBe(
      "400 InvalidOperation",
    );
  });

  test("are sent once for each idempotency key", async () => {
    expect((await executeWebhook({ content }, "once")).body.nonce).toBe("once");
    expectFailure(await executeWebhook({ content }, "once"), 409, "DuplicateNonce");
    expectFailure(await executeWebhook({ content, nonce: "once" }), 409, "DuplicateNonce");
    const other = await newWebhook(server, community.owner, community);
    const headers = { "idempotency-key": "once" };
    expect(outcome(await execute(server, other, { content }, { headers }))).toBe("200");
    // A failed call does not use up the key.
    expect(outcome(await executeWebhook({}, "again"))).toBe("422 EmptyMessage");
    expect(outcome(await executeWebhook({ content }, "again"))).toBe("200");
    expect(outcome(await executeWebhook({ content }, "x".repeat(65)))).toBe("400 FailedValidation");
  });

  test("have the default limits, not those of new users", async () => {
    const strict = { limits: { new_user: { message_length: 5, message_attachments: 1 } } };
    await using small = await openServer(engine, { config: strict });
    const otherCommunity = await newRoom(small);
    const ownWebhook = await newWebhook(small, otherCommunity.owner, otherCommunity);
    expect(outcome(await execute(small, ownWebhook, { content: "x".repeat(2_000) }))).toBe("200");
    expect(outcome(await execute(small, ownWebhook, { content: "x".repeat(2_001) }))).toBe(
      "422 PayloadTooLarge",
    );
  });

  test("are not subject to slowmode", async () => {
    const otherCommunity = await newRoom(server);
    await server.client.patch(`/channels/${otherCommunity.channel}`, { slowmode: 60 }, otherCommunity.owner);
    const ownWebhook = await newWebhook(server, otherCommunity.owner, otherCommunity);
    for (const _ of [1, 2, 3]) expect(outcome(await execute(server, ownWebhook, { content }))).toBe("200");
  });

  test("have embeds for their links even without SendEmbeds", async () => {
    const ownWebhook = await newWebhook(server, community.owner, community);
    await setWebhookPermissions(server, ownWebhook, ["SendMessage"]);
    const linked = await execute(server, ownWebhook, { content: "https://a.example/" });
    const plain = await execute(server, ownWebhook, { content });
    expect([await jobsFor(linked.body._id), await jobsFor(plain.body._id)]).toEqual([1, 0]);
  });

  test("can be replied to, found, pinned and deleted like other messages", async () => {
    const { owner, channel } = community;
    const { body } = await executeWebhook({ content: "peculiar" });
    const searchResult = await server.client.post(
      `/channels/${channel}/search`,
      { query: "peculiar" },
      owner,
    );
    expect(searchResult.body.map(({ _id }: { _id: string }) => _id)).toEqual([body._id]);
    const calls = messageCalls(server, channel);
    const reply = { content, replies: [{ id: body._id, mention: true }] };
    expect(await calls.read(await calls.send(owner, reply))).not.toHaveProperty("mentions");
    expectFailure(await calls.edit(owner, body._id, { content: "Mine." }), 403, "CannotEditMessage");
    expect(outcome(await calls.pin(owner, body._id))).toBe("204");
    expect(outcome(await calls.remove(owner, body._id))).toBe("204");
  });
});
