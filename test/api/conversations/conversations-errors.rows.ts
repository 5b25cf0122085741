import { newUser } from "../../support/accounts/people.ts";
import { openConversation } from "../../support/channels/conversations.ts";
import type { ErrorCases } from "../../support/error-cases/error-case.ts";

export const errorCases: ErrorCases = {
  open_dm_open_dm: {
    async NotFound(pool) {
      const server = await pool.server();
      return openConversation(server, await newUser(server), "nobody");
    },
  },
};
