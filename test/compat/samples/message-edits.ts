import { messagesIn } from "../../support/message-calls.ts";
import { uploaded } from "../../support/multipart.ts";
import { newRoom } from "../../support/sending.ts";
import type { Samples, Scene } from "./sample.ts";

async function furnish({ server }: Scene) {
  const room = await newRoom(server);
  const calls = messagesIn(server, room.channel);
  return { ...room, calls, id: await calls.say(room.owner) };
}

export const messageEditSamples: Samples = {
  "PATCH /channels/{target}/messages/{msg}": async (scene) => {
    const { calls, owner, id } = await furnish(scene);
    const media = await uploaded(scene.server, owner, { content: "text" });
    const embed = { title: "One", description: "Two", colour: "red", url: "https://a.example/", media };
    return [
      await calls.edit(owner, id, { content: "Another." }),
      await calls.edit(owner, id, { embeds: [embed] }),
      await calls.edit(owner, id, { embeds: [] }),
      await calls.edit(owner, id, {}),
    ];
  },
  "DELETE /channels/{target}/messages/{msg}": async (scene) => {
    const { calls, owner, id } = await furnish(scene);
    return [await calls.remove(owner, id)];
  },
  "DELETE /channels/{target}/messages/bulk": async (scene) => {
    const { calls, owner, id } = await furnish(scene);
    return [await calls.removeMany(owner, [id, await calls.say(owner)])];
  },
  "POST /channels/{target}/messages/{msg}/pin": async (scene) => {
    const { calls, owner, id } = await furnish(scene);
    return [await calls.pin(owner, id)];
  },
  "DELETE /channels/{target}/messages/{msg}/pin": async (scene) => {
    const { calls, owner, id } = await furnish(scene);
    await calls.pin(owner, id);
    return [await calls.unpin(owner, id)];
  },
};
