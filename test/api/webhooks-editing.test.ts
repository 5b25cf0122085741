import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { purgeAccount } from "../../src/domains/accounts/actions/purge-account.ts";
import { bitsetOf, permission } from "../../src/permissions/bits.ts";
import { webhookDefault } from "../../src/permissions/defaults.ts";
import { readAuditLog } from "../support/audit-log.ts";
import { engines } from "../support/engines.ts";
import { expectFailure, outcome } from "../support/expect-failure.ts";
import { isFileAlive } from "../support/file-state.ts";
import { newGroup } from "../support/groups.ts";
import { newUser } from "../support/people.ts";
import { type AnnouncementRecorder, recordAnnouncements } from "../support/record-announcements.ts";
import { newRoom, type Room } from "../support/sending.ts";
import { openServer, type TestServer } from "../support/server.ts";
import {
  channelAnnouncement,
  execute,
  type NewWebhook,
  newAvatar,
  newWebhook,
  webhookPath,
} from "../support/webhooks.ts";

const reason = "so that nobody asks";
const headers = { "x-audit-log-reason": reason };

describe.each([...engines])("editing and deleting webhooks on %s", (engine) => {
  let server: TestServer;
  let room: Room;
  let all: AnnouncementRecorder;
  beforeAll(async () => {
    server = await openServer(engine);
    all = await recordAnnouncements(server);
    room = await newRoom(server);
  });
  afterAll(async () => {
    await all[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const make = (draft: { avatar?: string } = {}) => newWebhook(server, room.owner, { ...room, ...draft });
  const told = (id: string, data: object, remove: string[] = []) => [
    channelAnnouncement(room.channel, "WebhookUpdate", { id, data, remove }),
  ];
  /** Both ways to authorise it: the permission of a user, and the token. */
  const ways = [
    [
      "by a manager",
      (webhook: NewWebhook) => [`/webhooks/${webhook.id}`, { token: room.owner.token }] as const,
    ],
    ["by token", (webhook: NewWebhook) => [webhookPath(webhook), {}] as const],
  ] as const;

  test.each(ways)("%s changes names and permissions, and emits the change", async (_, at) => {
    const webhook = await make();
    const [path, who] = at(webhook);
    all.take();
    const permissions = bitsetOf("SendMessage", "React");
    for (const edit of [{ name: "Gate" }, { permissions }, { name: "Door", permissions: 0 }]) {
      const { status, body } = await server.client.patch(path, edit, who);
      Object.assign(webhook, edit);
      expect({ status, body }).toEqual({ status: 200, body: webhook });
      expect(all.take()).toEqual(told(webhook.id, edit));
    }
    expect((await server.client.get(webhookPath(webhook))).body).toEqual(webhook);
  });

  test("by token adds no permissions, not even those that were removed before", async () => {
    const webhook = await make();
    const change = (permissions: number) => server.client.patch(webhookPath(webhook), { permissions });
    all.take();
    for (const permissions of [webhookDefault + permission.UploadFiles, permission.MentionEveryone, 2 ** 52])
      expectFailure(await change(permissions), 403, "CannotGiveMissingPermissions");
    expect(all.take()).toEqual([]);
    expect((await change(permission.SendMessage)).body.permissions).toBe(permission.SendMessage);
    expectFailure(await change(webhookDefault), 403, "CannotGiveMissingPermissions");
    expect((await server.client.get(webhookPath(webhook))).body.permissions).toBe(permission.SendMessage);
  });

  test("by a user grants only permissions that the user has in the channel", async () => {
    const place = await newRoom(server);
    const webhook = await newWebhook(server, place.owner, place);
    const change = (permissions: number, by = place.member) =>
      server.client.patch(`/webhooks/${webhook.id}`, { permissions }, by);
    await place.setPermissions(["ManageWebhooks", "UploadFiles"], ["Masquerade"]);
    const wider = webhookDefault + permission.UploadFiles;
    expect((await change(wider)).body.permissions).toBe(wider);
    // An editor without these permissions may leave them in place.
    expectFailure(await change(wider + permission.ManageMessages), 403, "CannotGiveMissingPermissions");
    expect(outcome(await change(permission.SendMessage))).toBe("200");
    expectFailure(await change(permission.Masquerade), 403, "CannotGiveMissingPermissions");
    expectFailure(await change(2 ** 52, place.owner), 403, "CannotGiveMissingPermissions");
    expect(outcome(await change(2 ** 52 - 1, place.owner))).toBe("200");
  });

  test.each(ways)("%s replaces and removes avatars, and deletes the old files", async (_, at) => {
    const first = await newAvatar(server, room.owner);
    const webhook = await make({ avatar: first });
    const [path, who] = at(webhook);
    const avatar = await newAvatar(server, room.owner);
    all.take();
    const changed = await server.client.patch(path, { avatar, remove: ["Avatar"] }, who);
    expect(changed.body.avatar._id).toBe(avatar);
    expect(all.take()).toEqual(told(webhook.id, { avatar: changed.body.avatar }));
    expect([await isFileAlive(server, first), await isFileAlive(server, avatar)]).toEqual([false, true]);
    const removed = await server.client.patch(path, { remove: ["Avatar", "Avatar"] }, who);
    expect(removed.body).not.toHaveProperty("avatar");
    expect(all.take()).toEqual(told(webhook.id, {}, ["Avatar"]));
    expect(await isFileAlive(server, avatar)).toBe(false);
  });

  test.each(ways)("%s emits nothing if nothing changes", async (_, at) => {
    const webhook = await make();
    const [path, who] = at(webhook);
    all.take();
    const { name, permissions } = webhook;
    for (const edit of [
      {},
      { remove: [] },
      { name },
      { permissions },
      { remove: ["Avatar"] },
      { name: null },
    ])
      expect((await server.client.patch(path, edit, who)).body).toEqual(webhook);
    expect(all.take()).toEqual([]);
  });

  test.each(ways)("%s rejects invalid edits", async (_, at) => {
    const [path, who] = at(await make());
    all.take();
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
      expect(outcome(await server.client.patch(path, edit, who))).toBe("400 FailedValidation");
    expect(outcome(await server.client.patch(path, { avatar: "unknown" }, who))).toBe("404 NotFound");
    expect(all.take()).toEqual([]);
  });

  test("by a user takes only files of that user; by token, any file", async () => {
    const webhook = await make();
    const avatar = await newAvatar(server, room.member);
    const byManager = await server.client.patch(`/webhooks/${webhook.id}`, { avatar }, room.owner);
    expect(outcome(byManager)).toBe("404 NotFound");
    expect((await server.client.patch(webhookPath(webhook), { avatar })).body.avatar._id).toBe(avatar);
  });

  test("without permission fails in the usual order of checks", async () => {
    const webhook = await make();
    const path = `/webhooks/${webhook.id}`;
    const wrong = webhookPath({ ...webhook, token: "wrong" });
    const { client } = server;
    all.take();
    const permission = { permission: "ManageWebhooks" };
    expectFailure(await client.patch(path, { name: "x" }, room.member), 403, "MissingPermission", permission);
    expectFailure(await client.delete(path, {}, room.member), 403, "MissingPermission", permission);
    expectFailure(await client.patch(path, { name: "" }, room.member), 400, "FailedValidation", {
      error: expect.any(String),
    });
    expectFailure(await client.patch("/webhooks/nothing", {}, room.member), 404, "NotFound");
    expectFailure(await client.delete("/webhooks/nothing", {}, room.member), 404, "NotFound");
    for (const call of [client.get(wrong), client.patch(wrong, { name: "x" }), client.delete(wrong)])
      expectFailure(await call, 401, "NotAuthenticated");
    for (const call of [client.get, client.patch, client.delete] as const)
      expectFailure(await call(`/webhooks/nothing/${webhook.token}`), 404, "NotFound");
    // A session does not replace the token.
    expectFailure(await client.delete(wrong, {}, room.owner), 401, "NotAuthenticated");
    expect(all.take()).toEqual([]);
    expect((await client.get(webhookPath(webhook))).body).toEqual(webhook);
  });

  test("by the token of another webhook fails", async () => {
    const [one, other] = [await make(), await make()];
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

  test.each(ways)("%s deletes a webhook and its avatar, and keeps its messages", async (_, at) => {
    const avatar = await newAvatar(server, room.owner);
    const webhook = await make({ avatar });
    const { body: message } = await execute(server, webhook, { content: "Hello." });
    all.take();
    const [path, who] = at(webhook);
    expect(outcome(await server.client.delete(path, {}, { ...who, headers }))).toBe("204");
    expect(all.take()).toEqual([channelAnnouncement(room.channel, "WebhookDelete", { id: webhook.id })]);
    expect(await isFileAlive(server, avatar)).toBe(false);
    expectFailure(await server.client.delete(path, {}, who), 404, "NotFound");
    const kept = await server.client.get(`/channels/${room.channel}/messages/${message._id}`, room.member);
    expect(kept.body).toEqual(message);
    const deeds = (await readAuditLog(server, room)).filter(({ action }) => action.type === "WebhookDelete");
    const { id, name, creator_id: target } = webhook;
    const action = { type: "WebhookDelete", webhook: id, name, channel: room.channel };
    const isKnown = path !== webhookPath(webhook);
    expect(deeds.filter((deed) => "webhook" in deed.action && deed.action.webhook === id)).toEqual(
      isKnown ? [{ by: room.owner.id, target, reason, action } as never] : [],
    );
  });

  test("deleting a channel deletes its webhooks and their avatars", async () => {
    const { client } = server;
    const { owner } = room;
    const { body: channel } = await client.post(`/servers/${room.id}/channels`, { name: "Doomed" }, owner);
    const loner = await newUser(server);
    const group = await newGroup(server, loner);
    const place = await newRoom(server);
    const [one, two, three] = [
      await newAvatar(server, owner),
      await newAvatar(server, loner),
      await newAvatar(server, place.owner),
    ];
    const doomed = [
      await newWebhook(server, owner, { channel: channel._id, avatar: one }),
      await newWebhook(server, owner, { channel: channel._id }),
      await newWebhook(server, loner, { channel: group._id, avatar: two }),
      await newWebhook(server, place.owner, { ...place, avatar: three }),
    ];
    const spared = await make({ avatar: await newAvatar(server, owner) });
    await client.delete(`/channels/${channel._id}`, {}, owner);
    await client.delete(`/channels/${group._id}`, {}, loner);
    await client.delete(`/servers/${place.id}`, {}, place.owner);
    for (const webhook of doomed) {
      expectFailure(await client.get(webhookPath(webhook)), 404, "NotFound");
      expectFailure(await execute(server, webhook, { content: "Hello?" }), 404, "NotFound");
    }
    for (const avatar of [one, two, three]) expect(await isFileAlive(server, avatar)).toBe(false);
    expect((await client.get(webhookPath(spared))).body).toEqual(spared);
    expect(await isFileAlive(server, spared.avatar?._id ?? "")).toBe(true);
  });

  test("deleting the creator keeps the webhook", async () => {
    const place = await newRoom(server);
    await place.setPermissions(["ManageWebhooks"]);
    const webhook = await newWebhook(server, place.member, place);
    await server.running.store.write((tx) => purgeAccount(tx, place.member.id));
    expect(outcome(await execute(server, webhook, { content: "Hello." }))).toBe("200");
    expect((await server.client.get(webhookPath(webhook))).body).toEqual(webhook);
  });
});
