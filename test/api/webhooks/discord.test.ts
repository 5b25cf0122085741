import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { discordMessage } from "../../../src/domains/webhooks/rules/discord/reply.ts";
import { anyText } from "../../support/hostile/any-text.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { mentionsOf, type Room } from "../../support/messages/sending.ts";
import { amount, anyEngine } from "../../support/run/thorough.ts";
import type { TestServer } from "../../support/server/server.ts";
import { discordSenders } from "../../support/webhooks/senders-discord.ts";
import { type Delivery, deliver, encoded, formOf, json } from "../../support/webhooks/webhook-deliveries.ts";
import { newestMessage, openWebhookServer } from "../../support/webhooks/webhook-server.ts";
import {
  type NewWebhook,
  newWebhook,
  setWebhookPermissions,
  webhookPath,
} from "../../support/webhooks/webhooks.ts";

describe.each([...anyEngine])("payloads in the format of Discord on %s", (engine) => {
  let server: TestServer;
  let community: Room;
  let webhook: NewWebhook;
  beforeAll(async () => {
    ({ server, community, webhook } = await openWebhookServer(engine));
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const post = (delivery: Delivery, target = webhook) =>
    deliver(server, target, { ...delivery, to: "discord" });
  const newest = () => newestMessage(server, community);

  test.each(Object.entries(discordSenders))("of %s become messages", async (_, payload) => {
    expect(await post(json(payload))).toMatchObject({ status: 204, body: "" });
    const message = await newest();
    const { username } = payload as { username?: string };
    expect(message).toMatchObject({ author: webhook.id, webhook: { name: "Door", avatar: null } });
    expect(message.masquerade?.name).toBe(username?.replace(/^(.{31})..*$/, "$1…"));
    expect(message.content ?? message.embeds).toBeTruthy();
  });

  test("get a reply in that format if the client waits for it", async () => {
    const { status, body } = await post({
      ...json({ content: "hello", username: "Bot" }),
      query: "?wait=true",
    });
    const message = await newest();
    expect({ status, body }).toEqual({
      status: 200,
      body: discordMessage(message, server.running.services.urls.files),
    });
    expect(body).toMatchObject({
      id: message._id,
      channel_id: community.channel,
      author: { username: "Bot" },
    });
  });

  test.each<[string, Delivery]>([
    ["without a type", { body: '{"content":"hello"}' }],
    ["in a form", encoded({ payload_json: '{"content":"hello"}' })],
    ["field by field", encoded({ content: "hello", tts: "false" })],
    ["called a form", { body: ' {"content":"hello"}', type: "application/x-www-form-urlencoded" }],
    ["in a form with parts", formOf({ payload_json: '{"content":"hello"}' })],
    ["part by part", { ...formOf({ content: "hello" }), query: "?thread_id=1&wait=false" }],
  ])("may be sent %s", async (_, delivery) => {
    expect(outcome(await post(delivery))).toBe("204");
    expect((await newest()).content).toBe("hello");
  });

  test("may be sent to the path with a trailing slash, and to the older path", async () => {
    const [path, body] = [webhookPath(webhook), JSON.stringify({ content: "hello" })];
    for (const address of [`/api${path}/discord/`, `/api/0.8${path}/discord`])
      expect((await fetch(server.url + address, { method: "POST", body })).status).toBe(204);
  });

  test("become messages that only this API can edit", async () => {
    const { body } = await post({ ...json({ content: "hello" }), query: "?wait=true" });
    const { client } = server;
    for (const subpath of ["discord", `discord/messages/${body.id}`, "messages/@original"])
      for (const call of [client.get, client.patch, client.delete] as const)
        expectFailure(await call(`${webhookPath(webhook)}/${subpath}`), 404, "NotFound");
    expect((await client.get(webhookPath(webhook))).body).toEqual(webhook);
    const edited = await client.patch(`${webhookPath(webhook)}/${body.id}`, { content: "bye" });
    expect(edited.body).toMatchObject({ _id: body.id, content: "bye" });
  });

  test("mention users, roles and everyone as the payload allows", async () => {
    const content = `<@${community.member.id}> @everyone`;
    await post(json({ content, allowed_mentions: { users: [community.member.id] } }));
    const mentioning = await newest();
    expect([mentioning.mentions, mentioning.flags, await mentionsOf(server, mentioning._id)]).toEqual([
      [community.member.id],
      undefined,
      [community.member.id],
    ]);
    await post(json({ content, allowed_mentions: { parse: [] } }));
    const withoutMentions = await newest();
    expect([withoutMentions.mentions, withoutMentions.flags]).toEqual([undefined, undefined]);
    await post(json({ content: "@everyone" }));
    expect((await newest()).flags).toBe(4);
    await post(json({ content: "sh", flags: 4096 }));
    expect((await newest()).flags).toBe(2);
  });

  test("are shortened instead of rejected", async () => {
    const long = "слово ".repeat(330);
    const embeds = Array.from({ length: 10 }, () => ({ title: long, description: long, url: "https://a.b" }));
    expect(outcome(await post(json({ content: long, embeds, username: long })))).toBe("204");
    const message = await newest();
    expect(message.content).toEndWith("…");
    expect(message.embeds).toHaveLength(5);
  });

  test("all become messages when many arrive at once", async () => {
    const contents = Array.from({ length: 12 }, (_, at) => `at once ${at}`);
    const responses = await Promise.all(contents.map((content) => post(json({ content }))));
    expect(responses.map(outcome)).toEqual(contents.map(() => "204"));
    const { body } = await server.client.get(
      `/channels/${community.channel}/messages?limit=12`,
      community.owner,
    );
    expect(body.map((message: { content: string }) => message.content).sort()).toEqual(contents.sort());
  });

  test("keep the webhook's own name without Masquerade, and are rejected without SendMessage", async () => {
    const restrictedWebhook = await newWebhook(server, community.owner, community);
    await setWebhookPermissions(server, restrictedWebhook, ["SendMessage"]);
    expect(outcome(await post(json({ content: "plain", username: "Other" }), restrictedWebhook))).toBe("204");
    expect((await newest()).masquerade).toBeUndefined();
    expect(await post(json({ embeds: [{ title: "T" }] }), restrictedWebhook)).toMatchObject({
      status: 403,
      body: { type: "MissingPermission", permission: "SendEmbeds" },
    });
    await setWebhookPermissions(server, restrictedWebhook, ["SendEmbeds"]);
    expect(await post(json({ content: "plain" }), restrictedWebhook)).toMatchObject({
      status: 403,
      body: { type: "MissingPermission", permission: "SendMessage" },
    });
  });

  test("without the token are rejected before the body is read", async () => {
    const broken = { body: "{" };
    expect(outcome(await post(broken, { ...webhook, token: "x" }))).toBe("401 NotAuthenticated");
    expect(outcome(await post(broken, { ...webhook, id: "x" }))).toBe("404 NotFound");
  });

  test.each<[string, string, Delivery]>([
    ["nothing", "422 EmptyMessage", json({})],
    ["nothing that counts", "422 EmptyMessage", json({ content: " ", embeds: [{}, 7], username: "x" })],
    ["no object", "400 FailedValidation", json(["hello"])],
    ["no JSON", "400 FailedValidation", { body: "hello" }],
    ["no body", "400 FailedValidation", { body: "" }],
    ["no JSON in the form", "400 FailedValidation", encoded({ payload_json: "{" })],
    ["no JSON in the part", "400 FailedValidation", formOf({ payload_json: "7" })],
    ["no form", "400 FailedValidation", { body: "x", type: "multipart/form-data; boundary=y" }],
    ["no boundary", "400 FailedValidation", { body: "x", type: "multipart/form-data" }],
    [
      "too many fields",
      "400 FailedValidation",
      formOf(Object.fromEntries([..."abcdefghijklmnopqrs"].map((k) => [k, k]))),
    ],
    ["too much JSON", "413 PayloadTooLarge", json({ content: "x".repeat(1_100_000) })],
    ["too much in a form", "413 PayloadTooLarge", encoded({ content: "x".repeat(1_100_000) })],
    ["too much in a part", "413 PayloadTooLarge", formOf({ content: "x".repeat(1_100_000) })],
  ])("that contain %s are rejected", async (_, expected, delivery) => {
    const before = await newest();
    expect(outcome(await post(delivery))).toBe(expected);
    expect(await newest()).toEqual(before);
  });

  test("of any shape never cause an internal error", async () => {
    const oddPayload = fc.record(
      {
        content: fc.oneof(anyText(), fc.jsonValue()),
        embeds: fc.oneof(
          fc.array(fc.dictionary(fc.constantFrom("title", "fields", "image"), fc.jsonValue())),
          fc.jsonValue(),
        ),
        username: fc.jsonValue(),
        allowed_mentions: fc.jsonValue(),
        components: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    const anything = fc.oneof(oddPayload, fc.jsonValue()).map((value) => JSON.stringify(value));
    const responses = await Promise.all(
      fc.sample(anything, { numRuns: amount(50, 150), seed: 20_230_120 }).map((body) => post({ body })),
    );
    expect(
      new Set(responses.map(outcome)).difference(
        new Set(["204", "422 EmptyMessage", "400 FailedValidation"]),
      ),
    ).toEqual(new Set());
  });
});
