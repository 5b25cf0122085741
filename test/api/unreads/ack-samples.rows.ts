import type { Samples } from "../../compat/sample.ts";
import { openConversation } from "../../support/channels/conversations.ts";
import { sendMessage } from "../../support/messages/sending.ts";
import { newCommunity } from "../../support/servers/communities.ts";

export const samples: Samples = {
  "PUT /channels/{target}/ack/{message}": async ({ server }) => {
    const { owner, channel } = await newCommunity(server);
    const message = await sendMessage(server, { by: owner, channel });
    const { body: saved } = await openConversation(server, owner, owner.id);
    const made = server.running.services.ids.next();
    return [
      await server.client.put(`/channels/${channel}/ack/${message}`, {}, owner),
      await server.client.put(`/channels/${saved._id}/ack/${made}`, {}, owner),
    ];
  },
};
