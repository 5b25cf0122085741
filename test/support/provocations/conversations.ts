import { openConversation } from "../conversations.ts";
import { newUser } from "../people.ts";
import type { Provocations } from "./stage.ts";

export const conversationProvocations: Provocations = {
  open_dm_open_dm: {
    async NotFound(stage) {
      const server = await stage.server();
      return openConversation(server, await newUser(server), "nobody");
    },
    async MissingPermission(stage) {
      const server = await stage.server();
      const stranger = await newUser(server);
      return openConversation(server, await newUser(server), stranger.id);
    },
  },
};
