import type { SampleContext, Samples } from "../../compat/sample.ts";
import { newEmoji, newPicture, putEmoji } from "../../support/files/emojis.ts";
import { makeAnimation } from "../../support/files/make-images.ts";
import { newCommunity } from "../../support/servers/communities.ts";

async function furnish({ server }: SampleContext) {
  const community = await newCommunity(server);
  const { owner } = community;
  return { server, community, owner, id: await newEmoji(server, owner, { community }) };
}

export const samples: Samples = {
  "PUT /custom/emoji/{id}": async ({ server }) => {
    const { id, owner } = await newCommunity(server);
    const parent = { type: "Server", id };
    const still = await newPicture(server, owner);
    const moving = await newPicture(server, owner, await makeAnimation("gif", 2));
    return [
      await putEmoji(server, owner, { id: still, name: "otter", parent }),
      await putEmoji(server, owner, { id: moving, name: "otters", parent, nsfw: true }),
    ];
  },
  "GET /custom/emoji/{emoji_id}": async (context) => {
    const { server, owner, id } = await furnish(context);
    const attached = await server.client.get(`/custom/emoji/${id}`);
    await server.client.delete(`/custom/emoji/${id}`, {}, owner);
    return [attached, await server.client.get(`/custom/emoji/${id}`)];
  },
  "DELETE /custom/emoji/{emoji_id}": async (context) => {
    const { server, owner, id } = await furnish(context);
    return [await server.client.delete(`/custom/emoji/${id}`, {}, owner)];
  },
  "GET /servers/{target}/emojis": async (context) => {
    const { server, owner, community } = await furnish(context);
    return [await server.client.get(`/servers/${community.id}/emojis`, owner)];
  },
};
