import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { purgeAccount } from "../../../src/domains/accounts/actions/purge-account.ts";
import { bitsetOf, permission } from "../../../src/permissions/bits.ts";
import { webhookDefault } from "../../../src/permissions/defaults.ts";
import { newUser } from "../../support/accounts/people.ts";
import { newGroup } from "../../support/channels/groups.ts";
import { isFileAlive } from "../../support/files/file-state.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { newRoom, type Room } from "../../support/messages/sending.ts";
import { readAuditLog } from "../../support/operators/audit-log.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import type { TestServer } from "../../support/server/server.ts";
import { type AnnouncementRecorder, openRecordedServer } from "../../support/stream/record-announcements.ts";
import {
  channelAnnouncement,
  execute,
  type NewWebhook,
  newAvatar,
  newWebhook,
  webhookPath,
} from "../../support/webhooks/webhooks.ts";

const reason = "unused integration";
const headers = { "x-audit-log-reason": reason };

describe.each([...anyEngine])("editing and deleting webhooks on %s", (engine) => {
  let server: TestServer;
  let community: Room;
  let announcements: AnnouncementRecorder;
  beforeAll(async () => {
    ({ server, announcements } = await openRecordedServer(engine));
    community = await newRoom(server);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const newOwnWebhook = (draft: { avatar?: string } = {}) =>
    newWebhook(server, community.owner, { ...community, ...draft });
  const updateAnnouncements = (id: string, data: object, remove: string[] = []) => [
    channelAnnouncement(community.channel, "WebhookUpdate", { id, data, remove }),
  ];
  /** Both ways to authorise a call: the permission of a user, and the webhook token. */
  const ways = [
    [
      "by a manager",
      (webhook: NewWebhook) => [`/webhooks/${webhook.id}`, { token: community.owner.token }] as const,
    ],
    ["by token", (webhook: NewWebhook) => [webhookPath(webhook), {}] as const],
  ] as const;

  test.each(ways)("%s changes names and permissions, and emits the change", async (_, authorize) => {
    const webhook = await newOwnWebhook();
    const [path, options] = authorize(webhook);
    announcements.take();
    const permissions = bitsetOf("SendMessage", "React");
    for (const edit of [{ name: "Gate" }, { permissions }, { name: "Door", permissions: 0 }]) {
      const { status, body } = await server.client.patch(path, edit, options);
      Object.assign(webhook, edit);
      expect({ status, body }).toEqual({ status: 200, body: webhook });
      expect(announcements.take()).toEqual(updateAnnouncements(webhook.id, edit));
    }
    expect((await server.client.get(webhookPath(webhook))).body).toEqual(webhook);
  });

  test("by token adds no permissions, not even those that were removed before", async () => {
    const webhook = await newOwnWebhook();
    const change = (permissions: number) => server.client.patch(webhookPath(webhook), { permissions });
    announcements.take();
    for (const permissions of [webhookDefault + permission.UploadFiles, permission.MentionEveryone, 2 ** 52])
      expectFailure(await change(permissions), 403, "CannotGiveMissingPermissions");
    expect(announcements.take()).toEqual([]);
    expect((await change(permission.SendMessage)).body.permissions).toBe(permission.SendMessage);
    expectFailure(await change(webhookDefault), 403, "CannotGiveMissingPermissions");
    expect((await server.client.get(webhookPath(webhook))).body.permissions).toBe(permission.SendMessage);
  });

  test("by a user grants only permissions that the user has in the channel", async () => {
    const otherCommunity = await newRoom(server);
    const webhook = await newWebhook(server, otherCommunity.owner, otherCommunity);
    const change = (permissions: number, by = otherCommunity.member) =>
      server.client.patch(`/webhooks/${webhook.id}`, { permissions }, by);
    await otherCommunity.setPermissions(["ManageWebhooks", "UploadFiles"], ["Masquerade"]);
    const wider = webhookDefault + permission.UploadFiles;
    expect((await change(wider)).body.permissions).toBe(wider);
    // An editor without these permissions may keep the ones that the webhook has.
    expectFailure(await change(wider + permission.ManageMessages), 403, "CannotGiveMissingPermissions");
    expect(outcome(await change(permission.SendMessage))).toBe("200");
    expectFailure(await change(permission.Masquerade), 403, "CannotGiveMissingPermissions");
    expectFailure(await change(2 ** 52, otherCommunity.owner), 403, "CannotGiveMissingPermissions");
    expect(outcome(await change(2 ** 52 - 1, otherCommunity.owner))).toBe("200");
  });

  test.each(ways)("%s replaces and removes avatars, and deletes the old files", async (_, authorize) => {
    const first = await newAvatar(server, community.owner);
    const webhook = await newOwnWebhook({ avatar: first });
    const [path, options] = authorize(webhook);
    const avatar = await newAvatar(server, community.owner);
    announcements.take();
    const changed = await server.client.patch(path, { avatar, remove: ["Avatar"] }, options);
    expect(changed.body.avatar._id).toBe(avatar);
    expect(announcements.take()).toEqual(updateAnnouncements(webhook.id, { avatar: changed.body.avatar }));
    expect([await isFileAlive(server, first), await isFileAlive(server, avatar)]).toEqual([false, true]);
    const removed = await server.client.patch(path, { remove: ["Avatar", "Avatar"] }, options);
    expect(removed.body).not.toHaveProperty("avatar");
    expect(announcements.take()).toEqual(updateAnnouncements(webhook.id, {}, ["Avatar"]));
    expect(await isFileAlive(server, avatar)).toBe(false);
  });

  test.each(ways)("%s emits nothing if nothing changes", async (_, authorize) => {
    const webhook = await newOwnWebhook();
    const [path, options] = authorize(webhook);
    announcements.take();
    const { name, permissions } = webhook;
    for (const edit of [
      {},
      { remove: [] },
      { name },
      { permissions },
      { remove: ["Avatar"] },
      { name: null },
    ])
      expect((await server.client.patch(path, edit, options)).body).toEqual(webhook);
    expect(announcements.take()).toEqual([]);
  });

  test.each(ways)("%s rejects invalid edits", async (_, authorize) => {
    const [path, options] = authorize(await newOwnWebhook());
    announcements.take();
    for (const edit of [
      { name: "" },
      { name: "x".repeat(33) },
      { avatar: "" },
      { permissions: -1 },
      { permissions: 1.5 },
      { permissions: 2 ** 53 },
      { permissions: "1" },
      { remove: ["Name"] },
      { remove: "Avatar" },
      [],
    ])
      expect(outcome(await server.client.patch(path, edit, options))).toBe("400 FailedValidation");
    expect(outcome(await server.client.patch(path, { avatar: "unknown" }, options))).toBe("404 NotFound");
    expect(announcements.take()).toEqual([]);
  });

  test("by a user takes only files of that user; by token, any file", async () => {
    const webhook = await newOwnWebhook();
    const avatar = await newAvatar(server, community.member);
    const byManager = await server.client.patch(`/webhooks/${webhook.id}`, { avatar }, community.owner);
    expect(outcome(byManager)).toBe("404 NotFound");
    expect((await server.client.patch(webhookPath(webhook), { avatar })).body.avatar._id).toBe(avatar);
  });

  test("without permission fails in the usual order of checks", async () => {
    const webhook = await newOwnWebhook();
    const path = `/webhooks/${webhook.id}`;
    const wrong = webhookPath({ ...webhook, token: "wrong" });
    const { client } = server;
    announcements.take();
    const permission = { permission: "ManageWebhooks" };
    expectFailure(
      await client.patch(path, { name: "x" }, community.member),
      403,
      "MissingPermission",
      permission,
    );
    expectFailure(await client.delete(path, {}, community.member), 403, "MissingPermission", permission);
    expectFailure(await client.patch(path, { name: "" }, community.member), 400, "FailedValidation", {
      error: expect.any(String),
    });
    expectFailure(await client.patch("/webhooks/nothing", {}, community.member), 404, "NotFound");
    expectFailure(await client.delete("/webhooks/nothing", {}, community.member), 404, "NotFound");
    for (const call of [client.get(wrong), client.patch(wrong, { name: "x" }), client.delete(wrong)])
      expectFailure(await call, 401, "NotAuthenticated");
    for (const call of [client.get, client.patch, client.delete] as const)
      expectFailure(await call(`/webhooks/nothing/${webhook.token}`), 404, "NotFound");
    // A session does not replace the token.
    expectFailure(await client.delete(wrong, {}, community.owner), 401, "NotAuthenticated");
    expect(announcements.take()).toEqual([]);
    expect((await client.get(webhookPath(webhook))).body).toEqual(webhook);
  });

  test("by the token of another webhook fails", async () => {
    const [one, other] = [await newOwnWebhook(), await newOwnWebhook()];
    expectFailure(
      await server.client.get(webhookPath({ ...one, token: other.token })),
      401,
      "NotAuthenticated",
    );
    for (const token of ["", " ", `${one.token}x`, one.token.slice(1), one.token.toLowerCase(), "%00"]) {
      const { status } = await server.client.patch(`/webhooks/${one.id}/${token}`, { name: "Mine" });
      expect(status).toBeOneOf([400, 401, 404]);
    }
    expect((await server.client.get(webhookPath(one))).body).toEqual(one);
  });

  test.each(ways)("%s deletes a webhook and its avatar, and keeps its messages", async (_, authorize) => {
    const avatar = await newAvatar(server, community.owner);
    const webhook = await newOwnWebhook({ avatar });
    const { body: message } = await execute(server, webhook, { content: "Hello." });
    announcements.take();
    const [path, options] = authorize(webhook);
    expect(outcome(await server.client.delete(path, {}, { ...options, headers }))).toBe("204");
    expect(announcements.take()).toEqual([
      channelAnnouncement(community.channel, "WebhookDelete", { id: webhook.id }),
    ]);
    expect(await isFileAlive(server, avatar)).toBe(false);
    expectFailure(await server.client.delete(path, {}, options), 404, "NotFound");
    const storedMessage = await server.client.get(
      `/channels/${community.channel}/messages/${message._id}`,
      community.member,
    );
    expect(storedMessage.body).toEqual(message);
    const auditEntries = (await readAuditLog(server, community)).filter(
      ({ action }) => action.type === "WebhookDelete",
    );
    const { id, name, creator_id: target } = webhook;
    const action = { type: "WebhookDelete", webhook: id, name, channel: community.channel };
    const isAudited = path !== webhookPath(webhook);
    expect(auditEntries.filter((entry) => "webhook" in entry.action && entry.action.webhook === id)).toEqual(
      isAudited ? [{ by: community.owner.id, target, reason, action } as never] : [],
    );
  });

  test("deleting a channel deletes its webhooks and their avatars", async () => {
    const { client } = server;
    const { owner } = community;
    const { body: channel } = await client.post(
      `/servers/${community.id}/channels`,
      { name: "Doomed" },
      owner,
    );
    const groupOwner = await newUser(server);
    const group = await newGroup(server, groupOwner);
    const otherCommunity = await newRoom(server);
    const [one, two, three] = [
      await newAvatar(server, owner),
      await newAvatar(server, groupOwner),
      await newAvatar(server, otherCommunity.owner),
    ];
    const deletedWebhooks = [
      await newWebhook(server, owner, { channel: channel._id, avatar: one }),
      await newWebhook(server, owner, { channel: channel._id }),
      await newWebhook(server, groupOwner, { channel: group._id, avatar: two }),
      await newWebhook(server, otherCommunity.owner, { ...otherCommunity, avatar: three }),
    ];
    const remainingWebhook = await newOwnWebhook({ avatar: await newAvatar(server, owner) });
    await client.delete(`/channels/${channel._id}`, {}, owner);
    await client.delete(`/channels/${group._id}`, {}, groupOwner);
    await client.delete(`/servers/${otherCommunity.id}`, {}, otherCommunity.owner);
    for (const webhook of deletedWebhooks) {
      expectFailure(await client.get(webhookPath(webhook)), 404, "NotFound");
      expectFailure(await execute(server, webhook, { content: "Hello?" }), 404, "NotFound");
    }
    for (const avatar of [one, two, three]) expect(await isFileAlive(server, avatar)).toBe(false);
    expect((await client.get(webhookPath(remainingWebhook))).body).toEqual(remainingWebhook);
    expect(await isFileAlive(server, remainingWebhook.avatar?._id ?? "")).toBe(true);
  });

  test("deleting the creator keeps the webhook", async () => {
    const otherCommunity = await newRoom(server);
    await otherCommunity.setPermissions(["ManageWebhooks"]);
    const webhook = await newWebhook(server, otherCommunity.member, otherCommunity);
    await server.running.store.write((tx) => purgeAccount(tx, otherCommunity.member.id));
    expect(outcome(await execute(server, webhook, { content: "Hello." }))).toBe("200");
    expect((await server.client.get(webhookPath(webhook))).body).toEqual(webhook);
  });
});
