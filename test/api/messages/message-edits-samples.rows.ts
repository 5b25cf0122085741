import type { SampleContext, Samples } from "../../compat/sample.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import { messageCalls } from "../../support/messages/message-calls.ts";
import { newRoom } from "../../support/messages/sending.ts";

async function furnish({ server }: SampleContext) {
  const room = await newRoom(server);
  const calls = messageCalls(server, room.channel);
  return { ...room, calls, id: await calls.send(room.owner) };
}

export const samples: Samples = {
  "PATCH /channels/{target}/messages/{msg}": async (context) => {
    const { calls, owner, id } = await furnish(context);
    const media = await uploadFile(context.server, owner, { content: "text" });
    const embed = { title: "One", description: "Two", colour: "red", url: "https://a.example/", media };
    return [
      await calls.edit(owner, id, { content: "Another." }),
      await calls.edit(owner, id, { embeds: [embed] }),
      await calls.edit(owner, id, { embeds: [] }),
      await calls.edit(owner, id, {}),
    ];
  },
  "DELETE /channels/{target}/messages/{msg}": async (context) => {
    const { calls, owner, id } = await furnish(context);
    return [await calls.remove(owner, id)];
  },
  "DELETE /channels/{target}/messages/bulk": async (context) => {
    const { calls, owner, id } = await furnish(context);
    return [await calls.removeMany(owner, [id, await calls.send(owner)])];
  },
  "POST /channels/{target}/messages/{msg}/pin": async (context) => {
    const { calls, owner, id } = await furnish(context);
    return [await calls.pin(owner, id)];
  },
  "DELETE /channels/{target}/messages/{msg}/pin": async (context) => {
    const { calls, owner, id } = await furnish(context);
    await calls.pin(owner, id);
    return [await calls.unpin(owner, id)];
  },
};
