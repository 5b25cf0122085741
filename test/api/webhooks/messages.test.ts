import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { updateMessage } from "../../../src/domains/messages/store/messages.ts";
import type { Embed } from "../../../src/protocol/embed.ts";
import { isFileAlive } from "../../support/files/file-state.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import { type MessageCalls, messageCalls } from "../../support/messages/message-calls.ts";
import { newRoom, type Room } from "../../support/messages/sending.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import type { TestServer } from "../../support/server/server.ts";
import type { AnnouncementRecorder } from "../../support/stream/record-announcements.ts";
import { openWebhookServer } from "../../support/webhooks/webhook-server.ts";
import {
  execute,
  type NewWebhook,
  newWebhook,
  setWebhookPermissions,
  webhookPath,
} from "../../support/webhooks/webhooks.ts";

const website: Embed = { type: "Website", url: "https://a.example/" };

describe.each([...anyEngine])("editing messages of webhooks on %s", (engine) => {
  let server: TestServer;
  let community: Room;
  let webhook: NewWebhook;
  let calls: MessageCalls;
  let announcements: AnnouncementRecorder;
  beforeAll(async () => {
    ({ server, announcements, community, webhook } = await openWebhookServer(engine, { runsJobs: false }));
    calls = messageCalls(server, community.channel);
    await setWebhookPermissions(server, webhook, ["SendMessage", "UploadFiles", "SendEmbeds"]);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const newFile = () => uploadFile(server, community.member, { content: `${Math.random()}` });
  const sendAsWebhook = async (draft: object = { content: "Hello." }): Promise<string> =>
    (await execute(server, webhook, draft)).body._id;
  const edit = (id: string, body: unknown, by: { id: string; token: string } = webhook) =>
    server.client.patch(`${webhookPath(by)}/${id}`, body);
  const remove = (id: string, by: { id: string; token: string } = webhook) =>
    server.client.delete(`${webhookPath(by)}/${id}`);
  const countUnfurlJobs = () =>
    server.running.store.read(async (db) => {
      const jobs = await db.sql<{ jobs: { name: string } }>().selectFrom("jobs").selectAll().execute();
      return jobs.filter(({ name }) => name === "unfurl_links").length;
    });

  test("works like for other messages", async () => {
    const [first, second] = [await newFile(), await newFile()];
    const id = await sendAsWebhook({ content: "One.", embeds: [{ title: "One", media: first }] });
    const [own] = (await calls.read(id))?.embeds ?? [];
    await server.running.store.write((tx) =>
      updateMessage(tx, { channel_id: community.channel, id }, { embeds: JSON.stringify([own, website]) }),
    );
    announcements.take();
    const before = await countUnfurlJobs();
    const { status, body } = await edit(id, { content: "Two https://b.example/" });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { _id: id, author: webhook.id, webhook: { name: "Door" }, content: "Two https://b.example/" },
    });
    expect(body.embeds).toEqual([own]);
    const { edited, embeds } = body;
    const data = { edited, embeds, content: body.content };
    const update = { id, channel: community.channel, data, clear: [] };
    expect(announcements.take()).toEqual([calls.announcement("MessageUpdate", update)]);
    expect(await countUnfurlJobs()).toBe(before + 1);
    expect(await calls.read(id)).toEqual(body);

    const replaced = await edit(id, { embeds: [{ title: "Two", media: second }] });
    expect(replaced.body.embeds).toMatchObject([{ type: "Text", title: "Two", media: { _id: second } }]);
    expect([await isFileAlive(server, first), await isFileAlive(server, second)]).toEqual([false, true]);
    expect(await countUnfurlJobs()).toBe(before + 1);
    expect((await edit(id, {})).body.embeds).toEqual(replaced.body.embeds);
  });

  test("makes these checks in order", async () => {
    const id = await sendAsWebhook();
    const messageOfMember = await calls.send(community.member);
    const other = await newWebhook(server, community.owner, community);
    const otherCommunity = await newRoom(server);
    const messageElsewhere = await messageCalls(server, otherCommunity.channel).send(otherCommunity.owner);
    const tooLong = { content: "x".repeat(2_001) };
    const wrongToken = { id: webhook.id, token: "wrong" };
    const unknownWebhook = { id: "nothing", token: webhook.token };
    announcements.take();
    expect(outcome(await edit("unknown", { content: "" }, unknownWebhook))).toBe("400 FailedValidation");
    expect(outcome(await edit("unknown", { embeds: [{ colour: "?" }] }, unknownWebhook))).toBe(
      "400 FailedValidation",
    );
    expect(outcome(await edit("unknown", { embeds: Array(11).fill({}) }))).toBe("400 FailedValidation");
    expect(outcome(await edit("unknown", tooLong, unknownWebhook))).toBe("422 PayloadTooLarge");
    expect(outcome(await edit("unknown", {}, unknownWebhook))).toBe("404 NotFound");
    expect(outcome(await edit(id, {}, wrongToken))).toBe("401 NotAuthenticated");
    for (const unknown of ["unknown", messageElsewhere])
      expect(outcome(await edit(unknown, {}))).toBe("404 NotFound");
    for (const [message, by] of [[messageOfMember, webhook] as const, [id, other] as const])
      expectFailure(await edit(message, {}, by), 403, "CannotEditMessage");
    expect(outcome(await edit(id, { embeds: [{ media: "unknown" }] }))).toBe("404 NotFound");
    expect(announcements.take()).toEqual([]);
  });

  test("needs the permissions that sending needs", async () => {
    const restrictedWebhook = await newWebhook(server, community.owner, community);
    const { body } = await execute(server, restrictedWebhook, { content: "One." });
    const embeds = [{ media: "unknown" }];
    await setWebhookPermissions(server, restrictedWebhook, ["SendMessage"]);
    expectFailure(await edit(body._id, { embeds }, restrictedWebhook), 403, "MissingPermission", {
      permission: "SendEmbeds",
    });
    expect(outcome(await edit(body._id, { content: "Two." }, restrictedWebhook))).toBe("200");
    await setWebhookPermissions(server, restrictedWebhook, ["SendEmbeds"]);
    expectFailure(await edit(body._id, { content: "Three." }, restrictedWebhook), 403, "MissingPermission", {
      permission: "SendMessage",
    });
  });

  test("deleting works like for other messages", async () => {
    const before = await sendAsWebhook();
    const file = await newFile();
    const id = await sendAsWebhook({ attachments: [file] });
    announcements.take();
    expect(outcome(await remove(id))).toBe("204");
    expect(announcements.take()).toMatchObject([
      calls.announcement("MessageDelete", { id, channel: community.channel }),
      { name: "ChannelUpdate", payload: { id: community.channel, data: { last_message_id: before } } },
    ]);
    expect(await calls.read(id)).toBeUndefined();
    expect(await isFileAlive(server, file)).toBe(false);
  });

  test("deleting makes these checks in order", async () => {
    const id = await sendAsWebhook();
    const messageOfMember = await calls.send(community.member);
    const other = await newWebhook(server, community.owner, community);
    announcements.take();
    expectFailure(await remove(id, { id: "nothing", token: webhook.token }), 404, "NotFound");
    expectFailure(await remove("unknown", { id: webhook.id, token: "wrong" }), 401, "NotAuthenticated");
    expectFailure(await remove("unknown"), 404, "NotFound");
    expectFailure(await remove(messageOfMember), 403, "CannotDeleteMessage");
    expectFailure(await remove(id, other), 403, "CannotDeleteMessage");
    expect(announcements.take()).toEqual([]);
  });
});
