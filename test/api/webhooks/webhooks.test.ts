import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { webhookDefault } from "../../../src/permissions/defaults.ts";
import { newUser } from "../../support/accounts/people.ts";
import { inviteBot, newBot } from "../../support/bots/bots.ts";
import { newFriends, openConversation } from "../../support/channels/conversations.ts";
import { newGroup } from "../../support/channels/groups.ts";
import { readFileState } from "../../support/files/file-state.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { newRoom, type Room } from "../../support/messages/sending.ts";
import { readAuditLog } from "../../support/operators/audit-log.ts";
import { preferPostgres } from "../../support/run/thorough.ts";
import type { TestServer } from "../../support/server/server.ts";
import { type AnnouncementRecorder, openRecordedServer } from "../../support/stream/record-announcements.ts";
import { openReadyStream } from "../../support/stream/stream.ts";
import { channelAnnouncement, newAvatar, newWebhook } from "../../support/webhooks/webhooks.ts";

const reason = "new integration";
const headers = { "x-audit-log-reason": reason };
const file = {
  tag: "avatars",
  filename: "file.bin",
  content_type: "image/png",
  metadata: expect.objectContaining({ type: "Image" }),
  size: expect.any(Number),
};

describe.each([...preferPostgres])("webhooks on %s", (engine) => {
  let server: TestServer;
  let community: Room;
  let announcements: AnnouncementRecorder;
  beforeAll(async () => {
    ({ server, announcements } = await openRecordedServer(engine));
    community = await newRoom(server);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const create = (body: unknown, by = community.owner, channel = community.channel) =>
    server.client.post(`/channels/${channel}/webhooks`, body, { token: by.token, headers });
  const list = (by = community.owner, channel = community.channel) =>
    server.client.get(`/channels/${channel}/webhooks`, { token: by.token });

  test("are created with a token that no event contains", async () => {
    const { owner, channel } = community;
    const avatar = await newAvatar(server, owner);
    announcements.take();
    const { status, body } = await create({ name: "News", avatar });
    const webhook = {
      id: expect.any(String),
      name: "News",
      avatar: { _id: avatar, ...file },
      creator_id: owner.id,
      channel_id: channel,
      permissions: webhookDefault,
      token: expect.stringMatching(/^[\w-]{64}$/),
    };
    expect({ status, body }).toEqual({ status: 200, body: webhook });
    expect(announcements.take()).toEqual([
      channelAnnouncement(channel, "WebhookCreate", { ...body, token: null }),
    ]);
    expect(await readFileState(server, avatar)).toMatchObject({ used_as: "WebhookAvatar", used_by: body.id });
    expect((await readAuditLog(server, community)).at(-1)).toEqual({
      by: owner.id,
      target: null,
      reason,
      action: { type: "WebhookCreate", webhook: body.id, name: "News", channel },
    });
  });

  test("are announced to the viewers of the channel only", async () => {
    const hidden = await newRoom(server);
    await hidden.setPermissions([], ["ViewChannel"]);
    const stranger = await newUser(server);
    const [viewer, memberWithoutView, nonMember] = [hidden.owner, hidden.member, stranger];
    const streams = await Promise.all(
      [viewer, memberWithoutView, nonMember].map((person) => openReadyStream(server, person)),
    );
    const { token: _, ...webhook } = await newWebhook(server, hidden.owner, hidden);
    const path = `/webhooks/${webhook.id}`;
    await server.client.patch(path, { name: "Gate" }, hidden.owner);
    await server.client.delete(path, {}, hidden.owner);
    const [received = [], ...receivedByOthers] = await Promise.all(
      streams.map(({ stream }) => stream.takeNew()),
    );
    expect(received).toEqual([
      { type: "WebhookCreate", ...webhook, token: null },
      { type: "WebhookUpdate", id: webhook.id, data: { name: "Gate" }, remove: [] },
      { type: "WebhookDelete", id: webhook.id },
    ]);
    expect(receivedByOthers).toEqual([[], []]);
  });

  test("are created in groups by their owners, without an audit entry", async () => {
    const [owner, friend] = await newFriends(server);
    const { _id: channel } = await newGroup(server, owner, [friend]);
    expect(outcome(await create({ name: "x" }, friend, channel))).toBe("403 MissingPermission");
    const { status, body } = await create({ name: "x" }, owner, channel);
    expect({ status, body }).toMatchObject({ status: 200, body: { channel_id: channel } });
    expect((await list(owner, channel)).body).toEqual([body]);
    expectFailure(await list(friend, channel), 403, "MissingPermission", { permission: "ManageWebhooks" });
    expect(outcome(await server.client.delete(`/webhooks/${body.id}`, {}, owner))).toBe("204");
  });

  test("are created by bots with the permission", async () => {
    const bot = await newBot(server, community.owner);
    await inviteBot(server, bot, { server: community.id, by: community.owner });
    const path = `/channels/${community.channel}/webhooks`;
    const call = () => server.client.post(path, { name: "x" }, { bot: bot.token });
    expectFailure(await call(), 403, "MissingPermission", { permission: "ManageWebhooks" });
    await community.setPermissions(["ManageWebhooks"]);
    expect((await call()).body).toMatchObject({ creator_id: bot.id });
    await community.setPermissions([]);
  });

  test("are not created in direct messages or saved messages", async () => {
    const [one, other] = await newFriends(server);
    const { body: directMessage } = await openConversation(server, one, other.id);
    const { body: savedMessages } = await openConversation(server, one, one.id);
    for (const channel of [directMessage._id, savedMessages._id])
      for (const by of [one, community.owner])
        expectFailure(await create({ name: "x" }, by, channel), 400, "InvalidOperation");
  });

  test("are checked in this order: body, reason, channel, permission, avatar", async () => {
    const { owner, member, channel } = community;
    const call = (body: unknown, { by = owner, to = channel, why: auditReason = "x" } = {}) =>
      server.client.post(`/channels/${to}/webhooks`, body, {
        token: by.token,
        headers: { "x-audit-log-reason": auditReason },
      });
    const invalid = { name: "" };
    const withUnknownAvatar = { name: "x", avatar: "unknown" };
    const long = "x".repeat(513);
    announcements.take();
    expect(outcome(await call(invalid, { by: member, to: "nowhere", why: long }))).toBe(
      "400 FailedValidation",
    );
    expect(outcome(await call(withUnknownAvatar, { by: member, to: "nowhere", why: long }))).toBe(
      "400 HeaderTooLarge",
    );
    expect(outcome(await call(withUnknownAvatar, { by: member, to: "nowhere" }))).toBe("404 NotFound");
    expect(outcome(await call(withUnknownAvatar, { by: member }))).toBe("403 MissingPermission");
    expect(outcome(await call(withUnknownAvatar))).toBe("404 NotFound");
    expect(announcements.take()).toEqual([]);
  });

  test.each([
    [{}, "400 FailedValidation"],
    [{ name: "" }, "400 FailedValidation"],
    [{ name: "🦦".repeat(32) }, "200"],
    [{ name: "🦦".repeat(33) }, "400 FailedValidation"],
    [{ name: 1 }, "400 FailedValidation"],
    [{ name: "a\u0000b" }, "400 FailedValidation"],
    [{ name: "x", avatar: null }, "200"],
    [{ name: "x", avatar: "" }, "400 FailedValidation"],
    [{ name: "x", avatar: "x".repeat(129) }, "400 FailedValidation"],
    [{ name: "x", token: "mine", permissions: 0, creator_id: "me" }, "200"],
  ])("%p results in %s", async (body, expected) => {
    const response = await create(body);
    expect(outcome(response)).toBe(expected);
    if (response.status === 200)
      expect(response.body).toMatchObject({ creator_id: community.owner.id, permissions: webhookDefault });
  });

  test("take avatars that their creator uploaded for that use, each once", async () => {
    const { owner, member } = community;
    const avatar = await newAvatar(server, owner);
    expect(outcome(await create({ name: "x", avatar: await newAvatar(server, member) }))).toBe(
      "404 NotFound",
    );
    expect(outcome(await create({ name: "x", avatar }))).toBe("200");
    expect(outcome(await create({ name: "x", avatar }))).toBe("404 NotFound");
  });

  test("are listed with their tokens in the order of creation", async () => {
    const otherCommunity = await newRoom(server);
    const created = [
      await newWebhook(server, otherCommunity.owner, otherCommunity),
      await newWebhook(server, otherCommunity.owner, otherCommunity),
    ];
    expect((await list(otherCommunity.owner, otherCommunity.channel)).body).toEqual(created);
    expect((await list(community.owner, "nowhere")).status).toBe(404);
    expectFailure(await list(otherCommunity.member, otherCommunity.channel), 403, "MissingPermission", {
      permission: "ManageWebhooks",
    });
  });

  test("are shown without their token to all viewers of the channel", async () => {
    const otherCommunity = await newRoom(server);
    const avatar = await newAvatar(server, otherCommunity.owner);
    const withAvatar = await newWebhook(server, otherCommunity.owner, { ...otherCommunity, avatar });
    const withoutAvatar = await newWebhook(server, otherCommunity.owner, otherCommunity);
    const fetchWebhook = (id: string, by = otherCommunity.member) =>
      server.client.get(`/webhooks/${id}`, { token: by.token });
    for (const { creator_id: _, token: __, ...webhook } of [withAvatar, withoutAvatar])
      expect((await fetchWebhook(webhook.id)).body).toEqual({
        ...webhook,
        avatar: webhook.avatar?._id ?? null,
      });
    expectFailure(await fetchWebhook("nothing"), 404, "NotFound");
    expectFailure(await fetchWebhook(withoutAvatar.id, community.owner), 403, "MissingPermission", {
      permission: "ViewChannel",
    });
  });
});
