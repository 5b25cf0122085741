import { describe, expect, test } from "bun:test";
import { Client } from "stoat.js";
import { heartbeatSeconds } from "../support/bots/library-heartbeat.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { openServer } from "../support/server/server.ts";
import { newCommunity } from "../support/servers/communities.ts";
import { until } from "../support/until.ts";
import { githubPayloads } from "../support/webhooks/github-payloads.ts";
import { execute, webhookPath } from "../support/webhooks/webhooks.ts";

describe.each(anyEngine.map((engine) => [engine]))("webhooks with stoat.js on %s", (engine) => {
  test("can be created, edited and deleted, and their messages show their name", async () => {
    await using server = await openServer(engine);
    const { owner, channel: id } = await newCommunity(server);
    const client = new Client({
      baseURL: `${server.url}/api`,
      autoReconnect: false,
      heartbeatInterval: heartbeatSeconds,
    });
    client.configuration = await client.api.get("/");
    client.useExistingSession({ token: owner.token, user_id: owner.id, _id: owner.sessionId } as never);
    client.connect();
    await until(() => client.ready());

    const channel = client.channels.get(id);
    const webhook = await channel?.createWebhook("News");
    const { token = "" } = webhook ?? {};
    expect(token).toHaveLength(64);
    await webhook?.edit({ name: "Old news" });
    const [listed] = (await channel?.fetchWebhooks()) ?? [];
    expect([listed?.id, listed?.name, listed?.token]).toEqual([webhook?.id, "Old news", token]);

    const credentials = { id: webhook?.id ?? "", token };
    const { body } = await execute(server, credentials, { content: "Hello." });
    await until(() => client.messages.get(body._id));
    const message = client.messages.get(body._id);
    expect([message?.authorId, message?.webhook?.name, message?.username]).toEqual([
      credentials.id,
      "Old news",
      "Old news",
    ]);
    await server.client.patch(`${webhookPath(credentials)}/${body._id}`, { content: "Hello again." });
    await until(() => message?.content === "Hello again.");
    const headers = { "x-github-event": "star" };
    await server.client.post(`${webhookPath(credentials)}/github`, githubPayloads.star, { headers });
    await until(() => channel?.lastMessageId !== body._id);
    expect(channel?.lastMessage?.embeds?.[0]?.type).toBe("Text");

    await webhook?.delete();
    expect((await channel?.fetchWebhooks())?.length).toBe(0);
    client.events.disconnect();
  });
});
