import { limitTier } from "../../../declare/limit-tier.ts";
import { route } from "../../../declare/route.ts";
import { findSession } from "../../accounts/index.ts";
import { createUser, holdUser, selfView } from "../../users/index.ts";
import { BotWithUser, NewBot } from "../model.ts";
import { newToken } from "../rules/tokens.ts";
import { botView } from "../rules/views.ts";
import { insertBot, listBots } from "../store/bots.ts";

export const createBot = route({
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
    await holdUser(tx, userId);
    // The owner may be gone since the call came in, and the other bots with them; this one would stay.
    if (!(await findSession(tx, sessionId))) throw fail("InvalidSession");
    const max = limitTier(userId, services.clock.now(), services.config).bots;
    if ((await listBots(tx, userId)).length >= max) throw fail("ReachedMaximumBots");
    const id = services.ids.next();
    const user = await createUser(tx, { id, username: body.name, botOwner: userId });
    const bot = {
      id,
      owner_id: userId,
      ...newToken(services, id),
      public: 0,
      analytics: 0,
      discoverable: 0,
      interactions_url: null,
      terms_of_service_url: null,
      privacy_policy_url: null,
      flags: 0,
    };
    await insertBot(tx, bot);
    return { ...botView(bot, services), user: selfView(user, [], services) };
  },
});
