import { route } from "../../../declare/route.ts";
import { createBot } from "../actions/own-bots.ts";
import { BotWithUser, NewBot } from "../model.ts";

export const createBotRoute = route({
  id: "create_create_bot",
  method: "POST",
  path: "/bots/create",
  summary: "Create a bot.",
  auth: "user",
  noBots: true,
  limit: { bucket: "bots" },
  body: NewBot,
  reply: BotWithUser,
  errors: ["InvalidSession", "ReachedMaximumBots", "InvalidUsername", "UsernameTaken"],
  handle: ({ body, caller: { userId, sessionId }, tx }) =>
    createBot(tx, { name: body.name, ownerId: userId, sessionId }),
});
