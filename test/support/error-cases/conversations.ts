import { newUser } from "../accounts/people.ts";
import { openConversation } from "../channels/conversations.ts";
import type { ErrorCases } from "./error-case.ts";

export const conversationErrorCases: ErrorCases = {
  open_dm_open_dm: {
    async NotFound(pool) {
      const server = await pool.server();
      return openConversation(server, await newUser(server), "nobody");
    },
    async MissingPermission(pool) {
      const server = await pool.server();
      const stranger = await newUser(server);
      return openConversation(server, await newUser(server), stranger.id);
    },
  },
};
