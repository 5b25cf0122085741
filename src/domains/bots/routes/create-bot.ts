import { route } from "../../../declare/route.ts";
import { findSession, limitTier } from "../../accounts/index.ts";
import { createUser, lockUser, selfView } from "../../users/index.ts";
import { BotWithUser, NewBot } from "../model.ts";
import { newBotRow } from "../rules/new-bot.ts";
import { botView } from "../rules/views.ts";
import { insertBot, listBots } from "../store/bots.ts";

export const createBotRoute = route({
  id: "create_create_bot",
  method: "POST",
  path: "/bots/create",
  summary: "Create a bot.",
  auth: "user",
  limit: { bucket: "bots" },
  body: NewBot,
  reply: BotWithUser,
  errors: ["IsBot", "InvalidSession", "ReachedMaximumBots", "InvalidUsername", "UsernameTaken"],
  async handle({ body, caller: { userId, sessionId }, tx, services, fail }) {
    if (sessionId === undefined) throw fail("IsBot");
    // Of several made at once each counts the others.
    await lockUser(tx, userId);
    // The owner may be gone since the call came in, and the other bots with them; this one would stay.
    if (!(await findSession(tx, sessionId))) throw fail("InvalidSession");
    const max = limitTier(userId, services.clock.now(), services.config).bots;
    if ((await listBots(tx, userId)).length >= max) throw fail("ReachedMaximumBots");
    const id = services.ids.next();
    const user = await createUser(tx, { id, username: body.name, botOwner: userId });
    const bot = newBotRow(services, { id, owner_id: userId });
    await insertBot(tx, bot);
    return { ...botView(bot, services), user: selfView(user, [], services) };
  },
});
