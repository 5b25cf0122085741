import { newUser } from "../../support/accounts/people.ts";
import type { ErrorCases } from "../../support/error-cases/error-case.ts";

const message = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

export const errorCases: ErrorCases = {
  channel_ack_ack: {
    async NotFound(pool) {
      const server = await pool.server();
      return server.client.put(`/channels/unknown/ack/${message}`, {}, await newUser(server));
    },
  },
};
