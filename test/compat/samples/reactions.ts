import { newEmoji } from "../../support/emojis.ts";
import { messagesIn } from "../../support/message-calls.ts";
import { newRoom } from "../../support/sending.ts";
import type { Samples, Scene } from "./sample.ts";

const otter = "🦦";

async function furnish({ server }: Scene) {
  const room = await newRoom(server);
  const calls = messagesIn(server, room.channel);
  const message = await calls.say(room.owner);
  for (const by of [room.owner, room.member]) await calls.react(by, message, otter);
  return { community: room, owner: room.owner, member: room.member, calls, message };
}

export const reactionSamples: Samples = {
  "PUT /channels/{target}/messages/{msg}/reactions/{emoji}": async (scene) => {
    const { calls, community, owner, message } = await furnish(scene);
    const custom = await newEmoji(scene.server, owner, { community });
    return [await calls.react(owner, message, "❤️"), await calls.react(owner, message, custom)];
  },
  "DELETE /channels/{target}/messages/{msg}/reactions/{emoji}": async (scene) => {
    const { calls, owner, member, message } = await furnish(scene);
    return [
      await calls.unreact(owner, message, otter),
      await calls.unreact(owner, message, otter, `?user_id=${member.id}`),
      await calls.unreact(owner, message, otter, "?remove_all=true"),
    ];
  },
  "DELETE /channels/{target}/messages/{msg}/reactions": async (scene) => {
    const { calls, owner, message } = await furnish(scene);
    return [await calls.clear(owner, message)];
  },
};
