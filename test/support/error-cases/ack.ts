import { newUser } from "../accounts/people.ts";
import { newCommunity } from "../servers/communities.ts";
import { asBot } from "./as-bot.ts";
import type { ErrorCases } from "./error-case.ts";

const message = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

export const acknowledgeErrorCases: ErrorCases = {
  channel_ack_ack: {
    IsBot: asBot("put", `/channels/unknown/ack/${message}`),
    async NotFound(pool) {
      const server = await pool.server();
      return server.client.put(`/channels/unknown/ack/${message}`, {}, await newUser(server));
    },
    async MissingPermission(pool) {
      const server = await pool.server();
      const { channel } = await newCommunity(server);
      return server.client.put(`/channels/${channel}/ack/${message}`, {}, await newUser(server));
    },
  },
};
