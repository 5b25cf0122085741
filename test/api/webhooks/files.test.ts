import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { countStorage, readFileState } from "../../support/files/file-state.ts";
import { makeImage } from "../../support/files/make-images.ts";
import { outcome } from "../../support/http/expect-failure.ts";
import type { Part } from "../../support/http/multipart.ts";
import type { Room } from "../../support/messages/sending.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import type { TestServer } from "../../support/server/server.ts";
import { discordSenders } from "../../support/webhooks/senders-discord.ts";
import { deliver, formOf } from "../../support/webhooks/webhook-deliveries.ts";
import { newestMessage, openWebhookServer } from "../../support/webhooks/webhook-server.ts";
import { type NewWebhook, setWebhookPermissions } from "../../support/webhooks/webhooks.ts";

const sizes = { attachments: 40_000 };
const config = {
  http: { body_limit: 100_000 },
  limits: { default: { file_upload_size_limits: sizes }, new_user: { file_upload_size_limits: sizes } },
};

describe.each([...anyEngine])("files through webhooks on %s", (engine) => {
  let server: TestServer;
  let community: Room;
  let webhook: NewWebhook;
  let picture: Buffer;
  beforeAll(async () => {
    ({ server, community, webhook } = await openWebhookServer(engine, { config }));
    picture = await makeImage("png");
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const post = (payload: unknown, ...files: readonly Part[]) =>
    deliver(server, webhook, {
      ...formOf({ payload_json: JSON.stringify(payload) }, ...files),
      to: "discord",
    });
  const newest = () => newestMessage(server, community);
  const text = (filename: string, field = "file"): Part => ({
    field,
    filename,
    content: `this is ${filename}`,
  });

  test("are shown in the embed that names them, and attached otherwise", async () => {
    const image = { field: "files[0]", filename: "image0.png", content: picture, type: "image/png" };
    const response = await post(discordSenders.grafana, image, text("log.txt", "files[1]"));
    expect(outcome(response)).toBe("200");
    const { _id, embeds, attachments } = await newest();
    expect(attachments).toMatchObject([
      { filename: "log.txt", content_type: "text/plain", metadata: { type: "Text" } },
    ]);
    expect(embeds[1]).toMatchObject({
      title: "DiskFull",
      media: { filename: "image0.png", metadata: { type: "Image" } },
    });
    for (const { _id: id } of [embeds[1].media, attachments[0]])
      expect(await readFileState(server, id)).toMatchObject({
        uploader_id: webhook.id,
        used_as: "Message",
        used_by: _id,
      });
    const served = await fetch(`${server.url}/autumn/attachments/${attachments[0]._id}/log.txt`);
    expect(await served.text()).toBe("this is log.txt");
  });

  test("without text become a message, which the reply always contains", async () => {
    const { status, body } = await post({}, text("a.txt"));
    const { _id: id, attachments } = await newest();
    expect(attachments).toHaveLength(1);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { id, attachments: [{ filename: "a.txt" }] },
    });
    const image = { field: "file", filename: "a.png", content: picture };
    const response = await post({ embeds: [{ image: { url: "attachment://a.png" } }] }, image);
    expect(outcome(response)).toBe("200");
    expect((await newest()).attachments).toBeUndefined();
  });

  test("beyond the limit are listed by name", async () => {
    const files = ["a", "b", "c", "d", "e", "f", "g"].map((name, at) => text(name, `files[${at}]`));
    expect(outcome(await post({ content: "many" }, ...files))).toBe("200");
    const { content, attachments } = await newest();
    expect({ content, names: attachments.map(({ filename }: { filename: string }) => filename) }).toEqual({
      content: "many\n(without f, g)",
      names: ["a", "b", "c", "d", "e"],
    });
  });

  test("are accepted in the format of Slack too", async () => {
    const form = formOf({ payload: '{"text":"*hello*"}' }, text("a.txt"));
    expect(await deliver(server, webhook, { ...form, to: "slack" })).toMatchObject({
      status: 200,
      body: "ok",
    });
    expect(await newest()).toMatchObject({ content: "**hello**", attachments: [{ filename: "a.txt" }] });
  });

  test.each<[string, string, readonly Part[]]>([
    ["too large", "422 FileTooLarge", [{ content: "x".repeat(41_000) }]],
    ["too large together", "422 FileTooLarge", Array(10).fill({ content: "x".repeat(39_000) })],
    ["empty", "422 FileTooSmall", [text("a.txt"), { content: "" }]],
    ["too many", "400 FailedValidation", Array(11).fill(text("a.txt"))],
  ])("that are %s are rejected and not stored", async (_, expected, files) => {
    const [before, storedBefore] = [await newest(), await countStorage(server)];
    expect(outcome(await post({ content: "hello" }, ...files))).toBe(expected);
    expect([await newest(), await countStorage(server)]).toEqual([before, storedBefore]);
  });

  test("of a rejected message are not stored", async () => {
    const storedBefore = await countStorage(server);
    const form = formOf({ payload_json: "{" }, text("a.txt"));
    expect(outcome(await deliver(server, webhook, { ...form, to: "discord" }))).toBe("400 FailedValidation");
    expect(await countStorage(server)).toEqual(storedBefore);
  });

  test("need a webhook with SendEmbeds or UploadFiles", async () => {
    await setWebhookPermissions(server, webhook, ["SendMessage"]);
    const storedBefore = await countStorage(server);
    expect(await post({}, text("a.txt"))).toMatchObject({
      status: 403,
      body: { type: "MissingPermission", permission: "UploadFiles" },
    });
    expect(await countStorage(server)).toEqual(storedBefore);
    await setWebhookPermissions(server, webhook, ["SendEmbeds"]);
    expect(await post({}, text("a.txt"))).toMatchObject({
      status: 403,
      body: { type: "MissingPermission", permission: "SendMessage" },
    });
    expect(await countStorage(server)).toEqual(storedBefore);
    await setWebhookPermissions(server, webhook, ["SendMessage", "UploadFiles"]);
    expect(outcome(await post({}, text("a.txt")))).toBe("200");
  });
});
