import { newCommunity } from "../../support/communities.ts";
import { openConversation } from "../../support/conversations.ts";
import { sent } from "../../support/sending.ts";
import type { Samples } from "./sample.ts";

export const acknowledgeSamples: Samples = {
  "PUT /channels/{target}/ack/{message}": async ({ server }) => {
    const { owner, channel } = await newCommunity(server);
    const said = await sent(server, { by: owner, to: channel }, { content: "Hello." });
    const { body: saved } = await openConversation(server, owner, owner.id);
    const made = server.running.services.ids.next();
    return [
      await server.client.put(`/channels/${channel}/ack/${said}`, {}, owner),
      await server.client.put(`/channels/${saved._id}/ack/${made}`, {}, owner),
    ];
  },
};
