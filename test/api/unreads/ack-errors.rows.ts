import { newUser } from "../../support/accounts/people.ts";
import { asBot } from "../../support/error-cases/as-bot.ts";
import type { ErrorCases } from "../../support/error-cases/error-case.ts";
import { newCommunity } from "../../support/servers/communities.ts";

const message = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

export const errorCases: ErrorCases = {
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
