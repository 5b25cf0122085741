import { githubPayloads } from "../../support/github-payloads.ts";
import { newRoom } from "../../support/sending.ts";
import { doorOf, execute, newAvatar, newWebhook } from "../../support/webhooks.ts";
import type { Samples, Scene } from "./sample.ts";

async function furnish({ server }: Scene) {
  const room = await newRoom(server);
  const avatar = await newAvatar(server, room.owner);
  const bare = await newWebhook(server, room.owner, room);
  const webhook = await newWebhook(server, room.owner, { ...room, avatar });
  return { ...room, server, client: server.client, bare, webhook, path: `/webhooks/${webhook.id}` };
}

export const webhookSamples: Samples = {
  "POST /channels/{target}/webhooks": async (scene) => {
    const { server, client, owner, channel } = await furnish(scene);
    const create = (body: object) => client.post(`/channels/${channel}/webhooks`, body, owner);
    return [
      await create({ name: "One" }),
      await create({ name: "Two", avatar: await newAvatar(server, owner) }),
    ];
  },
  "GET /channels/{channel_id}/webhooks": async (scene) => {
    const { client, owner, channel } = await furnish(scene);
    return [await client.get(`/channels/${channel}/webhooks`, owner)];
  },
  "GET /webhooks/{webhook_id}": async (scene) => {
    const { client, member, path, bare } = await furnish(scene);
    return [await client.get(path, member), await client.get(`/webhooks/${bare.id}`, member)];
  },
  "PATCH /webhooks/{webhook_id}": async (scene) => {
    const { client, owner, path } = await furnish(scene);
    return [
      await client.patch(path, { name: "Gate", permissions: 0 }, owner),
      await client.patch(path, { remove: ["Avatar"] }, owner),
      await client.patch(path, {}, owner),
    ];
  },
  "DELETE /webhooks/{webhook_id}": async (scene) => {
    const { client, owner, path } = await furnish(scene);
    return [await client.delete(path, {}, owner)];
  },
  "GET /webhooks/{webhook_id}/{token}": async (scene) => {
    const { client, webhook, bare } = await furnish(scene);
    return [await client.get(doorOf(webhook)), await client.get(doorOf(bare))];
  },
  "PATCH /webhooks/{webhook_id}/{token}": async (scene) => {
    const { client, webhook } = await furnish(scene);
    return [
      await client.patch(doorOf(webhook), { name: "Gate" }),
      await client.patch(doorOf(webhook), { remove: ["Avatar"] }),
    ];
  },
  "DELETE /webhooks/{webhook_id}/{token}": async (scene) => {
    const { client, webhook } = await furnish(scene);
    return [await client.delete(doorOf(webhook))];
  },
  "POST /webhooks/{webhook_id}/{token}": async (scene) => {
    const { server, webhook, bare, member } = await furnish(scene);
    const masquerade = { name: "Another", avatar: "https://a.example/", colour: "red" };
    return [
      await execute(server, bare, { content: "Hello." }),
      await execute(server, webhook, { content: `@everyone <@${member.id}>`, embeds: [{}], masquerade }),
    ];
  },
  "POST /webhooks/{webhook_id}/{token}/github": async (scene) => {
    const { client, webhook } = await furnish(scene);
    const tell = (event: string, payload: object) =>
      client.post(`${doorOf(webhook)}/github`, payload, { headers: { "x-github-event": event } });
    return [await tell("star", githubPayloads.star), await tell("ping", githubPayloads.ping)];
  },
};
