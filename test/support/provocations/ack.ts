import { newCommunity } from "../communities.ts";
import { newUser } from "../people.ts";
import { asBot } from "./as-bot.ts";
import type { Provocations } from "./stage.ts";

const message = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

export const acknowledgeProvocations: Provocations = {
  channel_ack_ack: {
    IsBot: asBot("put", `/channels/unknown/ack/${message}`),
    async NotFound(stage) {
      const server = await stage.server();
      return server.client.put(`/channels/unknown/ack/${message}`, {}, await newUser(server));
    },
    async MissingPermission(stage) {
      const server = await stage.server();
      const { channel } = await newCommunity(server);
      return server.client.put(`/channels/${channel}/ack/${message}`, {}, await newUser(server));
    },
  },
};
