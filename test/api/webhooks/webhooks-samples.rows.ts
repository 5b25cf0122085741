import type { SampleContext, Samples } from "../../compat/sample.ts";
import { newRoom } from "../../support/messages/sending.ts";
import { githubPayloads } from "../../support/webhooks/github-payloads.ts";
import { execute, newAvatar, newWebhook, webhookPath } from "../../support/webhooks/webhooks.ts";

async function furnish({ server }: SampleContext) {
  const room = await newRoom(server);
  const avatar = await newAvatar(server, room.owner);
  const bare = await newWebhook(server, room.owner, room);
  const webhook = await newWebhook(server, room.owner, { ...room, avatar });
  return { ...room, server, client: server.client, bare, webhook, path: `/webhooks/${webhook.id}` };
}

export const samples: Samples = {
  "POST /channels/{target}/webhooks": async (context) => {
    const { server, client, owner, channel } = await furnish(context);
    const create = (body: object) => client.post(`/channels/${channel}/webhooks`, body, owner);
    return [
      await create({ name: "One" }),
      await create({ name: "Two", avatar: await newAvatar(server, owner) }),
    ];
  },
  "GET /channels/{channel_id}/webhooks": async (context) => {
    const { client, owner, channel } = await furnish(context);
    return [await client.get(`/channels/${channel}/webhooks`, owner)];
  },
  "GET /webhooks/{webhook_id}": async (context) => {
    const { client, member, path, bare } = await furnish(context);
    return [await client.get(path, member), await client.get(`/webhooks/${bare.id}`, member)];
  },
  "PATCH /webhooks/{webhook_id}": async (context) => {
    const { client, owner, path } = await furnish(context);
    return [
      await client.patch(path, { name: "Gate", permissions: 0 }, owner),
      await client.patch(path, { remove: ["Avatar"] }, owner),
      await client.patch(path, {}, owner),
    ];
  },
  "DELETE /webhooks/{webhook_id}": async (context) => {
    const { client, owner, path } = await furnish(context);
    return [await client.delete(path, {}, owner)];
  },
  "GET /webhooks/{webhook_id}/{token}": async (context) => {
    const { client, webhook, bare } = await furnish(context);
    return [await client.get(webhookPath(webhook)), await client.get(webhookPath(bare))];
  },
  "PATCH /webhooks/{webhook_id}/{token}": async (context) => {
    const { client, webhook } = await furnish(context);
    return [
      await client.patch(webhookPath(webhook), { name: "Gate" }),
      await client.patch(webhookPath(webhook), { remove: ["Avatar"] }),
    ];
  },
  "DELETE /webhooks/{webhook_id}/{token}": async (context) => {
    const { client, webhook } = await furnish(context);
    return [await client.delete(webhookPath(webhook))];
  },
  "POST /webhooks/{webhook_id}/{token}": async (context) => {
    const { server, webhook, bare, member } = await furnish(context);
    const masquerade = { name: "Another", avatar: "https://a.example/", colour: "red" };
    return [
      await execute(server, bare, { content: "Hello." }),
      await execute(server, webhook, { content: `@everyone <@${member.id}>`, embeds: [{}], masquerade }),
    ];
  },
  "POST /webhooks/{webhook_id}/{token}/github": async (context) => {
    const { client, webhook } = await furnish(context);
    const tell = (event: string, payload: object) =>
      client.post(`${webhookPath(webhook)}/github`, payload, { headers: { "x-github-event": event } });
    return [await tell("star", githubPayloads.star), await tell("ping", githubPayloads.ping)];
  },
};
