import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { anyText } from "../../support/hostile/any-text.ts";
import { outcome } from "../../support/http/expect-failure.ts";
import type { Room } from "../../support/messages/sending.ts";
import { amount, anyEngine } from "../../support/run/thorough.ts";
import type { TestServer } from "../../support/server/server.ts";
import { slackSenders } from "../../support/webhooks/senders-slack.ts";
import { type Delivery, deliver, encoded, formOf, json } from "../../support/webhooks/webhook-deliveries.ts";
import { newestMessage, openWebhookServer } from "../../support/webhooks/webhook-server.ts";
import type { NewWebhook } from "../../support/webhooks/webhooks.ts";

describe.each([...anyEngine])("payloads in the format of Slack on %s", (engine) => {
  let server: TestServer;
  let community: Room;
  let webhook: NewWebhook;
  beforeAll(async () => {
    ({ server, community, webhook } = await openWebhookServer(engine));
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const post = (delivery: Delivery, target = webhook) =>
    deliver(server, target, { ...delivery, to: "slack" });
  const newest = () => newestMessage(server, community);

  test.each(Object.entries(slackSenders))("of %s become messages", async (_, payload) => {
    const { status, body, headers } = await post(encoded({ payload: JSON.stringify(payload) }));
    expect([status, body, headers.get("content-type")]).toEqual([200, "ok", "text/plain; charset=utf-8"]);
    const message = await newest();
    expect(message).toMatchObject({ author: webhook.id, webhook: { name: "Door", avatar: null } });
    expect(message.masquerade?.name).toBe((payload as { username?: string }).username);
    expect(message.content ?? message.embeds).toBeTruthy();
  });

  test.each<[string, Delivery]>([
    ["as JSON", json({ text: "*hello*" })],
    ["called a form", { body: '{"text":"*hello*"}', type: "application/x-www-form-urlencoded" }],
    ["in a form with parts", formOf({ payload: '{"text":"*hello*"}' })],
  ])("may be sent %s", async (_, delivery) => {
    expect(outcome(await post(delivery))).toBe("200");
    expect((await newest()).content).toBe("**hello**");
  });

  test("mention everyone from attachments too", async () => {
    await post(json({ attachments: [{ text: "<!channel> down" }] }));
    expect(await newest()).toMatchObject({ content: "@everyone", flags: 4 });
    await post(json({ attachments: [{ text: "@channel, @everyone" }] }));
    expect((await newest()).flags).toBeUndefined();
  });

  test("without the token are rejected before the body is read", async () => {
    expect(outcome(await post({ body: "{" }, { ...webhook, token: "x" }))).toBe("401 NotAuthenticated");
    expect(outcome(await post({ body: "{" }, { ...webhook, id: "x" }))).toBe("404 NotFound");
  });

  test.each<[string, string, Delivery]>([
    ["nothing", "422 EmptyMessage", json({ text: "", channel: "#general" })],
    ["no object", "400 FailedValidation", json("hello")],
    ["no JSON in the form", "400 FailedValidation", encoded({ payload: "hello" })],
    ["too much", "413 PayloadTooLarge", json({ text: "x".repeat(1_100_000) })],
  ])("that contain %s are rejected", async (_, expected, delivery) => {
    const before = await newest();
    expect(outcome(await post(delivery))).toBe(expected);
    expect(await newest()).toEqual(before);
  });

  test("of any shape never cause an internal error", async () => {
    const block = fc.record({
      type: fc.constantFrom("section", "header", "rich_text", "actions", "context", "image"),
      text: fc.jsonValue(),
      elements: fc.jsonValue(),
    });
    const oddPayload = fc.record(
      {
        text: fc.oneof(anyText(), fc.jsonValue()),
        attachments: fc.oneof(
          fc.array(fc.record({ fields: fc.jsonValue(), ts: fc.jsonValue() })),
          fc.jsonValue(),
        ),
        blocks: fc.oneof(fc.array(block), fc.jsonValue()),
        icon_url: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    const anything = fc.oneof(oddPayload, fc.jsonValue()).map((value) => JSON.stringify(value));
    const responses = await Promise.all(
      fc.sample(anything, { numRuns: amount(50, 150), seed: 20_230_120 }).map((body) => post({ body })),
    );
    expect(
      new Set(responses.map(outcome)).difference(
        new Set(["200", "422 EmptyMessage", "400 FailedValidation"]),
      ),
    ).toEqual(new Set());
  });
});
