import { route } from "../../../declare/route.ts";
import { anonymousView } from "../../users/index.ts";
import { findOwnBot } from "../actions/find-own-bot.ts";
import { FetchedBot } from "../model.ts";
import { botView } from "../rules/views.ts";

export const fetchBotRoute = route({
  id: "fetch_fetch_bot",
  method: "GET",
  path: "/bots/:bot",
  summary: "Fetch a bot of one's own.",
  auth: "user",
  limit: { bucket: "bots" },
  reply: FetchedBot,
  errors: ["IsBot", "NotFound"],
  async handle({ params, caller, db, services, fail }) {
    if (caller.bot) throw fail("IsBot");
    const { bot, user } = await findOwnBot({ db, caller, fail }, params.bot);
    return { bot: botView(bot, services), user: anonymousView(user, services) };
  },
});
