import { beforeAll, expect, test } from "bun:test";
import pino from "pino";
import { findWebhook, updateWebhook } from "../../../src/domains/webhooks/store/webhooks.ts";
import { storedText } from "../../support/database/stored-text.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { allowLoggedErrors } from "../../support/log/test-log.ts";
import { newRoom, type Room } from "../../support/messages/sending.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { openServer } from "../../support/server/server.ts";
import { openReadyStream } from "../../support/stream/stream.ts";
import { execute, newWebhook, webhookPath } from "../../support/webhooks/webhooks.ts";

describeServer("tokens of webhooks", anyEngine, (server, engine) => {
  let community: Room;
  beforeAll(async () => {
    community = await newRoom(server);
  });

  test("cannot be read in the database", async () => {
    const { id, token } = await newWebhook(server, community.owner, community);
    const text = await storedText(server);
    expect(text.includes(id)).toBe(true);
    for (const encoding of ["utf8", "base64url", "base64", "hex"] as const)
      expect(text.includes(Buffer.from(token).toString(encoding))).toBe(false);
  });

  test("cannot be unsealed for another row", async () => {
    allowLoggedErrors(/a request failed/);
    const [one, other] = [
      await newWebhook(server, community.owner, community),
      await newWebhook(server, community.owner, community),
    ];
    await server.running.store.write(async (tx) => {
      const { token = "" } = (await findWebhook(tx, one.id)) ?? {};
      await updateWebhook(tx, other.id, { token });
    });
    const listed = await server.client.get(`/channels/${community.channel}/webhooks`, community.owner);
    expectFailure(listed, 500, "InternalError");
    await server.running.store.write((tx) => updateWebhook(tx, other.id, { token: "no seal at all" }));
    expectFailure(await server.client.get(webhookPath(other)), 500, "InternalError");
    await server.client.delete(webhookPath(other));
  });

  test("never appear in the log", async () => {
    allowLoggedErrors(/a request failed/);
    const written: string[] = [];
    const log = pino({ level: "trace" }, { write: (line: string) => void written.push(line) });
    await using loggingServer = await openServer(engine, { log, config: { log: { requests: "always" } } });
    const otherCommunity = await newRoom(loggingServer);
    const webhook = await newWebhook(loggingServer, otherCommunity.owner, otherCommunity);
    const path = webhookPath(webhook);
    await execute(loggingServer, webhook, { content: "Hello." });
    await loggingServer.client.post(`${path}/discord`, "{");
    await loggingServer.client.post(`${path}/nowhere`, {});
    await loggingServer.running.store.write((tx) =>
      updateWebhook(tx, webhook.id, { token: "no seal at all" }),
    );
    expectFailure(await loggingServer.client.get(path), 500, "InternalError");
    const lines = written.join("");
    for (const expected of ["/webhooks/:webhook_id/:token/discord", "a request failed"])
      expect(lines).toContain(expected);
    expect(lines.includes(webhook.token)).toBe(false);
  });

  test("appear in no reply and no event for users who do not manage webhooks", async () => {
    const { client } = server;
    const { stream } = await openReadyStream(server, community.member);
    const webhook = await newWebhook(server, community.owner, community);
    const { body: message } = await execute(server, webhook, { content: "Hello." });
    await client.patch(webhookPath(webhook), { name: "Gate" });
    const { member, channel } = community;
    const responses = [
      await client.get(`/webhooks/${webhook.id}`, member),
      await client.get(`/channels/${channel}/webhooks`, member),
      await client.patch(`/webhooks/${webhook.id}`, {}, member),
      await client.get(`/channels/${channel}/messages?include_users=true`, member),
      await client.get(`/channels/${channel}/messages/${message._id}`, member),
      await client.get(`/servers/${community.id}/audit_logs`, community.owner),
    ];
    await client.delete(webhookPath(webhook));
    const events = await stream.takeNew();
    expect(events.map(({ type }) => type)).toEqual([
      "WebhookCreate",
      "Message",
      "WebhookUpdate",
      "WebhookDelete",
    ]);
    const text = JSON.stringify([events, responses.map(({ body }) => body)]);
    expect(text.includes(webhook.id)).toBe(true);
    expect(text.includes(webhook.token)).toBe(false);
  });
});
