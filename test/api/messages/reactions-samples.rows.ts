import type { SampleContext, Samples } from "../../compat/sample.ts";
import { newEmoji } from "../../support/files/emojis.ts";
import { messageCalls } from "../../support/messages/message-calls.ts";
import { newRoom } from "../../support/messages/sending.ts";

const otter = "🦦";

async function furnish({ server }: SampleContext) {
  const room = await newRoom(server);
  const calls = messageCalls(server, room.channel);
  const message = await calls.send(room.owner);
  for (const by of [room.owner, room.member]) await calls.react(by, message, otter);
  return { community: room, owner: room.owner, member: room.member, calls, message };
}

export const samples: Samples = {
  "PUT /channels/{target}/messages/{msg}/reactions/{emoji}": async (context) => {
    const { calls, community, owner, message } = await furnish(context);
    const custom = await newEmoji(context.server, owner, { community });
    return [await calls.react(owner, message, "❤️"), await calls.react(owner, message, custom)];
  },
  "DELETE /channels/{target}/messages/{msg}/reactions/{emoji}": async (context) => {
    const { calls, owner, member, message } = await furnish(context);
    return [
      await calls.unreact(owner, message, otter),
      await calls.unreact(owner, message, otter, `?user_id=${member.id}`),
      await calls.unreact(owner, message, otter, "?remove_all=true"),
    ];
  },
  "DELETE /channels/{target}/messages/{msg}/reactions": async (context) => {
    const { calls, owner, message } = await furnish(context);
    return [await calls.clear(owner, message)];
  },
};
